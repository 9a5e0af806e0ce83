/** When a wallet that did not accept a change is asked again. Pure. */
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'

export type RetryReason = 'unreachable' | 'throttled' | 'refused' | 'bad_token'

type Pace = { firstMs: number; growth: number; longestMs: number }

const PACES: Readonly<Record<RetryReason, Pace>> = {
  unreachable: { firstMs: 2_000, growth: 2, longestMs: 15 * MINUTE_MS },
  throttled: { firstMs: 30_000, growth: 2, longestMs: HOUR_MS },
  refused: { firstMs: 5 * MINUTE_MS, growth: 2, longestMs: HOUR_MS },
  bad_token: { firstMs: HOUR_MS, growth: 6, longestMs: 24 * HOUR_MS },
}

/** After so many refusals in a row a token is not Apple's: hours lie between them, enough to correct a wrong host. */
export const BAD_TOKEN_TRIES = 3

/**
 * @param tries failures in a row, this one included
 * @param wishMs the pause that the wallet asks for
 */
export function retryDelayMs(reason: RetryReason, tries: number, wishMs = 0): number {
  const { firstMs, growth, longestMs } = PACES[reason]
  return Math.max(wishMs, Math.min(longestMs, firstMs * growth ** (tries - 1)))
}
