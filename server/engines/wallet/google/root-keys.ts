/**
 * Google's root keys for callbacks, kept as long as their answer allows. The address is configuration, never taken from
 * a request.
 */
import { RootKeys } from './callback.ts'
import { GoogleUnreachable } from './refusals.ts'

const AGE_DEFAULT_MS = 60 * 60_000
const AGE_MAX_MS = 24 * 60 * 60_000
const KEEP_AT_LEAST_MS = 60_000
const TIMEOUT_MS = 10_000

const kept = new Map<string, { keys: RootKeys; fetchedAtMs: number; untilMs: number }>()
const asking = new Map<string, Promise<RootKeys>>()

/**
 * @param url `https://pay.google.com/gp/m/issuer/keys` in production
 * @throws GoogleUnreachable when there is neither a fresh nor an older answer
 */
export async function fetchRootKeys(url: string, now: () => number = Date.now): Promise<RootKeys> {
  const known = kept.get(url)
  if (known && now() < known.untilMs) return known.keys
  let request = asking.get(url)
  if (!request) {
    request = ask(url, now).finally(() => asking.delete(url))
    asking.set(url, request)
  }
  try {
    return await request
  } catch (cause) {
    if (known) return known.keys
    throw new GoogleUnreachable(1, 'root keys of callbacks', cause)
  }
}

/**
 * Forgets what was fetched, for one retry after `unknown_root`: Google may change its keys early.
 * Keys younger than a minute stay, so that forged callbacks cannot make us ask without end.
 */
export function dropRootKeys(url: string, now: () => number = Date.now): void {
  const known = kept.get(url)
  if (known && now() - known.fetchedAtMs >= KEEP_AT_LEAST_MS) kept.delete(url)
}

async function ask(url: string, now: () => number): Promise<RootKeys> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const keys = RootKeys.parse(await response.json())
  const seconds = /max-age=(\d{1,9})/.exec(response.headers.get('cache-control') ?? '')?.[1]
  const ageMs = seconds === undefined ? AGE_DEFAULT_MS : Math.min(Number(seconds) * 1000, AGE_MAX_MS)
  kept.set(url, { keys, fetchedAtMs: now(), untilMs: now() + ageMs })
  return keys
}
