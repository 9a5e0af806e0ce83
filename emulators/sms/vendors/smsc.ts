import { numbersOf, type Vendor, type VendorRequest } from './vendor.ts'

const CODES = {
  auth: [2, 'authorise error'],
  no_funds: [3, 'no money'],
  blocked: [4, 'ip blocked'],
  text_forbidden: [6, 'message is denied'],
  sender_not_allowed: [6, 'message is denied'],
  bad_phone: [7, 'invalid number'],
  duplicate: [9, 'duplicate request, wait a minute'],
  throttled: [9, 'too many requests'],
} as const

const field = ({ form, query }: VendorRequest, name: string) => form.get(name) ?? query.get(name) ?? ''
/** Without `fmt=3` it answers in words. */
const isJson = (asked: VendorRequest) => field(asked, 'fmt') === '3'

export const smsc: Vendor = {
  name: 'SMSC.ru',
  account: { login: 'kartoteka', password: 'emulated-password', apiKey: 'emulated-key', sender: 'COFFEE' },
  read(asked) {
    if (asked.path === '/sys/balance.php') return { kind: 'balance' }
    if (asked.path !== '/sys/send.php') return null
    const [from, text] = [field(asked, 'sender') || 'SMSC.RU', field(asked, 'mes')]
    return { kind: 'texts', texts: numbersOf(field(asked, 'phones')).map((to) => ({ to, from, text })) }
  },
  isKnown: (asked) =>
    field(asked, 'apikey') === 'emulated-key' ||
    (field(asked, 'login') === 'kartoteka' && field(asked, 'psw') === 'emulated-password'),
  taken(judged, request, asked) {
    const [id, cnt] = [Number.parseInt(request.slice(0, 8), 16), judged.filter(({ refused }) => !refused).length]
    return { status: 200, body: isJson(asked) ? { id, cnt } : `OK - ${cnt} SMS, ID - ${id}` }
  },
  balance: (asked) => ({ status: 200, body: isJson(asked) ? { balance: '984.70', currency: 'RUR' } : '984.70' }),
  refuse(why, _, asked) {
    const [code, words] = CODES[why]
    return { status: 200, body: isJson(asked) ? { error: words, error_code: code } : `ERROR = ${code} (${words})` }
  },
}
