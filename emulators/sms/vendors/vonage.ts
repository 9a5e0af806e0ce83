import type { VendorRequest, Vendor } from './vendor.ts'

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
const key = ({ form, query }: VendorRequest, name: string) => form.get(name) ?? query.get(name)

export const vonage: Vendor = {
  name: 'Vonage',
  account: { login: 'c0ffee01', password: 'emulated-secret', sender: 'COFFEE' },
  read({ method, path, form }) {
    if (path === '/account/get-balance') return { kind: 'balance' }
    if (path !== '/sms/json' || method !== 'POST') return null
    return {
      kind: 'text',
      text: { to: form.get('to') ?? '', from: form.get('from') ?? '', text: form.get('text') ?? '' },
    }
  },
  isKnown: (asked) => key(asked, 'api_key') === 'c0ffee01' && key(asked, 'api_secret') === 'emulated-secret',
  taken: ({ to }, id) => ({
    status: 200,
    body: {
      'message-count': '1',
      messages: [
        { to, 'message-id': id, status: '0', 'remaining-balance': '9.97', 'message-price': '0.03', network: '23001' },
      ],
    },
  }),
  balance: () => ({ status: 200, body: { value: 9.97, autoReload: false } }),
  refuse(why) {
    const [status, text] = CODES[why]
    return { status: 200, body: { 'message-count': '1', messages: [{ status, 'error-text': text }] } }
  },
}
