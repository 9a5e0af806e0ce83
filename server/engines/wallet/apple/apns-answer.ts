/** What an answer of Apple's push service means for one token and for the batch it is part of. */
import { retryAfterMs } from '../../../base/outbound/outbound.ts'

export type ApnsAnswer = {
  status: number
  reason: string | null
  /** With 410: since when the token is dead, in milliseconds. */
  timestampMs: number | null
  retryAfterMs: number | null
}

export type ApnsVerdict = 'accepted' | 'gone' | 'bad_token' | 'refused' | 'throttled' | 'retry'

/** Reasons that concern one token, though they come as a plain 400. */
const TOKEN_REASONS = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic'])

/** GOAWAY reasons that a new connection does not help against. After all others: connect again. */
const CURABLE_GOAWAY_REASONS = new Set([
  'Shutdown',
  'IdleTimeout',
  'ServiceUnavailable',
  'InternalServerError',
  'TooManyRequests',
])

/**
 * `refused`: the next token would get the same answer, because the certificate, the topic or the request is wrong.
 * Apple, usernotifications/handling-notification-responses-from-apns (read 2026-11).
 */
export function judgeAnswer({ status, reason }: Pick<ApnsAnswer, 'status' | 'reason'>): ApnsVerdict {
  if (status === 200) return 'accepted'
  if (status === 410) return 'gone'
  if (status === 429) return 'throttled'
  if (status >= 500) return 'retry'
  return reason !== null && TOKEN_REASONS.has(reason) ? 'bad_token' : 'refused'
}

/** Parses the JSON body of an answer that is not 200; any other body is an unknown reason. */
export function readAnswer(status: number, body: string, retryAfter: string | undefined): ApnsAnswer {
  const { reason, timestamp } = parse(body)
  return {
    status,
    reason: typeof reason === 'string' ? reason : null,
    timestampMs: typeof timestamp === 'number' ? timestamp : null,
    retryAfterMs: retryAfterMs({ headers: { 'retry-after': retryAfter } }, Date.now()) ?? null,
  }
}

/**
 * The reason for which a GOAWAY refuses this identity permanently, or null. Apple reports a bad certificate only there.
 */
export function refusalInGoaway(opaqueData: Buffer | undefined): string | null {
  const { reason } = parse(opaqueData?.toString('utf8') ?? '')
  return typeof reason === 'string' && !CURABLE_GOAWAY_REASONS.has(reason) ? reason : null
}

function parse(text: string): { reason?: unknown; timestamp?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
