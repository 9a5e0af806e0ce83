import { at, bearer, type Vendor } from './vendor.ts'

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

export const messagebird: Vendor = {
  name: 'MessageBird',
  account: { apiKey: 'emulated-key', sender: 'COFFEE' },
  read({ method, path, json }) {
    if (path === '/balance') return { kind: 'balance' }
    if (path !== '/messages' || method !== 'POST') return null
    return {
      kind: 'text',
      text: { to: at(json, 'recipients', 0), from: at(json, 'originator'), text: at(json, 'body') },
    }
  },
  isKnown: (asked) => bearer(asked) === 'AccessKey emulated-key',
  taken: ({ to, from }, id) => ({
    status: 201,
    body: {
      id: id.replaceAll('-', ''),
      href: `https://rest.messagebird.com/messages/${id}`,
      originator: from,
      recipients: { totalCount: 1, items: [{ recipient: Number(to), status: 'sent' }] },
    },
  }),
  balance: () => ({ status: 200, body: { payment: 'prepaid', type: 'euros', amount: 14.2 } }),
  refuse(why) {
    const [status, code, description, parameter] = FAULTS[why]
    return { status, body: { errors: [{ code, description, parameter }] } }
  },
}
