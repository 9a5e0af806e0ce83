/** One HTTP exchange with Google, repeated while repeating can help: 429, 5xx, silence. */
import { GoogleUnreachable } from './refusals.ts'
import type { Timing } from './rate.ts'

const ATTEMPTS = 5
const TIMEOUT_MS = 20_000
const BACKOFF_MS = 500
const BACKOFF_MAX_MS = 32_000
const RETRY_AFTER_MAX_MS = 60_000

export type Answer = { status: number; body: unknown; retryAfterMs: number | null }
/** Silence: the request may or may not have been carried out. */
export type Silence = { silent: true; cause: unknown }

export async function exchange(url: string, init: RequestInit, timing: Timing): Promise<Answer | Silence> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    return {
      status: response.status,
      body: parseJson(text),
      retryAfterMs: retryAfter(response.headers.get('retry-after'), timing.now()),
    }
  } catch (cause) {
    return { silent: true, cause }
  }
}

/**
 * @param send one attempt; its number starts at 0
 * @param between runs before each repeat; a value other than undefined ends the matter with that value
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

/** Google's own wish first; else exponential with full jitter, so that many workers do not return together. */
function waitMs(last: Answer | Silence, attempt: number): number {
  const wish = 'silent' in last ? null : last.retryAfterMs
  if (wish !== null) return Math.min(wish, RETRY_AFTER_MAX_MS)
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

function retryAfter(header: string | null, nowMs: number): number | null {
  if (!header) return null
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
