/** The troubles of a real push service, to be switched on one by one. Rates are from 0 to 1. */

export type Troubles = {
  /** Send GOAWAY after this many requests of a connection and answer no later one. */
  goawayEvery?: number
  /** Cut the connection after this many answers, without notice. */
  cutEvery?: number
  /** Share of streams that are reset without an answer. */
  resetRate?: number
  status503Rate?: number
  status429Rate?: number
  /** Tokens that answer 429. */
  status429Tokens?: string[]
  /** `Retry-After` of these, in seconds. */
  retryAfterS?: number
  /** Nobody answers: connections are cut, and new ones are closed immediately. */
  isAway?: boolean
  /** Every token is answered 400 BadDeviceToken, as the sandbox answers those of real phones. */
  isWrongHost?: boolean
  /** Tokens that answer 410 Unregistered. */
  status410Tokens?: string[]
  /** Every connection is refused: GOAWAY with the reason BadCertificateEnvironment. */
  badCertificate?: boolean
  /** Every request is answered 403 with this reason. */
  status403Reason?: string
  /** Delay of each answer. */
  slowMs?: number
}

export type Answer = { status: number; reason?: string; timestamp?: number; retryAfterS?: number }

/** @param goneAtMs when each dead token died */
export function troubledAnswer(
  troubles: Troubles,
  token: string,
  goneAtMs: number,
  random: () => number,
): Answer | 'reset' | null {
  if (troubles.status403Reason) return { status: 403, reason: troubles.status403Reason }
  if (troubles.resetRate && random() < troubles.resetRate) return 'reset'
  if (troubles.status410Tokens?.includes(token)) return { status: 410, reason: 'Unregistered', timestamp: goneAtMs }
  if (troubles.isWrongHost) return { status: 400, reason: 'BadDeviceToken' }
  const wait = troubles.retryAfterS === undefined ? {} : { retryAfterS: troubles.retryAfterS }
  if (troubles.status503Rate && random() < troubles.status503Rate)
    return { status: 503, reason: 'ServiceUnavailable', ...wait }
  const isThrottled = troubles.status429Tokens?.includes(token)
  if (isThrottled || (troubles.status429Rate && random() < troubles.status429Rate))
    return { status: 429, reason: 'TooManyRequests', ...wait }
  return null
}
