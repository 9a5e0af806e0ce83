import { digits, numbersOf, type Judged, type Vendor } from './vendor.ts'

const CODES = {
  auth: 200,
  no_funds: 201,
  bad_phone: 202,
  sender_not_allowed: 204,
  text_forbidden: 205,
  throttled: 230,
  duplicate: 231,
  blocked: 901,
} as const
/** Errors of the account are at the top level, errors of a number beside the number. */
const OF_ACCOUNT: ReadonlySet<string> = new Set(['auth', 'blocked'])

const refusedText = (why: keyof typeof CODES) => ({
  status: 'ERROR',
  status_code: CODES[why],
  status_text: `refused: ${why}`,
})
const shownText = ({ id, refused }: Judged) =>
  refused ? refusedText(refused) : { status: 'OK', status_code: 100, sms_id: id.slice(0, 13) }

export const smsru: Vendor = {
  name: 'SMS.ru',
  account: { apiKey: 'emulated-key', sender: 'COFFEE' },
  read({ method, path, form }) {
    if (path === '/my/balance') return { kind: 'balance' }
    if (path !== '/sms/send' || method !== 'POST') return null
    const [from, text] = [form.get('from') ?? 'SMS.ru', form.get('msg') ?? '']
    return { kind: 'texts', texts: numbersOf(form.get('to')).map((to) => ({ to, from, text })) }
  },
  isKnown: ({ form }) => form.get('api_id') === 'emulated-key',
  taken: (judged) => ({
    status: 200,
    body: {
      status: 'OK',
      status_code: 100,
      sms: Object.fromEntries(judged.map((one) => [digits(one), shownText(one)])),
      balance: 120.5,
    },
  }),
  balance: () => ({ status: 200, body: { status: 'OK', status_code: 100, balance: 120.5 } }),
  refuse(why, text) {
    const refused = refusedText(why)
    return {
      status: 200,
      body: OF_ACCOUNT.has(why)
        ? refused
        : { status: 'OK', status_code: 100, sms: { [digits(text)]: refused }, balance: 120.5 },
    }
  },
}
