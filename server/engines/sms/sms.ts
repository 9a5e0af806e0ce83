/**
 * Sends the product's own texts by SMS over Twilio's Messages API. Plain values in, an outcome out: what a vendor may
 * answer is no exception here, and whether a text may have left is always said.
 */
import { z } from 'zod'
import { fit } from '../../base/shape.ts'
import { askVendor, basicAuthorization } from '../channels/ask-vendor.ts'
import { reasonOf } from './refused.ts'

export type SmsAccount = {
  /** Without a slash at the end. */
  url: string
  /** Account SID. */
  login: string
  /** Auth token. */
  password: string
  /** A number, an alphanumeric sender, or the SID of a messaging service. */
  from: string
  /** How long the vendor may think about it; people wait. */
  timeoutMs?: number
}

/**
 * `phone`: this number gets none. `account`: wrong keys, or no money. `sender`: our own sender is refused. `busy`:
 * later.
 * `down`: nothing left. `unanswered`: nobody knows whether it left.
 */
export type SmsTrouble = 'phone' | 'account' | 'sender' | 'busy' | 'down' | 'unanswered'
export type SmsOutcome = { isSent: true; id: string } | { isSent: false; trouble: SmsTrouble; told: string }

const TIMEOUT_MS = 8_000

const Taken = z.object({ sid: z.string() })
const Refused = z.object({ code: z.number().nullish(), message: z.string().nullish() })

function parse<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    return fit(shape, JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** @param phone E.164 */
export async function sendSms(account: SmsAccount, phone: string, text: string): Promise<SmsOutcome> {
  const sender = /^MG[0-9a-f]{32}$/i.test(account.from) ? { MessagingServiceSid: account.from } : { From: account.from }
  const answer = await askVendor(
    `${account.url}/2010-04-01/Accounts/${encodeURIComponent(account.login)}/Messages.json`,
    {
      method: 'POST',
      body: new URLSearchParams({ To: phone, ...sender, Body: text }),
      headers: { authorization: basicAuthorization(account.login, account.password), accept: 'application/json' },
    },
    account.timeoutMs ?? TIMEOUT_MS,
  )
  if (!answer.isAnswered)
    return { isSent: false, trouble: answer.mayHaveArrived ? 'unanswered' : 'down', told: answer.told }
  if (answer.status >= 200 && answer.status < 300) {
    const taken = parse(Taken, answer.text)
    return taken
      ? { isSent: true, id: taken.sid }
      : { isSent: false, trouble: 'unanswered', told: `${answer.status} with an unreadable answer` }
  }
  const { code, message } = parse(Refused, answer.text) ?? {}
  // The message goes into the log, and a person's number does not.
  const words = (message ?? '').replace(/\+?\d{5,}/g, '…')
  return {
    isSent: false,
    trouble: reasonOf(answer.status, code ?? undefined),
    told: `${answer.status} ${code ?? ''} ${words}`.trim().slice(0, 200),
  }
}
