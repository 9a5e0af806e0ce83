/** Files arrive as slowly as their senders like and are held in memory meanwhile, so only so many may be under way. */
import { Busy } from './crypto.ts'
import { refuseAny } from './refusal.ts'

const OF_NETWORK_MAX = 20
const MAX = 100

export type UploadPlaces = <T>(network: string, read: () => Promise<T>) => Promise<T>

export function openUploadPlaces(ofNetworkMax = OF_NETWORK_MAX, max = MAX): UploadPlaces {
  const taken = new Map<string, number>()
  let total = 0
  return async (network, read) => {
    const ofNetwork = taken.get(network) ?? 0
    if (ofNetwork >= ofNetworkMax) throw refuseAny('too_many_requests')
    if (total >= max) throw new Busy()
    taken.set(network, ofNetwork + 1)
    total++
    try {
      return await read()
    } finally {
      total--
      const left = (taken.get(network) ?? 1) - 1
      if (left === 0) taken.delete(network)
      else taken.set(network, left)
    }
  }
}
