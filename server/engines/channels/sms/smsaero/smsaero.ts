/** SMS Aero over its second interface. https://smsaero.ru/integration/documentation/api/ (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { fit } from '../../../../base/shape.ts'
import { basicAuthorization } from '../../ask-vendor.ts'
import {
  ask,
  digitsOf,
  failureOfStatus,
  refusedCheck,
  refusedSend,
  type SmsAccount,
  type SmsProvider,
  toldOf,
  unsent,
} from '../provider.ts'

const Said = z.object({ success: z.boolean(), message: z.string().nullish(), data: z.unknown() })
const Sent = z.object({ id: z.union([z.string(), z.number()]) })
const Balance = z.object({ balance: z.coerce.string() })

/** It has no numbers for what it refuses: the guilty field is named beside the words, or the words name it. */
function failureOf(status: number, { message, data }: z.infer<typeof Said>): SmsFailure {
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
  'content-type': 'application/json',
  accept: 'application/json',
})

export const smsaero: SmsProvider = {
  type: 'smsaero',
  address: 'https://gate.smsaero.ru',
  async send(account, { to, text }, wire) {
    const body = JSON.stringify({ number: digitsOf(to), text, sign: account.smsFrom })
    const heard = await ask(
      `${wire.url}/v2/sms/send`,
      { method: 'POST', headers: headersOf(account), body },
      wire,
      Said,
    )
    if (!heard.isHeard) return unsent(heard)
    if (!heard.said.success)
      return refusedSend(failureOf(heard.status, heard.said), toldOf(heard.status, heard.said.message))
    // One number gives one record, or a list of one.
    const sent = fit(Sent, Array.isArray(heard.said.data) ? heard.said.data[0] : heard.said.data)
    return sent.success
      ? { isSent: true, id: String(sent.data.id) }
      : { isSent: false, mayHaveLeft: true, failure: 'temporary', told: 'taken without a number' }
  },
  async check(account, wire) {
    const heard = await ask(`${wire.url}/v2/balance`, { method: 'GET', headers: headersOf(account) }, wire, Said)
    if (!heard.isHeard) return refusedCheck(heard.failure, heard.told)
    if (!heard.said.success)
      return refusedCheck(failureOf(heard.status, heard.said), toldOf(heard.status, heard.said.message))
    const balance = fit(Balance, heard.said.data)
    return { isRight: true, balance: balance.success ? { amount: balance.data.balance, currency: 'RUB' } : null }
  },
}
