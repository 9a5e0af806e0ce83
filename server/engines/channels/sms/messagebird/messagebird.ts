/**
 * MessageBird's REST interface, as accounts from before Bird have it.
 * https://developers.messagebird.com/api/sms-messaging (2026-11)
 */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { maskDetail } from '../../../../base/outbound/outbound.ts'
import {
  callVendor,
  digitsOf,
  failureOfStatus,
  refusedCheck,
  refusedSend,
  type SmsProvider,
  unsent,
} from '../provider.ts'

const Fault = z.object({ code: z.number(), description: z.string().nullish(), parameter: z.string().nullish() })
const Failure = z.object({ errors: z.array(Fault).min(1) })
const Sent = z.object({
  id: z.string(),
  recipients: z.object({ items: z.array(z.object({ status: z.string() })) }).optional(),
})
const Balance = z.object({ amount: z.coerce.string(), type: z.string(), payment: z.string() })

const BY_CODE: Readonly<Record<number, SmsFailure>> = { 2: 'auth', 25: 'no_funds' }
const BY_PARAMETER: Readonly<Record<string, SmsFailure>> = {
  originator: 'sender_not_allowed',
  recipients: 'bad_phone',
  recipient: 'bad_phone',
  body: 'text_forbidden',
}

function failureOf(status: number, { code, parameter }: z.infer<typeof Fault>): SmsFailure {
  return BY_CODE[code] ?? BY_PARAMETER[parameter ?? ''] ?? failureOfStatus(status)
}

const headersOf = (key: string) => ({
  authorization: `AccessKey ${key}`,
})
const faultOf = ({ errors }: z.infer<typeof Failure>) => errors[0] as z.infer<typeof Fault>

export const messagebird: SmsProvider = {
  type: 'messagebird',
  address: 'https://rest.messagebird.com',
  async send({ apiKey, smsFrom }, { to, text, reference }, wire) {
    const json = {
      // As text, as the vendor's own library sends it.
      recipients: digitsOf(to),
      originator: smsFrom,
      body: text,
      datacoding: 'auto',
      reference: reference.slice(0, 60),
    }
    const reply = await callVendor(
      { url: `${wire.url}/messages`, method: 'POST', headers: headersOf(apiKey), json },
      wire,
      z.union([Sent, Failure]),
    )
    if (!reply.isRead) return unsent(reply)
    if ('errors' in reply.body) {
      const fault = faultOf(reply.body)
      return refusedSend(failureOf(reply.status, fault), maskDetail(fault.code, fault.description))
    }
    const isFailed = reply.body.recipients?.items[0]?.status === 'delivery_failed'
    return isFailed ? refusedSend('bad_phone', 'delivery_failed') : { isSent: true, id: reply.body.id }
  },
  async check({ apiKey }, wire) {
    const reply = await callVendor(
      { url: `${wire.url}/balance`, headers: headersOf(apiKey) },
      wire,
      z.union([Balance, Failure]),
    )
    if (!reply.isRead) return refusedCheck(reply.failure, reply.detail)
    if ('errors' in reply.body) {
      const fault = faultOf(reply.body)
      return refusedCheck(failureOf(reply.status, fault), maskDetail(fault.code, fault.description))
    }
    // Postpaid accounts have no meaningful amount.
    return {
      isRight: true,
      balance: reply.body.payment === 'postpaid' ? null : { amount: reply.body.amount, currency: reply.body.type },
    }
  },
}
