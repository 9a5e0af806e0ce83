/** SMS Aero over its second interface. https://smsaero.ru/integration/documentation/api/ (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { fit } from '../../../../base/shape.ts'
import { basicAuthorization, maskDetail } from '../../../../base/outbound/outbound.ts'
import {
  callVendor,
  digitsOf,
  failureOfStatus,
  refusedCheck,
  refusedSend,
  type SmsAccount,
  type SmsProvider,
  unsent,
} from '../provider.ts'

const Reply = z.object({ success: z.boolean(), message: z.string().nullish(), data: z.unknown() })
const Sent = z.object({ id: z.union([z.string(), z.number()]) })
const Balance = z.object({ balance: z.coerce.string() })

/** Refusals have no numbers: the faulty field is named beside the message, or in the message. */
function failureOf(status: number, { message, data }: z.infer<typeof Reply>): SmsFailure {
  const field = typeof data === 'object' && data !== null ? Object.keys(data).join(' ') : ''
  const words = `${field} ${message ?? ''}`
  if (status === 401 || /\b(auth|unauthori[sz]ed)/i.test(words)) return 'auth'
  if (status === 402 || /balance|funds|money|средств|баланс/i.test(words)) return 'no_funds'
  if (/\bsign\b|подпис/i.test(words)) return 'sender_not_allowed'
  if (/number|номер/i.test(words)) return 'bad_phone'
  if (/\btext\b|текст/i.test(words)) return 'text_forbidden'
  if (/block|заблокирован/i.test(words)) return 'blocked'
  return failureOfStatus(status)
}

const headersOf = ({ login, apiKey }: SmsAccount) => ({
  authorization: basicAuthorization(login, apiKey),
})

export const smsaero: SmsProvider = {
  type: 'smsaero',
  address: 'https://gate.smsaero.ru',
  async send(account, { to, text }, wire) {
    const json = { number: digitsOf(to), text, sign: account.smsFrom }
    const reply = await callVendor(
      { url: `${wire.url}/v2/sms/send`, method: 'POST', headers: headersOf(account), json },
      wire,
      Reply,
    )
    if (!reply.isRead) return unsent(reply)
    if (!reply.body.success)
      return refusedSend(failureOf(reply.status, reply.body), maskDetail(reply.status, reply.body.message))
    // One number gives one record, or a list of one.
    const sent = fit(Sent, Array.isArray(reply.body.data) ? reply.body.data[0] : reply.body.data)
    return sent.success
      ? { isSent: true, id: String(sent.data.id) }
      : { isSent: false, mayHaveLeft: true, failure: 'temporary', detail: 'taken without a number' }
  },
  async check(account, wire) {
    const reply = await callVendor({ url: `${wire.url}/v2/balance`, headers: headersOf(account) }, wire, Reply)
    if (!reply.isRead) return refusedCheck(reply.failure, reply.detail)
    if (!reply.body.success)
      return refusedCheck(failureOf(reply.status, reply.body), maskDetail(reply.status, reply.body.message))
    const balance = fit(Balance, reply.body.data)
    return { isRight: true, balance: balance.success ? { amount: balance.data.balance, currency: 'RUB' } : null }
  },
}
