/**
 * Kinds that were stored. A process of a newer version may have stored one that this one does not know, while both work
 * beside each other or after the newer one was replaced by an older one.
 */
import { z } from 'zod'

/** One that is not known is answered as `unknown`. */
export const storedKind = <const K extends readonly [string, ...string[]]>(kinds: K) =>
  z.enum([...kinds, 'unknown'] as [...K, 'unknown']).catch('unknown' as const)

/** One that is not known is answered as the one that lets nobody do anything. */
export const storedState = <const K extends readonly [string, ...string[]]>(kinds: K, instead: NoInfer<K[number]>) =>
  z.enum(kinds).catch(instead)
