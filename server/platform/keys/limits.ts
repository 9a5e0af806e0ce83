/** How much of its cabinet's limits a call has used, as seconds to wait and as headers. */

export type Standing = {
  perHour: number
  perSecond: number
  /** Calls let through in the current hour and second, this one included. */
  inHour: number
  inSecond: number
  isTaken: boolean
}

const HOUR_S = 3600

/**
 * Headers of draft-ietf-httpapi-ratelimit-headers-10 (2025): `RateLimit-Policy` names the windows, `RateLimit` what is
 * left of each and the seconds until it is full again;
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function limitOf(standing: Standing, now: Date): { waitSeconds: number; headers: Record<string, string> } {
  const { perHour, perSecond, inHour, inSecond, isTaken } = standing
  const hourEndsIn = HOUR_S - Math.floor((now.getTime() / 1000) % HOUR_S)
  const waitSeconds = isTaken ? 0 : inHour >= perHour ? hourEndsIn : 1
  return {
    waitSeconds,
    headers: {
      'ratelimit-policy': `"hour";q=${perHour};w=${HOUR_S}, "second";q=${perSecond};w=1`,
      ratelimit: [
        `"hour";r=${Math.max(0, perHour - inHour)};t=${hourEndsIn}`,
        `"second";r=${Math.max(0, perSecond - inSecond)};t=1`,
      ].join(', '),
      ...(waitSeconds > 0 && { 'retry-after': String(waitSeconds) }),
    },
  }
}

/** Percent of the hour's calls that this very call has filled, 80 or 100; one call of an hour reaches each. */
export function stepReached({ perHour, inHour, isTaken }: Standing): 80 | 100 | undefined {
  if (!isTaken) return undefined
  if (inHour === perHour) return 100
  return inHour === Math.ceil(perHour * 0.8) ? 80 : undefined
}
