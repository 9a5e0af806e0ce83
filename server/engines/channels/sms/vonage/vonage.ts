/** Vonage's SMS API. https://developer.vonage.com/en/api/sms and /en/api-errors/sms (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { isSevenBit } from '../../../../../contract/people/sms-text.ts'
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

const Sent = z.object({
  messages: z
    .array(
      z.object({ status: z.coerce.string(), 'message-id': z.string().optional(), 'error-text': z.string().optional() }),
    )
    .min(1),
})
const Balance = z.object({
  value: z.number().optional(),
  'error-code': z.string().optional(),
  'error-code-label': z.string().optional(),
})

const FAILURES: Readonly<Record<string, SmsFailure>> = {
  1: 'throttled',
  10: 'throttled',
  4: 'auth',
  14: 'auth',
  6: 'bad_phone',
  7: 'bad_phone',
  29: 'bad_phone',
  33: 'bad_phone',
  8: 'blocked',
  11: 'blocked',
  9: 'no_funds',
  12: 'text_forbidden',
  15: 'sender_not_allowed',
}

/** 3 is about a parameter, which the message names. */
function failureOf(status: string, words = ''): SmsFailure {
  if (status === '3')
    return /\bfrom\b/i.test(words) ? 'sender_not_allowed' : /\bto\b/i.test(words) ? 'bad_phone' : 'temporary'
  return FAILURES[status] ?? 'temporary'
}

/** In a header, never in the address: addresses are written into logs. */
const headersOf = ({ login, password }: SmsAccount) => ({ authorization: basicAuthorization(login, password) })

export const vonage: SmsProvider = {
  type: 'vonage',
  address: 'https://rest.nexmo.com',
  async send(account, { to, text, reference }, wire) {
    const json = {
      from: account.smsFrom,
      to: digitsOf(to),
      text,
      // Characters that its default alphabet does not have would arrive as question marks.
      type: isSevenBit(text) ? 'text' : 'unicode',
      'client-ref': reference.slice(0, 40),
    }
    const request = { url: `${wire.url}/sms/json`, method: 'POST' as const, headers: headersOf(account), json }
    const reply = await callVendor(request, wire, Sent)
    if (!reply.isRead) return unsent(reply)
    // A long text is several messages: if one is refused, the whole text is.
    const { messages } = reply.body
    const refused = messages.find(({ status }) => status !== '0')
    if (refused)
      return refusedSend(
        failureOf(refused.status, refused['error-text']),
        maskDetail(refused.status, refused['error-text']),
      )
    return { isSent: true, id: messages[0]?.['message-id'] ?? '' }
  },
  async check(account, wire) {
    const request = { url: `${wire.url}/account/get-balance`, headers: headersOf(account) }
    const reply = await callVendor(request, wire, Balance)
    if (!reply.isRead) return refusedCheck(reply.failure, reply.detail)
    if (reply.body.value === undefined)
      return refusedCheck(failureOfStatus(reply.status), maskDetail(reply.status, reply.body['error-code-label']))
    return { isRight: true, balance: { amount: reply.body.value.toFixed(2), currency: 'EUR' } }
  },
}
