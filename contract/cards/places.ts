/** Where a phone shows a card: places on the map and beacons in a shop. */
import { z } from 'zod'
import { call } from '../call.ts'
import { PLACE_NAME_MAX, PUSH_TEXT_MAX } from '../limits.ts'
import { Id, Nothing, OptionalText, RequiredText, Time } from '../page.ts'

const shared = {
  /** Not shown on cards. */
  name: RequiredText(PLACE_NAME_MAX),
  /** Shown on the lock screen here; empty: the text of the push. */
  text: OptionalText(PUSH_TEXT_MAX),
}

const coordinates = {
  /** Degrees north. */
  latitude: z.number().min(-90).max(90),
  /** Degrees east. */
  longitude: z.number().min(-180).max(180),
}

export const GeoPoint = z.object({ ...shared, ...coordinates })
export type GeoPoint = z.infer<typeof GeoPoint>

const BeaconNumber = z.int().min(0).max(65_535).nullable()

/** A beacon sends a UUID that several may share, and two numbers that distinguish them. */
export const BeaconTag = z
  .object({ ...shared, uuid: z.guid({ error: 'beacon_uuid' }), major: BeaconNumber, minor: BeaconNumber })
  .refine((tag) => tag.minor === null || tag.major !== null, { path: ['major'], error: 'beacon_major' })
export type BeaconTag = z.infer<typeof BeaconTag>

/** A place that the business keeps for all its pushes. */
export const SavedPlace = z.object({
  id: Id,
  name: z.string(),
  ...coordinates,
  /** When a push was last saved with it. */
  usedAt: Time,
})
export type SavedPlace = z.infer<typeof SavedPlace>

/** What a geocoder has found for an address. */
export const FoundPlace = z.object({ name: z.string(), ...coordinates })
export type FoundPlace = z.infer<typeof FoundPlace>

export const places = {
  listPlaces: call('GET', '/applications/{c}/places', {
    who: 'member',
    scope: 'pushes:read',
    summary: 'List saved places',
    description:
      'Returns the places that the business keeps for its geo pushes, the last used first. Saving a geo push keeps ' +
      'its places: one with the same name, regardless of upper and lower case, is replaced.',
    reply: z.array(SavedPlace),
  }),
  savePlace: call('POST', '/applications/{c}/places', {
    who: 'member',
    scope: 'pushes:write',
    summary: 'Save a place',
    description:
      'Keeps a place for all geo pushes. One with the same name, regardless of upper and lower case, is replaced; ' +
      'pushes and cards stay as they are.',
    body: z.object({ name: RequiredText(PLACE_NAME_MAX), ...coordinates }),
    status: 201,
    reply: SavedPlace,
    errors: { place_limit: 403 },
  }),
  removePlace: call('DELETE', '/applications/{c}/places/{placeUuid}', {
    who: 'member',
    scope: 'pushes:write',
    operationId: 'deletePlace',
    summary: 'Delete a saved place',
    description: 'Deletes a saved place. Pushes and cards that have it keep it.',
    reply: Nothing,
    errors: { place_not_found: 404 },
  }),
  findPlaces: call('GET', '/applications/{c}/places/search', {
    who: 'member',
    asksOutside: true,
    operationId: 'findPlaces',
    summary: 'Find a place by its address',
    description:
      'Asks the geocoder of this installation for an address and returns up to five places. Refused where the ' +
      'operator has set no geocoder. Search-as-you-type is not meant for it.',
    query: z.object({ text: z.string().trim().min(3).max(200) }),
    reply: z.object({ places: z.array(FoundPlace), attribution: z.string() }),
    errors: { geocoder_off: 409, geocoder_failed: 409 },
  }),
}
