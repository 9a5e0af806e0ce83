import { at, bearer, numbersOf, type Vendor, type VendorRefusal, within } from './vendor.ts'

const CODES = {
  auth: [103, 'INVALID_TOKEN'],
  no_funds: [506, 'NOT_ENOUGH_CREDITS'],
  bad_phone: [404, 'NOT_ALLOWED_NUMBER_STOPLIST'],
  sender_not_allowed: [400, 'NOT_ALLOWED_MESSAGE_SENDER'],
  text_forbidden: [304, 'INVALID_MESSAGE_TEXT'],
  duplicate: [507, 'FAILED_DUPLICATE_MESSAGE'],
  throttled: [505, 'LIMIT_EXCEEDED'],
  blocked: [106, 'ACCOUNT_BLOCKED'],
} as const
/** Errors of one number are in the list of numbers. */
const OF_NUMBER: ReadonlySet<string> = new Set(['bad_phone', 'duplicate'])

function refusedNumber(why: VendorRefusal, phone: string) {
  const [code, name] = CODES[why]
  return { phone, message_id: null, response_code: code, response_status: name }
}

export const turbosms: Vendor = {
  name: 'TurboSMS',
  account: { apiKey: 'emulated-token', sender: 'COFFEE' },
  read({ method, path, json }) {
    if (path === '/user/balance.json') return { kind: 'balance' }
    if (path !== '/message/send.json' || method !== 'POST') return null
    const [from, text] = [at(json, 'sms', 'sender'), at(json, 'sms', 'text')]
    return { kind: 'texts', texts: numbersOf(within(json, 'recipients')).map((to) => ({ to, from, text })) }
  },
  isKnown: (asked) => bearer(asked) === 'Bearer emulated-token',
  taken(judged) {
    const isPart = judged.some(({ refused }) => refused)
    return {
      status: 200,
      body: {
        response_code: isPart ? 802 : 800,
        response_status: isPart ? 'SUCCESS_MESSAGE_PARTIAL_ACCEPTED' : 'SUCCESS_MESSAGE_ACCEPTED',
        response_result: judged.map(({ id, to, refused }) =>
          refused ? refusedNumber(refused, to) : { phone: to, message_id: id, response_code: 0, response_status: 'OK' },
        ),
      },
    }
  },
  balance: () => ({
    status: 200,
    body: { response_code: 0, response_status: 'OK', response_result: { balance: 412.4 } },
  }),
  refuse(why, { to }) {
    const [code, name] = CODES[why]
    if (!OF_NUMBER.has(why))
      return { status: 200, body: { response_code: code, response_status: name, response_result: null } }
    return {
      status: 200,
      body: {
        response_code: 802,
        response_status: 'SUCCESS_MESSAGE_PARTIAL_ACCEPTED',
        response_result: [refusedNumber(why, to)],
      },
    }
  },
}
