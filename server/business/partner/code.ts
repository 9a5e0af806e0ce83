/** A referral code: letters and digits that are not mistaken for each other. */
import { randomBytes } from 'node:crypto'

/** Crockford's alphabet: no I, L, O, U. 32 signs, so a random byte gives each of them equally often. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

/** 40 random bits: too many to hit one by chance, and short enough to read out over the phone. */
export function newReferralCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join('')
}
