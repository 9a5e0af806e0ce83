/** What every SMS provider can do, and how its replies are read: one shape for all of them. */
import type { z } from 'zod'
import type { SmsFailure, SmsType } from '../../../../contract/people/sms-providers.ts'
import { openOutbound, type OutboundRequest } from '../../../base/outbound/outbound.ts'

const REPLY_MAX_BYTES = 64 * 1024

/** What an owner has typed; fields that a provider does not need are empty. */
export type SmsAccount = { login: string; password: string; apiKey: string; smsFrom: string }

/** The vendor and its address, without a trailing slash, and the time limit. */
export type Wire = { vendor: string; url: string; timeoutMs: number }

/** `reference` is ours; vendors that accept one show it in their own lists. */
export type Message = { to: string; text: string; reference: string }

/** `detail` is for the log. */
export type Refused = { failure: SmsFailure; detail: string }
export type SendOutcome =
  | { isSent: true; id: string }
  /** `mayHaveLeft`: the outcome is unknown, so it is not sent again. */
  | ({ isSent: false; mayHaveLeft: boolean } & Refused)
/** `amount` and `currency` as the vendor writes them; null if it gives none. */
export type CheckOutcome = { isRight: true; balance: Balance | null } | ({ isRight: false } & Refused)
export type Balance = { amount: string; currency: string }

export type SmsProvider = {
  type: SmsType
  /** `https://…` without a trailing slash; `{login}` is replaced by the owner's login. */
  address: string
  send(account: SmsAccount, message: Message, wire: Wire): Promise<SendOutcome>
  /** Checks the keys and reads the balance. Costs nothing. */
  check(account: SmsAccount, wire: Wire): Promise<CheckOutcome>
}

/** The part of the reply that a vendor's reader needs, or why there is none. */
export type VendorReply<T> =
  | { isRead: true; status: number; body: T }
  | ({ isRead: false; mayHaveLeft: boolean } & Refused)

/**
 * Calls and parses. A reply that cannot be parsed counts as none: after a success the text may have been sent.
 * @param inWords reads a reply that is not JSON; undefined: it is no reply either
 */
export async function callVendor<T>(
  request: OutboundRequest,
  { vendor, url, timeoutMs }: Wire,
  shape: z.ZodType<T>,
  inWords?: (text: string) => T | undefined,
): Promise<VendorReply<T>> {
  // An address that contains the owner's login must be a public one.
  const places = { trusted: [`${url}/`], ...(url.includes('{login}') && { publicToo: {} }) }
  const outcome = await openOutbound({ vendor, places, timeoutMs, maxBytes: REPLY_MAX_BYTES }).send(request)
  if (outcome.kind !== 'answered')
    return { isRead: false, failure: 'temporary', mayHaveLeft: outcome.kind === 'unknown', detail: outcome.detail }
  const { status } = outcome
  const body = outcome.json(shape)
  if (body.isRead) return { isRead: true, status, body: body.value }
  const words = inWords?.(outcome.text)
  if (words !== undefined) return { isRead: true, status, body: words }
  const isSuccess = status >= 200 && status < 300
  return {
    isRead: false,
    failure: failureOfStatus(status),
    mayHaveLeft: isSuccess,
    detail: `${status} with an unreadable answer`,
  }
}

/** What a status means if the vendor's own code does not help. */
export function failureOfStatus(status: number): SmsFailure {
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'no_funds'
  return status === 429 ? 'throttled' : 'temporary'
}

/** Nothing readable came back. */
export const unsent = ({
  mayHaveLeft,
  failure,
  detail,
}: Extract<VendorReply<unknown>, { isRead: false }>): SendOutcome => ({ isSent: false, mayHaveLeft, failure, detail })
export const refusedSend = (failure: SmsFailure, detail: string): SendOutcome => ({
  isSent: false,
  mayHaveLeft: false,
  failure,
  detail,
})
export const refusedCheck = (failure: SmsFailure, detail: string): CheckOutcome => ({ isRight: false, failure, detail })

/** Numbers without the plus, as most vendors want them. */
export const digitsOf = (phone: string) => phone.replace(/\D/g, '')
