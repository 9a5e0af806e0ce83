/** Places and beacons as they are typed: texts until they are valid. Pure. */
import { PLACE_NAME_MAX, PUSH_TEXT_MAX } from '../../../contract/limits.ts'
import { type BeaconTag, BeaconTag as BeaconShape, type GeoPoint } from '../../../contract/cards/places.ts'
import { degreesText, latitudeOf, longitudeOf, type Spot } from './coordinates.ts'

type Typed = {
  /** Identifies a point while the list changes. */
  pageKey: string
  name: string
  text: string
}
export type PlaceDraft = Typed & { latitude: string; longitude: string }
export type BeaconDraft = Typed & { uuid: string; major: string; minor: string }
export const POINT_NAME_MAX = PLACE_NAME_MAX

export const newPlace = (): PlaceDraft => ({
  pageKey: crypto.randomUUID(),
  name: '',
  text: '',
  latitude: '',
  longitude: '',
})
export const newBeacon = (): BeaconDraft => ({
  pageKey: crypto.randomUUID(),
  name: '',
  text: '',
  uuid: '',
  major: '',
  minor: '',
})

export function placeDraftOf({ name, text, latitude, longitude }: GeoPoint): PlaceDraft {
  return {
    pageKey: crypto.randomUUID(),
    name,
    text,
    latitude: degreesText(latitude),
    longitude: degreesText(longitude),
  }
}

export function beaconDraftOf({ name, text, uuid, major, minor }: BeaconTag): BeaconDraft {
  return {
    pageKey: crypto.randomUUID(),
    name,
    text,
    uuid: uuid.toUpperCase(),
    major: major === null ? '' : String(major),
    minor: minor === null ? '' : String(minor),
  }
}

/** The coordinates of a place; null while they are missing or invalid. */
export function spotOf(place: Pick<PlaceDraft, 'latitude' | 'longitude'>): Spot | null {
  const [latitude, longitude] = [latitudeOf(place.latitude), longitudeOf(place.longitude)]
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** As the call takes them; places without coordinates are left out. */
export function geoPointsOf(places: readonly PlaceDraft[]): GeoPoint[] {
  return places.flatMap((place) => {
    const spot = spotOf(place)
    return spot ? [{ name: place.name.trim(), text: place.text.trim(), ...spot }] : []
  })
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

export function beaconTagsOf(beacons: readonly BeaconDraft[]): BeaconTag[] {
  return beacons.map(({ name, text, uuid, major, minor }) => ({
    name: name.trim(),
    text: text.trim(),
    uuid: uuid.trim(),
    major: numberOf(major),
    minor: numberOf(minor),
  }))
}

export type PlaceFault = Partial<
  Record<
    'name' | 'latitude' | 'longitude' | 'text',
    'required' | 'latitude' | 'longitude' | 'too_long' | 'unknown_variable'
  >
>
export type BeaconFault = Partial<
  Record<
    'name' | 'uuid' | 'major' | 'minor' | 'text',
    'required' | 'uuid' | 'number' | 'major' | 'too_long' | 'unknown_variable'
  >
>

function sharedFault({ name, text }: Typed, unknown: (text: string) => boolean) {
  return {
    ...(name.trim() === '' && { name: 'required' as const }),
    ...(text.trim().length > PUSH_TEXT_MAX
      ? { text: 'too_long' as const }
      : unknown(text) && { text: 'unknown_variable' as const }),
  }
}

/** @param unknown does a text use an unknown variable */
export function placeFault(place: PlaceDraft, unknown: (text: string) => boolean): PlaceFault {
  return {
    ...sharedFault(place, unknown),
    ...(latitudeOf(place.latitude) === null && { latitude: 'latitude' as const }),
    ...(longitudeOf(place.longitude) === null && { longitude: 'longitude' as const }),
  }
}

const isNumber = (text: string) => text.trim() === '' || (/^\d{1,5}$/.test(text.trim()) && Number(text) <= 65_535)

export function beaconFault(beacon: BeaconDraft, unknown: (text: string) => boolean): BeaconFault {
  return {
    ...sharedFault(beacon, unknown),
    ...(!BeaconShape.shape.uuid.safeParse(beacon.uuid.trim()).success && { uuid: 'uuid' as const }),
    ...(!isNumber(beacon.major)
      ? { major: 'number' as const }
      : beacon.major.trim() === '' && beacon.minor.trim() !== '' && { major: 'major' as const }),
    ...(!isNumber(beacon.minor) && { minor: 'number' as const }),
  }
}

export const hasFault = (fault: PlaceFault | BeaconFault) => Object.keys(fault).length > 0
