/** SMS.ru over its HTTP interface. https://sms.ru/api (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { maskDetail } from '../../../../base/outbound/outbound.ts'
import { callVendor, digitsOf, refusedCheck, refusedSend, type SmsProvider, unsent } from '../provider.ts'

const Reply = z.object({ status: z.string(), status_code: z.number(), status_text: z.string().optional() })
const Sent = Reply.extend({ sms: z.record(z.string(), Reply.extend({ sms_id: z.string().optional() })).optional() })
const Balance = Reply.extend({ balance: z.coerce.string().optional() })

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

const post = (url: string, fields: Record<string, string>) => ({
  url,
  method: 'POST' as const,
  form: { ...fields, json: '1' },
})

export const smsru: SmsProvider = {
  type: 'smsru',
  address: 'https://sms.ru',
  async send({ apiKey, smsFrom }, { to, text }, wire) {
    const from = smsFrom === '' ? {} : { from: smsFrom }
    const reply = await callVendor(
      post(`${wire.url}/sms/send`, { api_id: apiKey, to: digitsOf(to), msg: text, ...from }),
      wire,
      Sent,
    )
    if (!reply.isRead) return unsent(reply)
    // The outer OK means that the request was understood; whether the text was accepted is next to the number.
    const one = reply.body.status === 'OK' ? Object.values(reply.body.sms ?? {})[0] : reply.body
    if (one === undefined)
      return { isSent: false, mayHaveLeft: true, failure: 'temporary', detail: 'no word about the number' }
    if (one.status === 'OK') return { isSent: true, id: 'sms_id' in one ? String(one.sms_id) : '' }
    return refusedSend(failureOf(one.status_code), maskDetail(one.status_code, one.status_text))
  },
  async check({ apiKey }, wire) {
    const reply = await callVendor(post(`${wire.url}/my/balance`, { api_id: apiKey }), wire, Balance)
    if (!reply.isRead) return refusedCheck(reply.failure, reply.detail)
    const { status, status_code: code, status_text: text, balance } = reply.body
    if (status !== 'OK') return refusedCheck(failureOf(code), maskDetail(code, text))
    return { isRight: true, balance: balance === undefined ? null : { amount: balance, currency: 'RUB' } }
  },
}
