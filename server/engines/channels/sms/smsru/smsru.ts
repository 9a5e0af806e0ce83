/** SMS.ru over its HTTP interface. https://sms.ru/api (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { ask, digitsOf, refusedCheck, refusedSend, type SmsProvider, toldOf, unsent } from '../provider.ts'

const Said = z.object({ status: z.string(), status_code: z.number(), status_text: z.string().optional() })
const Sent = Said.extend({ sms: z.record(z.string(), Said.extend({ sms_id: z.string().optional() })).optional() })
const Balance = Said.extend({ balance: z.coerce.string().optional() })

const FAILURES: Readonly<Record<number, SmsFailure>> = {
  200: 'auth',
  300: 'auth',
  301: 'auth',
  302: 'auth',
  303: 'auth',
  201: 'no_funds',
  202: 'bad_phone',
  207: 'bad_phone',
  209: 'bad_phone',
  211: 'bad_phone',
  214: 'bad_phone',
  204: 'sender_not_allowed',
  203: 'text_forbidden',
  205: 'text_forbidden',
  212: 'text_forbidden',
  206: 'throttled',
  230: 'throttled',
  231: 'duplicate',
  232: 'duplicate',
  233: 'duplicate',
  901: 'blocked',
}
const failureOf = (code: number): SmsFailure => FAILURES[code] ?? 'temporary'

const post = (fields: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams({ ...fields, json: '1' }),
})

export const smsru: SmsProvider = {
  type: 'smsru',
  address: 'https://sms.ru',
  async send({ apiKey, smsFrom }, { to, text }, wire) {
    const from = smsFrom === '' ? {} : { from: smsFrom }
    const heard = await ask(
      `${wire.url}/sms/send`,
      post({ api_id: apiKey, to: digitsOf(to), msg: text, ...from }),
      wire,
      Sent,
    )
    if (!heard.isHeard) return unsent(heard)
    // The OK outside says that the question was understood; whether the text was taken stands beside the number.
    const one = heard.said.status === 'OK' ? Object.values(heard.said.sms ?? {})[0] : heard.said
    if (one === undefined)
      return { isSent: false, mayHaveLeft: true, failure: 'temporary', told: 'no word about the number' }
    if (one.status === 'OK') return { isSent: true, id: 'sms_id' in one ? String(one.sms_id) : '' }
    return refusedSend(failureOf(one.status_code), toldOf(one.status_code, one.status_text))
  },
  async check({ apiKey }, wire) {
    const heard = await ask(`${wire.url}/my/balance`, post({ api_id: apiKey }), wire, Balance)
    if (!heard.isHeard) return refusedCheck(heard.failure, heard.told)
    const { status, status_code: code, status_text: text, balance } = heard.said
    if (status !== 'OK') return refusedCheck(failureOf(code), toldOf(code, text))
    return { isRight: true, balance: balance === undefined ? null : { amount: balance, currency: 'RUB' } }
  },
}
