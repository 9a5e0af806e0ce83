/**
 * Finds places by their address, with the search of Nominatim (https://nominatim.org/release-docs/latest/api/Search/),
 * which other services speak too. Its public server allows one request a second and no search-as-you-type, and wants
 * answers to be kept.
 */
import { z } from 'zod'
import type { FoundPlace } from '../../../contract/cards/places.ts'
import type { Language } from '../../../contract/limits.ts'
import { LRU } from '../../base/lru.ts'
import { openOutbound } from '../../base/outbound/outbound.ts'
import type { RateLimiter } from '../../base/rate-limiter.ts'

const TIMEOUT_MS = 10_000
const REPLY_MAX_BYTES = 256 * 1024
const FOUND_MAX = 5

/** Numbers come as texts. */
const Degrees = z.coerce.number()
const Reply = z.array(
  z.object({
    lat: Degrees.pipe(z.number().min(-90).max(90)),
    lon: Degrees.pipe(z.number().min(-180).max(180)),
    display_name: z.string(),
  }),
)

const kept = new LRU<FoundPlace[]>(1000)

/**
 * @param url of the search, a key of the service in its query included
 * @param pace of all processes together
 * @returns null when there was no readable answer
 */
export async function geocode(
  url: string,
  text: string,
  lang: Language,
  pace: RateLimiter,
): Promise<FoundPlace[] | null> {
  const address = new URL(url)
  address.searchParams.set('q', text)
  address.searchParams.set('format', 'jsonv2')
  address.searchParams.set('limit', String(FOUND_MAX))
  address.searchParams.set('accept-language', lang === 'cz' ? 'cs' : lang)
  const known = kept.get(address.href)
  if (known) return known
  const outcome = await openOutbound({
    vendor: 'geocoder',
    places: { trusted: [url] },
    timeoutMs: TIMEOUT_MS,
    maxBytes: REPLY_MAX_BYTES,
    rateLimiter: pace,
  }).send({ url: address.href })
  if (outcome.kind !== 'answered' || outcome.status !== 200) return null
  const body = outcome.json(Reply)
  if (!body.isRead) return null
  const found = body.value.map(({ lat, lon, display_name: name }) => ({ name, latitude: lat, longitude: lon }))
  kept.set(address.href, found)
  return found
}
