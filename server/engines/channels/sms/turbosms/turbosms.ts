/** TurboSMS over its JSON interface. https://turbosms.ua/api.html (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { fit } from '../../../../base/shape.ts'
import { ask, digitsOf, refusedCheck, refusedSend, type SmsProvider, toldOf, unsent } from '../provider.ts'

const Said = z.object({ response_code: z.number(), response_status: z.string(), response_result: z.unknown() })
const One = z.object({ message_id: z.string().nullish(), response_code: z.number(), response_status: z.string() })
const Balance = z.object({ balance: z.coerce.string() })

/** Accepted, sent, and both of them for a part of the numbers. */
const TAKEN = new Set([0, 800, 801, 802, 803])

/** Its numbers grow with each interface, its names are kept: what a name speaks of decides. */
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

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

export const turbosms: SmsProvider = {
  type: 'turbosms',
  address: 'https://api.turbosms.ua',
  async send({ apiKey, smsFrom }, { to, text }, wire) {
    const body = JSON.stringify({ recipients: [digitsOf(to)], sms: { sender: smsFrom, text } })
    const heard = await ask(
      `${wire.url}/message/send.json`,
      { method: 'POST', headers: headersOf(apiKey), body },
      wire,
      Said,
    )
    if (!heard.isHeard) return unsent(heard)
    const { response_code: code, response_status: name, response_result: result } = heard.said
    const one = fit(One, Array.isArray(result) ? result[0] : undefined).data
    // A refused number stands in a list of results even where the whole was taken in part.
    if (one && !TAKEN.has(one.response_code))
      return refusedSend(failureOf(one.response_status), toldOf(one.response_code, one.response_status))
    if (!TAKEN.has(code)) return refusedSend(failureOf(name), toldOf(code, name))
    return one
      ? { isSent: true, id: one.message_id ?? '' }
      : { isSent: false, mayHaveLeft: true, failure: 'temporary', told: 'no word about the number' }
  },
  async check({ apiKey }, wire) {
    const heard = await ask(
      `${wire.url}/user/balance.json`,
      { method: 'POST', headers: headersOf(apiKey), body: '{}' },
      wire,
      Said,
    )
    if (!heard.isHeard) return refusedCheck(heard.failure, heard.told)
    const { response_code: code, response_status: name, response_result: result } = heard.said
    if (code !== 0) return refusedCheck(failureOf(name), toldOf(code, name))
    const balance = fit(Balance, result)
    return { isRight: true, balance: balance.success ? { amount: balance.data.balance, currency: 'UAH' } : null }
  },
}
