/** Signatures of Robokassa: parts in a fixed order, the password, then the shop's own parameters by name. Pure. */
import { createHash } from 'node:crypto'
import type { HASHES } from '../../../../../contract/business/payments.ts'
import { isSameSecret } from '../../../../base/crypto.ts'
import type { Fields } from '../provider.ts'

export type Hash = (typeof HASHES)[number]

/** Our own parameters as they are signed: `Shp_a=1`, sorted by name. Their letter case is part of the name. */
export const ownParts = (fields: Fields): string[] =>
  Object.keys(fields)
    .filter((name) => /^shp_/i.test(name))
    .sort((one, other) => (one < other ? -1 : 1))
    .map((name) => `${name}=${fields[name] ?? ''}`)

/** @param parts in the vendor's order; an empty one keeps its place */
export const sign = (hash: Hash, parts: readonly string[], password: string, own: readonly string[] = []): string =>
  createHash(hash)
    .update([...parts, password, ...own].join(':'), 'utf8')
    .digest('hex')

/** Letter case does not matter; the time does not depend on where they differ. */
export const isSigned = (given: string, wanted: string): boolean =>
  isSameSecret(given.toLowerCase(), wanted.toLowerCase())
