/**
 * What a call was refused for and a banner of the frame says: it is raised there, so the same thing is not told twice.
 */
import { useSyncExternalStore } from 'react'
import { PLACES, type RefusalCode } from '../../contract/refusal-places.ts'
import type { Refused } from './refused.ts'

let raised: { code: string; message: string; times: number } | null = null
const listeners = new Set<() => void>()

/** @returns whether it has its place in a banner */
export function raiseBanner(refused: Pick<Refused, 'code' | 'message'>): boolean {
  if (PLACES[refused.code as RefusalCode] !== 'account') return false
  raised = { code: refused.code, message: refused.message, times: (raised?.times ?? 0) + 1 }
  for (const listener of listeners) listener()
  return true
}

/** After another account was opened. */
export function dropBanner(): void {
  if (raised === null) return
  raised = null
  for (const listener of listeners) listener()
}

/** The refusal that stands in the banners now; `times` rises with each repetition, so that it can be shown anew. */
export function useRaisedBanner(): typeof raised {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => raised,
  )
}
