/** Settings of the operator's street map and geocoder. */
import { z } from 'zod'
import { BadSetting } from './bad-setting.ts'

export const MAP_SETTINGS = {
  MAP_TILES_URL: z
    .string()
    .regex(/^https?:\/\/(\{s\}\.)?[\w.:-]+\/[^\s]*$/, {
      error: 'must be an address such as https://tiles.example/{z}/{x}/{y}.png',
    })
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), { error: 'must hold {z}, {x} and {y}' })
    .optional(),
  MAP_ATTRIBUTION: z.string().max(200, { error: 'must not be longer than 200 characters' }).optional(),
  GEOCODER_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://geocoder.example/search' })
    .optional(),
  GEOCODER_ATTRIBUTION: z.string().max(200, { error: 'must not be longer than 200 characters' }).optional(),
  GEOCODER_PER_SECOND: z.coerce
    .number({ error: 'must be a number of requests' })
    .min(0.01, { error: 'must be at least 0.01' })
    .max(100, { error: 'must be at most 100' })
    .default(1),
}
type MapSettings = z.infer<z.ZodObject<typeof MAP_SETTINGS>>

export type Maps = {
  /** Street map for choosing places; undefined: only the outlines of countries. */
  map: { tilesUrl: string; attribution: string } | undefined
  /** Finds places by their address, as Nominatim does; undefined: places are pasted and picked on the map. */
  geocoder: { url: string; attribution: string; perSecond: number } | undefined
}

/** Publishers of street maps require this attribution. */
export function readMap({ MAP_TILES_URL: tilesUrl, MAP_ATTRIBUTION: attribution }: MapSettings): Maps['map'] {
  if (!tilesUrl && !attribution) return undefined
  if (!tilesUrl || !attribution)
    throw new BadSetting(
      tilesUrl ? 'MAP_ATTRIBUTION is needed beside MAP_TILES_URL' : 'MAP_TILES_URL is needed beside MAP_ATTRIBUTION',
    )
  return { tilesUrl, attribution }
}

/** Whose data it is has to be shown beside the places. */
export function readGeocoder({
  GEOCODER_URL: url,
  GEOCODER_ATTRIBUTION: attribution,
  GEOCODER_PER_SECOND: perSecond,
}: MapSettings): Maps['geocoder'] {
  if (!url && !attribution) return undefined
  if (!url || !attribution)
    throw new BadSetting(
      url ? 'GEOCODER_ATTRIBUTION is needed beside GEOCODER_URL' : 'GEOCODER_URL is needed beside GEOCODER_ATTRIBUTION',
    )
  return { url, attribution, perSecond }
}
