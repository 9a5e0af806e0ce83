/** Coordinates as people type and paste them, and distances in metres. Pure. */

export type Spot = { latitude: number; longitude: number }

const METRES_A_DEGREE = 111_320
/** About a decimetre: more exact than any phone. */
const DIGITS = 6

const DECIMAL = /^([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEW])?$/i
const SEXAGESIMAL = /^(\d{1,3})\s*°\s*(\d{1,2})\s*['′]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″]|'')\s*)?([NSEW])?$/i

function degreesOf(text: string, negative: 'S' | 'W', max: number): number | null {
  const trimmed = text.trim()
  const decimal = DECIMAL.exec(trimmed)
  const parts = SEXAGESIMAL.exec(trimmed)
  const number = (part: string | undefined) => Number((part ?? '0').replace(',', '.'))
  const side = (decimal?.[2] ?? parts?.[4])?.toUpperCase()
  if (side !== undefined && side !== negative && side !== (negative === 'S' ? 'N' : 'E')) return null
  const size = decimal
    ? number(decimal[1])
    : parts
      ? number(parts[1]) + number(parts[2]) / 60 + number(parts[3]) / 3600
      : NaN
  const value = side === negative ? -size : size
  return Math.abs(value) <= max ? value : null
}

/** @returns degrees north; null if the text is not a latitude */
export const latitudeOf = (text: string) => degreesOf(text, 'S', 90)
/** @returns degrees east; null if the text is not a longitude */
export const longitudeOf = (text: string) => degreesOf(text, 'W', 180)

/**
 * Both coordinates, as maps copy them: `50.0875, 14.4213`, `50°5′15″N 14°25′17″E`.
 * @returns null if the text is something else
 */
export function pairOf(text: string): Spot | null {
  const trimmed = text.trim()
  const [first, second, ...more] = /[NSEW]/i.test(trimmed)
    ? trimmed.split(/(?<=[NSEW])[\s,;]+/i)
    : trimmed.split(/,\s+|;\s*|\s+|(?<=\.\d+),/)
  if (first === undefined || second === undefined || more.length > 0) return null
  const [latitude, longitude] = [latitudeOf(first), longitudeOf(second)]
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** The text of an input: with a point, without trailing zeros. */
export const degreesText = (degrees: number) => String(Number(degrees.toFixed(DIGITS)))

/** A spot so many metres to the north and east; stops at the poles and wraps around the world. */
export function moved({ latitude, longitude }: Spot, northM: number, eastM: number): Spot {
  const next = Math.max(-90, Math.min(90, latitude + northM / METRES_A_DEGREE))
  const east = eastM / (METRES_A_DEGREE * Math.max(Math.cos((latitude * Math.PI) / 180), 0.01))
  return { latitude: next, longitude: ((longitude + east + 540) % 360) - 180 }
}
