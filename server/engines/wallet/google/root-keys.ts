/**
 * Google's root keys for callbacks, cached as long as their answer allows. The address is configuration, never taken
 * from a request.
 */
import { DAY_MS } from '../../../../contract/time.ts'
import { openOutbound } from '../../../base/outbound/outbound.ts'
import { RootKeys } from './callback.ts'
import { GoogleUnreachable } from './refusals.ts'

const AGE_DEFAULT_MS = 60 * 60_000
const AGE_MAX_MS = DAY_MS
const KEEP_AT_LEAST_MS = 60_000
const TIMEOUT_MS = 10_000
const REPLY_MAX_BYTES = 256 * 1024

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
 * Forgets the cached keys, for one retry after `unknown_root`: Google may change its keys early.
 * Keys younger than a minute stay, so that forged callbacks cannot make us send endless requests.
 */
export function dropRootKeys(url: string, now: () => number = Date.now): void {
  const known = kept.get(url)
  if (known && now() - known.fetchedAtMs >= KEEP_AT_LEAST_MS) kept.delete(url)
}

async function ask(url: string, now: () => number): Promise<RootKeys> {
  const http = openOutbound({
    vendor: 'google',
    places: { trusted: [url] },
    timeoutMs: TIMEOUT_MS,
    maxBytes: REPLY_MAX_BYTES,
  })
  const outcome = await http.send({ url })
  if (outcome.kind !== 'answered') throw new Error(`${outcome.reason}: ${outcome.detail}`)
  if (outcome.status !== 200) throw new Error(`status ${outcome.status}`)
  const body = outcome.json(RootKeys)
  if (!body.isRead) throw new Error(`unreadable: ${body.detail}`)
  const keys = body.value
  const seconds = /max-age=(\d{1,9})/.exec(String(outcome.headers['cache-control']))?.[1]
  const ageMs = seconds === undefined ? AGE_DEFAULT_MS : Math.min(Number(seconds) * 1000, AGE_MAX_MS)
  kept.set(url, { keys, fetchedAtMs: now(), untilMs: now() + ageMs })
  return keys
}
