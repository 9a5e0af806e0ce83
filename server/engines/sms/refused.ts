/**
 * What a refusal of Twilio means for us. Codes: https://www.twilio.com/docs/api/errors (2026-11); new ones appear, so
 * their number and the status decide where one is unknown.
 */

/** Inactive account, wrong keys, suspended account. */
const ACCOUNT = new Set([10001, 20003, 20005, 20403])
/** The sender is missing, not ours, or cannot send. */
const SENDER = new Set([21212, 21603, 21606, 21659, 21660, 21661, 21701, 21702, 21703, 21705])
/** The queue of the sender is full. */
const BUSY = new Set([20429, 21611])

export function reasonOf(status: number, code?: number): 'phone' | 'account' | 'sender' | 'busy' | 'down' {
  if (code !== undefined && ACCOUNT.has(code)) return 'account'
  if (code !== undefined && SENDER.has(code)) return 'sender'
  if (status === 429 || (code !== undefined && BUSY.has(code))) return 'busy'
  // The dictionary's 21xxx refuse this very message: the number is wrong, barred, abroad or has unsubscribed.
  if (status < 500 && code !== undefined && code >= 21_000 && code < 22_000) return 'phone'
  return status === 401 || status === 402 || status === 403 ? 'account' : 'down'
}
