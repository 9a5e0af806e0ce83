import { at, basic, bearer, digits, readable, type Vendor, type VendorRequest } from './vendor.ts'

const CODES = {
  auth: ['4', 'Bad Credentials'],
  no_funds: ['9', 'Quota Exceeded - rejected'],
  bad_phone: ['6', 'Unroutable message - rejected'],
  sender_not_allowed: ['15', 'Illegal Sender Address - rejected'],
  text_forbidden: ['12', 'Message too long'],
  duplicate: ['1', 'Throughput Rate Exceeded'],
  throttled: ['1', 'Throughput Rate Exceeded'],
  blocked: ['8', 'Partner account barred'],
} as const
const [KEY, SECRET] = ['c0ffee01', 'emulated-secret']

/** A JSON body, a form, or the address, in which older programs write everything. */
const field = ({ json, form, query }: VendorRequest, name: string) =>
  json === undefined ? (form.get(name) ?? query.get(name) ?? '') : at(json, name)

export const vonage: Vendor = {
  name: 'Vonage',
  account: { login: KEY, password: SECRET, sender: 'COFFEE' },
  read(asked) {
    if (asked.path === '/account/get-balance') return { kind: 'balance' }
    if (asked.path !== '/sms/json') return null
    const [to, from, text] = [field(asked, 'to'), field(asked, 'from'), field(asked, 'text')]
    return {
      kind: 'texts',
      texts: [{ to, from, text: field(asked, 'type') === 'unicode' ? text : readable(text) }],
    }
  },
  isKnown: (asked) =>
    bearer(asked) === basic(KEY, SECRET) || (field(asked, 'api_key') === KEY && field(asked, 'api_secret') === SECRET),
  taken: (judged) => ({
    status: 200,
    body: {
      'message-count': String(judged.length),
      messages: judged.map(({ to, id }) => ({
        to: digits({ to }),
        'message-id': id,
        status: '0',
        'remaining-balance': '9.97',
        'message-price': '0.03',
        network: '23001',
      })),
    },
  }),
  balance: () => ({ status: 200, body: { value: 9.97, autoReload: false } }),
  refuse(why, { to }) {
    const [status, text] = CODES[why]
    return {
      status: 200,
      body: { 'message-count': '1', messages: [{ ...(to && { to: digits({ to }) }), status, 'error-text': text }] },
    }
  },
}
