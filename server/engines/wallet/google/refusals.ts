/**
 * The two ways a call to Google can fail: it is refused (a person must act), or Google is unreachable (try again
 * later).
 */

/** Google understood and refused: wrong account, wrong issuer, invalid class. Repeating changes nothing. */
export class GoogleRefused extends Error {
  readonly status: number
  /** Google's machine-readable reason, such as `permissionDenied` or `invalid_grant`. */
  readonly reason: string
  constructor(status: number, reason: string, message: string) {
    super(`Google refused (${status}, ${reason}): ${message}`)
    this.name = 'GoogleRefused'
    this.status = status
    this.reason = reason
  }
}

/** No usable answer after all attempts: network, timeout, 429 or 5xx. */
export class GoogleUnreachable extends Error {
  readonly attempts: number
  constructor(attempts: number, message: string, cause?: unknown) {
    super(`Google did not answer after ${attempts} attempts: ${message}`, { cause })
    this.name = 'GoogleUnreachable'
    this.attempts = attempts
  }
}
