import { at, basic, bearer, type Vendor } from './vendor.ts'

const FAULTS = {
  auth: [401, null, 'Your request was made with invalid credentials.'],
  no_funds: [402, null, 'Not enough money on the balance.'],
  bad_phone: [400, { number: ['Wrong number.'] }, 'Validation error.'],
  sender_not_allowed: [400, { sign: ['Sign is not allowed.'] }, 'Validation error.'],
  text_forbidden: [400, { text: ['Text is forbidden.'] }, 'Validation error.'],
  throttled: [429, null, 'Too many requests.'],
  duplicate: [429, null, 'Too many requests.'],
  blocked: [400, null, 'User is blocked.'],
} as const

export const smsaero: Vendor = {
  name: 'SMS Aero',
  account: { login: 'shop@kartoteka.example', apiKey: 'emulated-key', sender: 'SMS Aero' },
  read({ method, path, json }) {
    if (path === '/v2/balance') return { kind: 'balance' }
    if (path !== '/v2/sms/send' || method !== 'POST') return null
    return { kind: 'text', text: { to: at(json, 'number'), from: at(json, 'sign'), text: at(json, 'text') } }
  },
  isKnown: (asked) => bearer(asked) === basic('shop@kartoteka.example', 'emulated-key'),
  taken: ({ to, from, text }, id) => ({
    status: 200,
    body: {
      success: true,
      data: {
        id: Number.parseInt(id.slice(0, 8), 16),
        from,
        number: to,
        text,
        status: 0,
        extendStatus: 'queue',
        cost: 3.1,
      },
      message: null,
    },
  }),
  balance: () => ({ status: 200, body: { success: true, data: { balance: 337.03 }, message: null } }),
  refuse(why) {
    const [status, data, message] = FAULTS[why]
    return { status, body: { success: false, data, message } }
  },
}
