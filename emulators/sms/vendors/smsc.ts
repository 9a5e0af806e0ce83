import type { Vendor } from './vendor.ts'

const CODES = {
  auth: [2, 'authorise error'],
  no_funds: [3, 'no money'],
  blocked: [4, 'ip blocked'],
  text_forbidden: [6, 'message is denied'],
  sender_not_allowed: [6, 'sender is denied'],
  bad_phone: [7, 'invalid number'],
  duplicate: [9, 'duplicate request, wait a minute'],
  throttled: [9, 'too many requests'],
} as const

export const smsc: Vendor = {
  name: 'SMSC.ru',
  account: { login: 'kartoteka', password: 'emulated-password', apiKey: 'emulated-key', sender: 'COFFEE' },
  read({ method, path, form }) {
    if (path === '/sys/balance.php') return { kind: 'balance' }
    if (path !== '/sys/send.php' || method !== 'POST') return null
    return {
      kind: 'text',
      text: { to: form.get('phones') ?? '', from: form.get('sender') ?? 'SMSC.RU', text: form.get('mes') ?? '' },
    }
  },
  isKnown: ({ form }) =>
    form.get('apikey') === 'emulated-key' ||
    (form.get('login') === 'kartoteka' && form.get('psw') === 'emulated-password'),
  taken: (_, id) => ({ status: 200, body: { id: Number.parseInt(id.slice(0, 8), 16), cnt: 1 } }),
  balance: () => ({ status: 200, body: { balance: '984.70', currency: 'RUR' } }),
  refuse: (why) => ({ status: 200, body: { error: CODES[why][1], error_code: CODES[why][0] } }),
}
