import { createHash } from 'node:crypto'

/** @param hex 32 hexadecimal digits */
export const uuidOfHex = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')

/** Always the same UUID for the same name; used as a key against duplicates. */
export function namedUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return uuidOfHex(`${hex.slice(0, 12)}5${hex.slice(13, 16)}a${hex.slice(17, 32)}`)
}
