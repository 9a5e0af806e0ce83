/**
 * How often phones may call. A whole mobile network has one address, so a phone is counted by its device and its card
 * once they are known. Requests that name nothing known count for their address, and when there are too many of them
 * only phones that were known before are still answered there. Kept in the memory of each process: a phone that calls
 * costs no write.
 */
import { MINUTE_MS } from '../../../contract/time.ts'
import type { Clock } from '../../base/clock.ts'
import { LRU } from '../../base/lru.ts'

/** In a minute, of one device and of one card. A phone that is restored registers all its cards at once. */
const PER_NAME = 120
/** In a minute, of one address. */
const UNKNOWN_PER_ADDRESS = 600
const KEPT = 100_000

type Count = { minute: number; count: number }

export type PhoneLimits = {
  /** Before anything is looked up. @param names what the request names, `device|…` and `card|…` */
  isBlocked(address: string, names: readonly string[]): boolean
  /** The request names what is known. @returns whether it is one too many */
  countKnown(names: readonly string[]): boolean
  countUnknown(address: string): void
}

export function openPhoneLimits(clock: Clock): PhoneLimits {
  const counts = new LRU<Count>(KEPT)
  const known = new LRU<true>(KEPT)
  const countOf = (key: string): number => {
    const minute = Math.floor(clock.now().getTime() / MINUTE_MS)
    const kept = counts.get(key)
    return kept?.minute === minute ? kept.count : 0
  }
  const add = (key: string): number => {
    const count = countOf(key) + 1
    counts.set(key, { minute: Math.floor(clock.now().getTime() / MINUTE_MS), count })
    return count
  }
  return {
    isBlocked: (address, names) =>
      countOf(`unknown|${address}`) >= UNKNOWN_PER_ADDRESS && !names.some((name) => known.get(name)),
    countKnown(names) {
      for (const name of names) known.set(name, true)
      return names.map(add).some((count) => count > PER_NAME)
    },
    countUnknown: (address) => void add(`unknown|${address}`),
  }
}
