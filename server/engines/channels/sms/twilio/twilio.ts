/** Twilio's Messages API. https://www.twilio.com/docs/messaging/api/message-resource (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { basicAuthorization, maskDetail } from '../../../../base/outbound/outbound.ts'
import {
  callVendor,
  failureOfStatus,
  refusedCheck,
  refusedSend,
  type SmsAccount,
  type SmsProvider,
  type Wire,
  unsent,
} from '../provider.ts'

const Failure = z.object({ code: z.number(), message: z.string().nullish() })
const Sent = z.object({ sid: z.string() })
const Account = z.object({ status: z.string() })
const Balance = z.object({ balance: z.string(), currency: z.string() })

/** https://www.twilio.com/docs/api/errors; an account without money is suspended, so both have the same code. */
const FAILURES: Readonly<Record<number, SmsFailure>> = {
  20003: 'auth',
  10001: 'blocked',
  20005: 'blocked',
  20403: 'blocked',
  30002: 'blocked',
  20429: 'throttled',
  21611: 'throttled',
  14107: 'throttled',
  21212: 'sender_not_allowed',
  21603: 'sender_not_allowed',
  21606: 'sender_not_allowed',
  21659: 'sender_not_allowed',
  21660: 'sender_not_allowed',
  21661: 'sender_not_allowed',
  21701: 'sender_not_allowed',
  21702: 'sender_not_allowed',
  21703: 'sender_not_allowed',
  21705: 'sender_not_allowed',
  21602: 'text_forbidden',
  21605: 'text_forbidden',
  21617: 'text_forbidden',
  30007: 'text_forbidden',
}

function failureOf(status: number, code: number): SmsFailure {
  // The other 21xxx codes refuse this number: invalid, blocked, in another region or unsubscribed.
  return FAILURES[code] ?? (status < 500 && code >= 21_000 && code < 22_000 ? 'bad_phone' : failureOfStatus(status))
}

const base = ({ login }: SmsAccount, { url }: Wire) => `${url}/2010-04-01/Accounts/${encodeURIComponent(login)}`
/** An API key (SK…) has a secret of its own, and signs in instead of the account. */
const headersOf = ({ login, password, apiKey }: SmsAccount) => ({
  authorization: basicAuthorization(apiKey || login, password),
})
/** Any list will do: it is not read. */
const Listed = z.object({ messages: z.array(z.unknown()) })

export const twilio: SmsProvider = {
  type: 'twilio',
  address: 'https://api.twilio.com',
  async send(account, { to, text }, wire) {
    const sender = /^MG[0-9a-f]{32}$/i.test(account.smsFrom)
      ? { MessagingServiceSid: account.smsFrom }
      : { From: account.smsFrom }
    const form = { To: to, ...sender, Body: text }
    const reply = await callVendor(
      { url: `${base(account, wire)}/Messages.json`, method: 'POST', headers: headersOf(account), form },
      wire,
      z.union([Sent, Failure]),
    )
    if (!reply.isRead) return unsent(reply)
    if ('sid' in reply.body) return { isSent: true, id: reply.body.sid }
    return refusedSend(failureOf(reply.status, reply.body.code), maskDetail(reply.body.code, reply.body.message))
  },
  async check(account, wire) {
    // A standard API key may read messages, and may not read the account.
    const request = account.apiKey
      ? { url: `${base(account, wire)}/Messages.json?PageSize=1`, headers: headersOf(account) }
      : { url: `${base(account, wire)}.json`, headers: headersOf(account) }
    const reply = await callVendor(request, wire, z.union([Listed, Failure, Account]))
    if (!reply.isRead) return refusedCheck(reply.failure, reply.detail)
    if (reply.status >= 300 && 'code' in reply.body)
      return refusedCheck(failureOf(reply.status, reply.body.code), maskDetail(reply.body.code, reply.body.message))
    if (!('messages' in reply.body) && !('status' in reply.body && reply.body.status === 'active'))
      return refusedCheck('blocked', 'the account is not active')
    // Subaccounts have no balance, and a restricted key may not read it.
    const balance = await callVendor(
      { url: `${base(account, wire)}/Balance.json`, headers: headersOf(account) },
      wire,
      Balance,
    )
    return {
      isRight: true,
      balance: balance.isRead ? { amount: balance.body.balance, currency: balance.body.currency } : null,
    }
  },
}
