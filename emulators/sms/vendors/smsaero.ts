import { at, basic, bearer, digits, numbersOf, type Judged, type Vendor, within } from './vendor.ts'

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

const shownText = ({ id, from, text, to }: Judged) => ({
  id: Number.parseInt(id.slice(0, 8), 16),
  from,
  number: digits({ to }),
  text,
  status: 0,
  extendStatus: 'queue',
  cost: 3.1,
})

export const smsaero: Vendor = {
  name: 'SMS Aero',
  account: { login: 'shop@kartoteka.example', apiKey: 'emulated-key', sender: 'SMS Aero' },
  read({ method, path, json }) {
    if (path === '/v2/balance') return { kind: 'balance' }
    if (path !== '/v2/sms/send' || method !== 'POST') return null
    const numbers = numbersOf(within(json, 'numbers') ?? within(json, 'number'))
    return { kind: 'texts', texts: numbers.map((to) => ({ to, from: at(json, 'sign'), text: at(json, 'text') })) }
  },
  isKnown: (asked) => bearer(asked) === basic('shop@kartoteka.example', 'emulated-key'),
  taken(judged, _, { json }) {
    const shown = judged.filter(({ refused }) => !refused).map(shownText)
    return {
      status: 200,
      body: { success: true, data: within(json, 'numbers') === undefined ? shown[0] : shown, message: null },
    }
  },
  balance: () => ({ status: 200, body: { success: true, data: { balance: 337.03 }, message: null } }),
  refuse(why) {
    const [status, data, message] = FAULTS[why]
    return { status, body: { success: false, data, message } }
  },
}
