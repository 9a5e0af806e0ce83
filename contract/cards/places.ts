/** Where a phone shows a card: places on the map and beacons in a shop. */
import { z } from 'zod'
import { PUSH_TEXT_MAX } from '../limits.ts'
import { OptionalText, RequiredText } from '../page.ts'

const shared = {
  /** Not shown on cards. */
  name: RequiredText(60),
  /** Shown on the lock screen here; empty: the text of the push. */
  text: OptionalText(PUSH_TEXT_MAX),
}

export const GeoPoint = z.object({
  ...shared,
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})
export type GeoPoint = z.infer<typeof GeoPoint>

const BeaconNumber = z.int().min(0).max(65_535).nullable()

/** A beacon sends a UUID that several may share, and two numbers that distinguish them. */
export const BeaconTag = z
  .object({ ...shared, uuid: z.guid({ error: 'beacon_uuid' }), major: BeaconNumber, minor: BeaconNumber })
  .refine((tag) => tag.minor === null || tag.major !== null, { path: ['major'], error: 'beacon_major' })
export type BeaconTag = z.infer<typeof BeaconTag>
