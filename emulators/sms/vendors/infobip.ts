import type { Sms } from '../message.ts'
import {
  at,
  bearer,
  digits,
  listOf,
  type Judged,
  type Reply,
  type Text,
  type Vendor,
  type VendorRefusal,
  within,
} from './vendor.ts'

const REJECTED = {
  no_funds: 'REJECTED_NOT_ENOUGH_CREDITS',
  bad_phone: 'REJECTED_DESTINATION',
  sender_not_allowed: 'REJECTED_SENDER',
  text_forbidden: 'REJECTED_CONTENT',
  duplicate: 'REJECTED_FLOODING_FILTER',
  blocked: 'REJECTED_ACCOUNT_SUSPENDED',
  auth: 'REJECTED_ACCOUNT_SUSPENDED',
  throttled: 'REJECTED_FLOODING_FILTER',
} as const

const PENDING = {
  groupId: 1,
  groupName: 'PENDING',
  id: 26,
  name: 'PENDING_ACCEPTED',
  description: 'Message sent to next instance',
}
const DELIVERED = {
  groupId: 3,
  groupName: 'DELIVERED',
  id: 5,
  name: 'DELIVERED_TO_HANDSET',
  description: 'Message delivered to handset',
}
const NO_ERROR = {
  groupId: 0,
  groupName: 'OK',
  id: 0,
  name: 'NO_ERROR',
  description: 'No Error',
  permanent: false,
}
const rejected = (why: VendorRefusal) => ({
  groupId: 5,
  groupName: 'REJECTED',
  id: 12,
  name: REJECTED[why],
  description: 'Message rejected',
})

/** The second version of the API names the same things differently. */
const isThird = (path: string) => path.startsWith('/sms/3/')

function textsOf(json: unknown, path: string): Text[] {
  return listOf(within(json, 'messages')).flatMap((message) =>
    listOf(within(message, 'destinations')).map((destination) => ({
      to: at(destination, 'to'),
      from: isThird(path) ? at(message, 'sender') : at(message, 'from'),
      text: isThird(path) ? at(message, 'content', 'text') : at(message, 'text'),
      ...(at(destination, 'messageId') && { reference: at(destination, 'messageId') }),
    })),
  )
}

/** A message has the id that its sender gave it, or one of ours. */
const idOf = ({ id, reference }: Pick<Judged, 'id' | 'reference'>) => reference ?? id

function shownAnswer(judged: readonly Judged[], request: string, path: string): Reply {
  return {
    status: 200,
    body: {
      bulkId: request,
      messages: judged.map((one) => ({
        messageId: idOf(one),
        status: one.refused ? rejected(one.refused) : PENDING,
        [isThird(path) ? 'destination' : 'to']: digits(one),
      })),
    },
  }
}

function shownLog(one: Sms, isReport: boolean, path: string) {
  const names = isThird(path)
    ? { sender: one.from, destination: digits(one), ...(!isReport && { content: { text: one.text } }) }
    : { from: one.from, to: digits(one), ...(!isReport && { text: one.text }) }
  return {
    bulkId: one.request,
    messageId: idOf(one),
    ...names,
    sentAt: one.at.replace('Z', '+0000'),
    doneAt: one.at.replace('Z', '+0000'),
    [isThird(path) ? 'messageCount' : 'smsCount']: 1,
    mccMnc: '23001',
    price: { pricePerMessage: 0.03, currency: 'EUR' },
    status: DELIVERED,
    error: NO_ERROR,
  }
}

function page(kept: readonly Sms[], query: URLSearchParams, isReport: boolean, path: string): Reply {
  const wanted = (name: string, value: string | undefined) => !query.get(name) || query.get(name) === value
  const found = kept.filter(
    (one) =>
      wanted('messageId', idOf(one)) &&
      wanted('bulkId', one.request) &&
      wanted(isThird(path) ? 'destination' : 'to', digits(one)) &&
      wanted(isThird(path) ? 'sender' : 'from', one.from),
  )
  const limit = Math.min(Number(query.get('limit')) || 50, 1000)
  return { status: 200, body: { results: found.slice(0, limit).map((one) => shownLog(one, isReport, path)) } }
}

export const infobip: Vendor = {
  name: 'Infobip',
  account: { login: 'emulated', apiKey: 'emulated-key', sender: 'COFFEE' },
  read({ method, path, json, query }) {
    if (path === '/account/1/balance') return { kind: 'balance' }
    const [, what] = /^\/sms\/[123]\/(logs|reports)$/.exec(path) ?? []
    if (method === 'GET' && what) return { kind: 'kept', answer: (kept) => page(kept, query, what === 'reports', path) }
    if (method !== 'POST' || !['/sms/3/messages', '/sms/2/text/advanced'].includes(path)) return null
    return { kind: 'texts', texts: textsOf(json, path) }
  },
  isKnown: (asked) => bearer(asked) === 'App emulated-key',
  taken: (judged, request, { path }) => shownAnswer(judged, request, path),
  balance: () => ({ status: 200, body: { balance: 47.79, currency: 'EUR' } }),
  refuse(why, text, { path }) {
    if (why === 'auth')
      return {
        status: 401,
        body: { requestError: { serviceException: { messageId: 'UNAUTHORIZED', text: 'Invalid login details' } } },
      }
    if (why === 'throttled') return { status: 429, body: { errorCode: 'TOO_MANY_REQUESTS', description: 'Slow down' } }
    return shownAnswer([{ ...text, id: 'none', refused: why }], 'none', path)
  },
}
