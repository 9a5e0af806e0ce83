/**
 * A refusal that a banner of the shell shows: it is raised there, so that it is not shown in a toast as well. One about
 * money opens the payment dialog besides.
 */
import { PLACES, type RefusalCode } from '../../contract/refusal-places.ts'
import type { Refused } from './refused.ts'
import { createStore, useStore } from './store.ts'

/** `times` counts repetitions, so that each one is shown again. */
type Raised = { code: string; message: string; times: number }

const raised = createStore<Raised | null>(null)

/** @returns whether a banner shows it */
export function raiseBanner(refused: Pick<Refused, 'code' | 'message'>): boolean {
  if (PLACES[refused.code as RefusalCode] !== 'account') return false
  raised.set({ code: refused.code, message: refused.message, times: (raised.get()?.times ?? 0) + 1 })
  return true
}

/** After another account was opened. */
export function dropBanner(): void {
  raised.set(null)
}

/** The refusal that the banners show now. */
export function useRaisedBanner(): Raised | null {
  return useStore(raised)
}
