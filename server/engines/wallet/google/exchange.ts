/** One HTTP exchange with Google, repeated while repeating can help: 429, 5xx, silence. */
import { z } from 'zod'
import { openOutbound, type Outbound, type OutboundRequest, retryAfterMs } from '../../../base/outbound/outbound.ts'
import type { RateLimiter, Timing } from '../../../base/rate-limiter.ts'
import { GoogleUnreachable } from './refusals.ts'

const ATTEMPTS = 5
const TIMEOUT_MS = 20_000
const REPLY_MAX_BYTES = 4 * 1024 * 1024
const BACKOFF_MS = 500
const BACKOFF_MAX_MS = 32_000
const RETRY_AFTER_MAX_MS = 60_000

export type Answer = { status: number; body: unknown; retryAfterMs: number | undefined }
/** Silence: the request may or may not have been carried out. */
export type Silence = { silent: true; cause: unknown }

/** @param url the only prefix that this client requests */
export const openGoogleHttp = (url: string, rateLimiter?: RateLimiter): Outbound =>
  openOutbound({
    vendor: 'google',
    places: { trusted: [url] },
    timeoutMs: TIMEOUT_MS,
    maxBytes: REPLY_MAX_BYTES,
    ...(rateLimiter && { rateLimiter }),
  })

export async function exchange(http: Outbound, request: OutboundRequest, timing: Timing): Promise<Answer | Silence> {
  const outcome = await http.send(request)
  if (outcome.kind !== 'answered') return { silent: true, cause: new Error(`${outcome.reason}: ${outcome.detail}`) }
  const { status } = outcome
  // Google redirects nothing: this is a proxy between us.
  if (status >= 300 && status < 400) return { silent: true, cause: new Error(`a redirect (${status})`) }
  const body = outcome.json(z.unknown())
  return {
    status,
    body: body.isRead ? body.value : null,
    retryAfterMs: retryAfterMs(outcome, timing.now()),
  }
}

/**
 * @param send one attempt; its number starts at 0
 * @param between runs before each repeat; a value other than undefined is the result, and nothing is repeated
 * @throws GoogleUnreachable after the last attempt
 */
export async function repeat<Result>(
  send: (attempt: number) => Promise<Answer | Silence>,
  timing: Timing,
  between: () => Promise<Result | undefined> = () => Promise.resolve(undefined),
): Promise<Answer | { settled: Result }> {
  let last: Answer | Silence = { silent: true, cause: undefined }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) {
      await timing.sleep(waitMs(last, attempt))
      const settled = await between()
      if (settled !== undefined) return { settled }
    }
    last = await send(attempt)
    if (!('silent' in last) && !isPassing(last)) return last
  }
  if ('silent' in last) throw new GoogleUnreachable(ATTEMPTS, 'no answer', last.cause)
  throw new GoogleUnreachable(ATTEMPTS, `status ${last.status}`)
}

/** The pause that Google asks for; else exponential with full jitter, so that many workers do not return together. */
function waitMs(last: Answer | Silence, attempt: number): number {
  const wish = 'silent' in last ? undefined : last.retryAfterMs
  if (wish !== undefined) return Math.min(wish, RETRY_AFTER_MAX_MS)
  return Math.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** attempt)
}

function isPassing(answer: Answer): boolean {
  if (answer.status === 429 || answer.status >= 500) return true
  return answer.status === 403 && /rateLimitExceeded/i.test(reasonOf(answer))
}

/** Google's error shape carries a reason in `errors[0]`, newer services a word in `status`. */
export function reasonOf({ body }: Answer): string {
  const error = errorOf(body)
  const first = Array.isArray(error?.errors) ? (error.errors[0] as { reason?: unknown } | undefined) : undefined
  if (typeof first?.reason === 'string') return first.reason
  return typeof error?.status === 'string' ? error.status : 'unknown'
}

export function messageOf({ body }: Answer): string {
  const message = errorOf(body)?.message
  return typeof message === 'string' ? message.slice(0, 300) : 'no message'
}

function errorOf(body: unknown): { message?: unknown; status?: unknown; errors?: unknown } | null {
  const error = typeof body === 'object' && body !== null ? (body as { error?: unknown }).error : null
  return typeof error === 'object' ? error : null
}
