/** Points that a document is worth, and how they are given and taken back. Pure; minor units. */
import { pointsFor } from '../../../contract/reach/purchases.ts'

export type Worth = {
  kind: 'purchase' | 'refund'
  amountMinor: number | null
  returnedMinor: number
  isVoid: boolean
  /** null: it earns nothing. */
  rate: number | null
  /** Whether the business gives parts of a point. */
  hasDecimals: boolean
}

/**
 * What a client should have for a document; below zero for a refund that names no sale.
 * @param earnedBeside what the client has for other purchases: no refund takes more than that
 */
export function dueFor(worth: Worth, earnedBeside: number): number {
  const { kind, amountMinor, returnedMinor, isVoid, rate, hasDecimals } = worth
  if (isVoid || rate === null) return 0
  const amount = amountMinor ?? 0
  if (kind === 'purchase') return pointsFor(amount - returnedMinor, rate, hasDecimals)
  const taken = Math.min(pointsFor(Math.abs(amount), rate, hasDecimals), Math.max(0, earnedBeside))
  return taken === 0 ? 0 : -taken
}

export type Held = { earnedMinor: number; missingMinor: number }

/**
 * How points change, from what was given so far to what is due. Nobody falls below zero: what is not there any more is
 * missing, and set off against what the same document earns later.
 * @param has the client's points
 */
export function settle(due: number, held: Held, has: number, most: number): Held & { delta: number } {
  const wanted = due - held.earnedMinor - held.missingMinor
  const delta = wanted < 0 ? -Math.min(-wanted, Math.max(0, has)) : Math.min(wanted, Math.max(0, most - has))
  const missingMinor = wanted < 0 ? delta - wanted : 0
  // What did not fit on a full card was not given.
  const earnedMinor = wanted < 0 ? due : held.earnedMinor + held.missingMinor + delta
  return { delta: delta === 0 ? 0 : delta, earnedMinor, missingMinor }
}
