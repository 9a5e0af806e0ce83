/** Codes that people type from paper: small letters and digits without those that look alike (0 and o; 1, i and l). */
import { randomInt } from 'node:crypto'

const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
/** 31^6: of a business with a hundred links one guess in nine million finds one. */
const LENGTH = 6
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

export const newLinkCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('')

/** @param typed capitals, spaces, hyphens and a full stop at the end are no mistake @returns undefined: no code */
export function readLinkCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s\-.]/g, '')
  return CODE.test(code) ? code : undefined
}
