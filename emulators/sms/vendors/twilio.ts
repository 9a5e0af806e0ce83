import type { Sms } from '../message.ts'
import { basic, bearer, hexOf, type Reply, type Vendor, type VendorRequest } from './vendor.ts'

const SID = `AC${'c0ffee'.repeat(5)}00`
const KEY = `SK${'c0ffee'.repeat(5)}01`
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

const refused = (status: number, code: number, message: string): Reply => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})
const byToken = (asked: VendorRequest) => bearer(asked) === basic(SID, 'emulated-token')
const byKey = (asked: VendorRequest) => bearer(asked) === basic(KEY, 'emulated-key-secret')
const listPath = `/2010-04-01/Accounts/${SID}/Messages.json`
const rfc2822 = (iso: string) => new Date(iso).toUTCString().replace('GMT', '+0000')

const sidOf = ({ id }: Pick<Sms, 'id'>) => `SM${hexOf(id)}`

/** @param status what has become of it: only a text that has left has a date of sending */
function shownMessage({ id, to, from, text, at }: Sms, status: 'queued' | 'delivered') {
  const isService = /^MG[0-9a-f]{32}$/i.test(from)
  return {
    sid: sidOf({ id }),
    account_sid: SID,
    messaging_service_sid: isService ? from : null,
    to,
    from: isService ? null : from,
    body: text,
    status,
    direction: 'outbound-api',
    num_segments: '1',
    num_media: '0',
    price: null,
    price_unit: 'USD',
    error_code: null,
    error_message: null,
    date_created: rfc2822(at),
    date_updated: rfc2822(at),
    date_sent: status === 'queued' ? null : rfc2822(at),
    api_version: '2010-04-01',
    uri: `/2010-04-01/Accounts/${SID}/Messages/${sidOf({ id })}.json`,
    subresource_uris: { media: `/2010-04-01/Accounts/${SID}/Messages/${sidOf({ id })}/Media.json` },
  }
}

function page(kept: readonly Sms[], query: URLSearchParams): Reply {
  const [to, from, day] = [query.get('To'), query.get('From'), query.get('DateSent')]
  const found = kept.filter(
    (one) => (!to || one.to === to) && (!from || one.from === from) && (!day || one.at.startsWith(day)),
  )
  const size = Math.min(Math.max(Number(query.get('PageSize')) || 50, 1), 1000)
  const number = Number(query.get('Page')) || 0
  const uriOf = (wanted: number) => {
    const next = new URLSearchParams(query)
    next.set('PageSize', String(size))
    next.set('Page', String(wanted))
    return `${listPath}?${next}`
  }
  const start = number * size
  const messages = found.slice(start, start + size).map((one) => shownMessage(one, 'delivered'))
  return {
    status: 200,
    body: {
      page: number,
      page_size: size,
      start,
      end: Math.max(start, start + messages.length - 1),
      uri: uriOf(number),
      first_page_uri: uriOf(0),
      previous_page_uri: number > 0 ? uriOf(number - 1) : null,
      next_page_uri: start + size < found.length ? uriOf(number + 1) : null,
      messages,
    },
  }
}

function readMessage(kept: readonly Sms[], sid: string): Reply {
  const found = kept.find((one) => sidOf(one) === sid)
  return found
    ? { status: 200, body: shownMessage(found, 'delivered') }
    : refused(404, 20404, `The requested resource ${listPath.replace('.json', `/${sid}.json`)} was not found`)
}

export const twilio: Vendor = {
  name: 'Twilio',
  account: { login: SID, password: 'emulated-token', sender: '+420601000001' },
  read({ method, path, form, query }) {
    const [, sid, what, message] =
      /^\/2010-04-01\/Accounts\/([^/.]+)(\/Messages|\/Balance)?(?:\/(SM\w+))?\.json$/.exec(path) ?? []
    if (sid === undefined) return null
    if (what !== '/Messages') return { kind: what === '/Balance' ? 'balance' : 'account' }
    if (method === 'GET')
      return {
        kind: 'kept',
        answer: (kept) => (message === undefined ? page(kept, query) : readMessage(kept, message)),
      }
    if (method !== 'POST' || message !== undefined) return null
    const from = form.get('From') ?? form.get('MessagingServiceSid') ?? ''
    return { kind: 'texts', texts: [{ to: form.get('To') ?? '', from, text: form.get('Body') ?? '' }] }
  },
  // A standard key may do everything but read the account.
  isKnown: (asked) =>
    asked.path.includes(`/${SID}`) && (byToken(asked) || (byKey(asked) && !asked.path.endsWith(`/${SID}.json`))),
  taken([judged]) {
    const { id = '', to = '', from = '', text = '' } = judged ?? {}
    return { status: 201, body: shownMessage({ id, to, from, text, at: new Date().toISOString() }, 'queued') }
  },
  balance: () => ({ status: 200, body: { account_sid: SID, balance: '18.40', currency: 'USD' } }),
  whole: () => ({ status: 200, body: { sid: SID, friendly_name: 'Coffee Lab', status: 'active', type: 'Full' } }),
  refuse(why) {
    const [status, code, message] = CODES[why]
    return refused(status, code, message)
  },
}
