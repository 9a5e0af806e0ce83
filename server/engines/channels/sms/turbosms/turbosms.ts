/** TurboSMS over its JSON interface. https://turbosms.ua/api.html (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { fit } from '../../../../base/shape.ts'
import { maskDetail } from '../../../../base/outbound/outbound.ts'
import { callVendor, digitsOf, refusedCheck, refusedSend, type SmsProvider, unsent } from '../provider.ts'

const Reply = z.object({ response_code: z.number(), response_status: z.string(), response_result: z.unknown() })
const One = z.object({ message_id: z.string().nullish(), response_code: z.number(), response_status: z.string() })
const Balance = z.object({ balance: z.coerce.string() })

/** Accepted, sent, and both of them for some of the numbers. */
const TAKEN = new Set([0, 800, 801, 802, 803])

/** Its numbers change with each interface, its names do not: the parts of a name decide. */
const NAMES: readonly (readonly [RegExp, SmsFailure])[] = [
  [/TOKEN|AUTH|ACTIVE_USER/, 'auth'],
  [/CREDIT|BALANCE|MONEY/, 'no_funds'],
  [/SENDER/, 'sender_not_allowed'],
  [/DUPLICATE/, 'duplicate'],
  [/PHONE|RECIPIENT|NUMBER|STOPLIST|COUNTRY/, 'bad_phone'],
  [/TEXT|CONTENT/, 'text_forbidden'],
  [/LIMIT|TOO_MANY/, 'throttled'],
  [/BLOCK/, 'blocked'],
]
const failureOf = (name: string): SmsFailure => NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? 'temporary'

const headersOf = (token: string) => ({ authorization: `Bearer ${token}` })

export const turbosms: SmsProvider = {
  type: 'turbosms',
  address: 'https://api.turbosms.ua',
  async send({ apiKey, smsFrom }, { to, text }, wire) {
    const json = { recipients: [digitsOf(to)], sms: { sender: smsFrom, text } }
    const reply = await callVendor(
      { url: `${wire.url}/message/send.json`, method: 'POST', headers: headersOf(apiKey), json },
      wire,
      Reply,
    )
    if (!reply.isRead) return unsent(reply)
    const { response_code: code, response_status: name, response_result: result } = reply.body
    const one = fit(One, Array.isArray(result) ? result[0] : undefined).data
    // A refused number is in a list of results even if only some numbers were refused.
    if (one && !TAKEN.has(one.response_code))
      return refusedSend(failureOf(one.response_status), maskDetail(one.response_code, one.response_status))
    if (!TAKEN.has(code)) return refusedSend(failureOf(name), maskDetail(code, name))
    return one
      ? { isSent: true, id: one.message_id ?? '' }
      : { isSent: false, mayHaveLeft: true, failure: 'temporary', detail: 'no word about the number' }
  },
  async check({ apiKey }, wire) {
    const reply = await callVendor(
      { url: `${wire.url}/user/balance.json`, method: 'POST', headers: headersOf(apiKey), json: {} },
      wire,
      Reply,
    )
    if (!reply.isRead) return refusedCheck(reply.failure, reply.detail)
    const { response_code: code, response_status: name, response_result: result } = reply.body
    if (code !== 0) return refusedCheck(failureOf(name), maskDetail(code, name))
    const balance = fit(Balance, result)
    return { isRight: true, balance: balance.success ? { amount: balance.data.balance, currency: 'UAH' } : null }
  },
}
