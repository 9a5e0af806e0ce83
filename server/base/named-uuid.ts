import { createHash } from 'node:crypto'

/** @param hex 32 hexadecimal digits */
export const uuidOfHex = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')

/** Always the same UUID for the same name; used as a key against duplicates. */
export function namedUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return uuidOfHex(`${hex.slice(0, 12)}5${hex.slice(13, 16)}a${hex.slice(17, 32)}`)
}

const TIME_DIGITS = 12

/** A new UUID of version 7 that begins with that time in milliseconds; later ones are larger. */
export function timedUuid(at: Date): string {
  const time = at.getTime().toString(16).padStart(TIME_DIGITS, '0')
  const random = crypto.randomUUID().replaceAll('-', '')
  return uuidOfHex(`${time}7${random.slice(TIME_DIGITS + 1)}`)
}

/** A UUID of version 8: always the same for the same name, with the time of a UUID of version 7. */
export const namedAtTimeOf = (timed: string, name: string): string =>
  uuidOfHex(`${timed.replace('-', '').slice(0, TIME_DIGITS)}8${namedUuid(name).replaceAll('-', '').slice(13)}`)

/** Undefined: of another version, which says no time. */
export const timeOfUuid = (id: string): Date | undefined =>
  id[14] === '7' ? new Date(parseInt(id.replace('-', '').slice(0, TIME_DIGITS), 16)) : undefined
