import type { Sms } from '../message.ts'
import { at, bearer, digits, hexOf, numbersOf, readable, type Reply, type Vendor, within } from './vendor.ts'

const FAULTS = {
  auth: [401, 2, 'Request not allowed (incorrect access_key)', 'access_key'],
  no_funds: [402, 25, 'Not enough balance', null],
  bad_phone: [422, 9, 'no (correct) recipients found', 'recipients'],
  sender_not_allowed: [422, 9, 'originator is invalid', 'originator'],
  text_forbidden: [422, 9, 'body is not allowed', 'body'],
  duplicate: [429, 101, 'Too many requests', null],
  throttled: [429, 101, 'Too many requests', null],
  blocked: [403, 2, 'Request not allowed', null],
} as const

/** One request is one message, whatever the number of its recipients. */
function shownMessage(texts: readonly Sms[], status: 'sent' | 'delivered') {
  const [first] = texts
  const id = hexOf(first?.request ?? '')
  return {
    id,
    href: `https://rest.messagebird.com/messages/${id}`,
    direction: 'mt',
    type: 'sms',
    originator: first?.from,
    body: first?.text,
    reference: first?.reference ?? null,
    validity: null,
    gateway: 10,
    typeDetails: {},
    datacoding: readable(first?.text ?? '') === first?.text ? 'plain' : 'unicode',
    mclass: 1,
    scheduledDatetime: null,
    createdDatetime: first?.at,
    recipients: {
      totalCount: texts.length,
      totalSentCount: texts.length,
      totalDeliveredCount: status === 'delivered' ? texts.length : 0,
      totalDeliveryFailedCount: 0,
      items: texts.map((one) => ({ recipient: Number(digits(one)), status, statusDatetime: one.at })),
    },
  }
}

const byRequest = (kept: readonly Sms[]) => [...Map.groupBy(kept, ({ id, request }) => request ?? id).values()]

function readMessage(kept: readonly Sms[], wanted: string): Reply {
  const found = byRequest(kept).find(([first]) => hexOf(first?.request ?? '') === wanted)
  return found
    ? { status: 200, body: shownMessage(found, 'delivered') }
    : { status: 404, body: { errors: [{ code: 20, description: 'message not found', parameter: null }] } }
}

function page(kept: readonly Sms[], query: URLSearchParams): Reply {
  const all = ['', 'delivered'].includes(query.get('status') ?? '') ? byRequest(kept) : []
  const [offset, limit] = [Number(query.get('offset')) || 0, Number(query.get('limit')) || 20]
  const items = all.slice(offset, offset + limit).map((texts) => shownMessage(texts, 'delivered'))
  return { status: 200, body: { offset, limit, count: items.length, totalCount: all.length, items } }
}

export const messagebird: Vendor = {
  name: 'MessageBird',
  account: { apiKey: 'emulated-key', sender: 'COFFEE' },
  read({ method, path, json, query }) {
    if (path === '/balance') return { kind: 'balance' }
    const [, id] = /^\/messages(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'GET' && id !== undefined) return { kind: 'kept', answer: (kept) => readMessage(kept, id) }
    if (path !== '/messages') return null
    if (method === 'GET') return { kind: 'kept', answer: (kept) => page(kept, query) }
    if (method !== 'POST') return null
    const [from, body, reference] = [at(json, 'originator'), at(json, 'body'), at(json, 'reference')]
    const text = ['auto', 'unicode'].includes(at(json, 'datacoding')) ? body : readable(body)
    return {
      kind: 'texts',
      texts: numbersOf(within(json, 'recipients')).map((to) => ({ to, from, text, ...(reference && { reference }) })),
    }
  },
  isKnown: (asked) => bearer(asked) === 'AccessKey emulated-key',
  taken: (judged, request) => ({
    status: 201,
    body: shownMessage(
      judged
        .filter(({ refused }) => !refused)
        .map(({ refused: _, ...one }) => ({ ...one, request, at: new Date().toISOString() })),
      'sent',
    ),
  }),
  balance: () => ({ status: 200, body: { payment: 'prepaid', type: 'euros', amount: 14.2 } }),
  refuse(why) {
    const [status, code, description, parameter] = FAULTS[why]
    return { status, body: { errors: [{ code, description, parameter }] } }
  },
}
