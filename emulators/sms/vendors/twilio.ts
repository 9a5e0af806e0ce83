import { basic, bearer, type Vendor } from './vendor.ts'

const SID = `AC${'c0ffee'.repeat(5)}00`
const CODES = {
  auth: [401, 20003, 'Authenticate'],
  no_funds: [400, 10001, 'Account is not active'],
  blocked: [403, 20005, 'Account is suspended'],
  bad_phone: [400, 21211, "Invalid 'To' Phone Number"],
  sender_not_allowed: [400, 21606, "The 'From' phone number is not valid"],
  text_forbidden: [400, 21617, 'The message body exceeds the limit'],
  duplicate: [429, 20429, 'Too Many Requests'],
  throttled: [429, 20429, 'Too Many Requests'],
} as const

export const twilio: Vendor = {
  name: 'Twilio',
  account: { login: SID, password: 'emulated-token', sender: '+420601000001' },
  read({ method, path, form }) {
    const [, sid, what] = /^\/2010-04-01\/Accounts\/([^/.]+)(\/Messages|\/Balance)?\.json$/.exec(path) ?? []
    if (sid === undefined) return null
    if (what !== '/Messages') return { kind: what === '/Balance' ? 'balance' : 'account' }
    return method === 'POST'
      ? {
          kind: 'text',
          text: {
            to: form.get('To') ?? '',
            from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
            text: form.get('Body') ?? '',
          },
        }
      : null
  },
  isKnown: (asked) => asked.path.includes(SID) && bearer(asked) === basic(SID, 'emulated-token'),
  taken: ({ to, from, text }, id) => ({
    status: 201,
    body: {
      sid: `SM${id.replaceAll('-', '')}`,
      account_sid: SID,
      to,
      from,
      body: text,
      status: 'queued',
      error_code: null,
      price: null,
    },
  }),
  balance: () => ({ status: 200, body: { account_sid: SID, balance: '18.40', currency: 'USD' } }),
  whole: () => ({ status: 200, body: { sid: SID, friendly_name: 'Coffee Lab', status: 'active', type: 'Full' } }),
  refuse(why) {
    const [status, code, message] = CODES[why]
    return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } }
  },
}
