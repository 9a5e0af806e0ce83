/**
 * MessageBird's REST interface, as accounts from before Bird have it.
 * https://developers.messagebird.com/api/sms-messaging (2026-11)
 */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import {
  ask,
  digitsOf,
  failureOfStatus,
  refusedCheck,
  refusedSend,
  type SmsProvider,
  toldOf,
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
  'content-type': 'application/json',
  accept: 'application/json',
})
const faultOf = ({ errors }: z.infer<typeof Failure>) => errors[0] as z.infer<typeof Fault>

export const messagebird: SmsProvider = {
  type: 'messagebird',
  address: 'https://rest.messagebird.com',
  async send({ apiKey, smsFrom }, { to, text, reference }, wire) {
    const body = JSON.stringify({
      recipients: [digitsOf(to)],
      originator: smsFrom,
      body: text,
      datacoding: 'auto',
      reference: reference.slice(0, 60),
    })
    const heard = await ask(
      `${wire.url}/messages`,
      { method: 'POST', headers: headersOf(apiKey), body },
      wire,
      z.union([Sent, Failure]),
    )
    if (!heard.isHeard) return unsent(heard)
    if ('errors' in heard.said) {
      const fault = faultOf(heard.said)
      return refusedSend(failureOf(heard.status, fault), toldOf(fault.code, fault.description))
    }
    const isFailed = heard.said.recipients?.items[0]?.status === 'delivery_failed'
    return isFailed ? refusedSend('bad_phone', 'delivery_failed') : { isSent: true, id: heard.said.id }
  },
  async check({ apiKey }, wire) {
    const heard = await ask(
      `${wire.url}/balance`,
      { method: 'GET', headers: headersOf(apiKey) },
      wire,
      z.union([Balance, Failure]),
    )
    if (!heard.isHeard) return refusedCheck(heard.failure, heard.told)
    if ('errors' in heard.said) {
      const fault = faultOf(heard.said)
      return refusedCheck(failureOf(heard.status, fault), toldOf(fault.code, fault.description))
    }
    // Who pays afterwards has no amount that says anything.
    return {
      isRight: true,
      balance: heard.said.payment === 'postpaid' ? null : { amount: heard.said.amount, currency: heard.said.type },
    }
  },
}
