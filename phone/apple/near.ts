/** Which passes an iPhone shows on the lock screen where it is: near a location, or next to a beacon. Pure. */
import type { PassJson } from './open-package.ts'

export type Beacon = { uuid: string; major: number | null; minor: number | null }
/** Where the phone is: at coordinates, or beside a beacon that sends these numbers. */
export type Whereabouts = { latitude: number; longitude: number } | Beacon
/** `text`: what the pass shows at that place, or ''. */
export type Nearby = { passId: string; text: string }

type Held = { id: string; json: PassJson }

/** About Apple's distance for store cards, coupons and generic passes; a pass can only make it smaller. */
const DEFAULT_DISTANCE_M = 100
/** A device reads ten of each. */
const READ_MAX = 10
const EARTH_RADIUS_M = 6_371_000

const list = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]).slice(0, READ_MAX) : []
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Places that a phone with these passes can be moved to, each once. */
export function whereaboutsOf(passes: readonly Held[]): Whereabouts[] {
  const all = passes.flatMap(({ json }) => [
    ...list(json['locations']).flatMap(({ latitude, longitude }): Whereabouts[] =>
      typeof latitude === 'number' && typeof longitude === 'number' ? [{ latitude, longitude }] : [],
    ),
    ...list(json['beacons']).map(({ proximityUUID, major, minor }): Whereabouts => ({
      uuid: wordsOf(proximityUUID),
      major: numberOf(major),
      minor: numberOf(minor),
    })),
  ])
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

/** What the lock screen shows there: of each pass the nearest place or the first beacon that fits. */
export function nearby(passes: readonly Held[], at: Whereabouts): Nearby[] {
  return passes.flatMap(({ id, json }) => {
    const found = 'uuid' in at ? beaconOf(json, at) : locationOf(json, at)
    return found ? [{ passId: id, text: wordsOf(found['relevantText']) }] : []
  })
}

function locationOf(json: PassJson, at: { latitude: number; longitude: number }) {
  const withinM = Math.min(numberOf(json['maxDistance']) ?? DEFAULT_DISTANCE_M, DEFAULT_DISTANCE_M)
  return list(json['locations'])
    .map((one) => ({
      one,
      metres: distanceM(at, { latitude: Number(one['latitude']), longitude: Number(one['longitude']) }),
    }))
    .filter(({ metres }) => metres <= withinM)
    .sort((a, b) => a.metres - b.metres)[0]?.one
}

/** A number that a pass leaves out fits every beacon. */
function beaconOf(json: PassJson, at: Beacon) {
  const fits = (wanted: unknown, sent: number | null) => numberOf(wanted) === null || numberOf(wanted) === sent
  return list(json['beacons']).find(
    (one) =>
      wordsOf(one['proximityUUID']).toLowerCase() === at.uuid.toLowerCase() &&
      fits(one['major'], at.major) &&
      fits(one['minor'], at.minor),
  )
}

function distanceM(a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const h =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(h))
}
