/** What every SMS provider can do, and how its answers are told: one shape for all of them. */
import type { z } from 'zod'
import type { SmsFailure, SmsType } from '../../../../contract/people/sms-providers.ts'
import { fit } from '../../../base/shape.ts'
import { askVendor } from '../ask-vendor.ts'

/** What an owner has typed; what a provider does not ask for is empty. */
export type SmsAccount = { login: string; password: string; apiKey: string; smsFrom: string }

/** Where a vendor is, without a slash at the end, and how long it may think. */
export type Wire = { url: string; timeoutMs: number }

/** `reference` is ours and stands in the vendor's own lists where it takes one. */
export type Message = { to: string; text: string; reference: string }

export type Refused = { failure: SmsFailure; told: string }
export type SendOutcome =
  | { isSent: true; id: string }
  /** `mayHaveLeft`: the vendor has not said what became of it, so it is not sent again. */
  | ({ isSent: false; mayHaveLeft: boolean } & Refused)
/** `amount` and `currency` as the vendor writes them; null where it tells none. */
export type CheckOutcome = { isRight: true; balance: Balance | null } | ({ isRight: false } & Refused)
export type Balance = { amount: string; currency: string }

export type SmsProvider = {
  type: SmsType
  /** `https://…` without a slash at the end; `{login}` stands for the owner's own part of it. */
  address: string
  send(account: SmsAccount, message: Message, wire: Wire): Promise<SendOutcome>
  /** Are the keys right, and what is on the account. Costs nothing. */
  check(account: SmsAccount, wire: Wire): Promise<CheckOutcome>
}

/** What came back: the part of it that a vendor's reader asked for, or why there is none. */
export type Heard<T> = { isHeard: true; status: number; said: T } | ({ isHeard: false; mayHaveLeft: boolean } & Refused)

/** Asks and reads. An answer without the expected parts is no answer: a success that cannot be read may have left. */
export async function ask<T>(
  url: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  wire: Wire,
  shape: z.ZodType<T>,
): Promise<Heard<T>> {
  const answer = await askVendor(url, request, wire.timeoutMs)
  if (!answer.isAnswered)
    return { isHeard: false, failure: 'temporary', mayHaveLeft: answer.mayHaveArrived, told: answer.told }
  const said = parse(shape, answer.text)
  if (said !== undefined) return { isHeard: true, status: answer.status, said }
  const isSuccess = answer.status >= 200 && answer.status < 300
  return {
    isHeard: false,
    failure: failureOfStatus(answer.status),
    mayHaveLeft: isSuccess,
    told: `${answer.status} with an unreadable answer`,
  }
}

function parse<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    return fit(shape, JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** What a status alone says, where the vendor's own code says nothing. */
export function failureOfStatus(status: number): SmsFailure {
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'no_funds'
  return status === 429 ? 'throttled' : 'temporary'
}

/** A vendor's words for the log: people's numbers stay out. */
export const toldOf = (...parts: readonly (string | number | null | undefined)[]) =>
  parts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join(' ')
    .replace(/\+?\d{7,}/g, '…')
    .slice(0, 200)

/** Nothing readable came back. */
export const unsent = ({ mayHaveLeft, failure, told }: Extract<Heard<unknown>, { isHeard: false }>): SendOutcome => ({
  isSent: false,
  mayHaveLeft,
  failure,
  told,
})
export const refusedSend = (failure: SmsFailure, told: string): SendOutcome => ({
  isSent: false,
  mayHaveLeft: false,
  failure,
  told,
})
export const refusedCheck = (failure: SmsFailure, told: string): CheckOutcome => ({ isRight: false, failure, told })

/** Numbers without the plus, as most vendors want them. */
export const digitsOf = (phone: string) => phone.replace(/\D/g, '')
