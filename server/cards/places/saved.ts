/** Places that a business keeps for all its pushes, and addresses that a geocoder finds. */
import { type GeoPoint, places as contract, type FoundPlace, type SavedPlace } from '../../../contract/cards/places.ts'
import { type Language, SAVED_PLACES_MAX } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { sha256 } from '../../base/crypto.ts'
import { refusals } from '../../base/refusal.ts'
import { sharedPace } from '../../base/shared-pace.ts'
import { geocode } from '../../engines/geocoder/nominatim.ts'
import { lockLimits } from '../../platform/cabinets/cabinets.ts'
import * as sql from './saved-sql.ts'

const refuse = refusals(contract)

type Place = Pick<GeoPoint, 'name' | 'latitude' | 'longitude'>

const reply = ({ id, name, latitude, longitude, used_at: usedAt }: sql.SavedRow): SavedPlace => ({
  id,
  name,
  latitude,
  longitude,
  usedAt: usedAt.toISOString(),
})

export async function listPlaces(db: CabinetDb): Promise<SavedPlace[]> {
  return (await sql.savedPlaces(db)).map(reply)
}

export async function savePlace(db: CabinetDb, { name, latitude, longitude }: Place, now: Date): Promise<SavedPlace> {
  await lockLimits(db)
  const row = await sql.putPlace(db, { id: crypto.randomUUID(), name, latitude, longitude, used_at: now })
  if ((await sql.countPlaces(db)) > SAVED_PLACES_MAX) throw refuse('place_limit', { limit: SAVED_PLACES_MAX })
  return reply(row)
}

export async function removePlace(db: CabinetDb, id: string): Promise<Record<string, never>> {
  if (!(await sql.deletePlace(db, id))) throw refuse('place_not_found')
  return {}
}

/**
 * What a push was saved with; beyond the limit the ones go that were not used for longest. The push holds its business
 * already, so its limits are not locked here; two pushes that keep the same places take them in the same order.
 */
export async function keepPlaces(db: CabinetDb, points: readonly Place[], now: Date): Promise<void> {
  if (points.length === 0) return
  const inOrder = [...new Map(points.map((point) => [point.name.toLowerCase(), point])).entries()]
  for (const [, { name, latitude, longitude }] of inOrder.sort(([a], [b]) => (a < b ? -1 : 1)))
    await sql.putPlace(db, { id: crypto.randomUUID(), name, latitude, longitude, used_at: now })
  await sql.dropOldest(db, SAVED_PLACES_MAX)
}

/** @throws Refusal geocoder_off, geocoder_failed */
export async function findPlaces(
  app: App,
  text: string,
  lang: Language,
): Promise<{ places: FoundPlace[]; attribution: string }> {
  const { geocoder } = app.env
  if (!geocoder) throw refuse('geocoder_off')
  const pace = sharedPace(app.database.counters, sha256(`geocoder ${geocoder.url}`), {
    perSecond: geocoder.perSecond,
    burst: 1,
  })
  const places = await geocode(geocoder.url, text, lang, pace)
  if (places === null) throw refuse('geocoder_failed')
  return { places, attribution: geocoder.attribution }
}
