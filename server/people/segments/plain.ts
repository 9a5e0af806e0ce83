/** The conditions of a segment, as they are found fastest: the same clients fit. */
import type { Criterion, Rules } from '../../../contract/people/segments.ts'
import { isContradiction, rangeOf } from './contradiction.ts'

type OfFigures = Extract<Criterion, { kind: 'purchases' | 'spent' | 'lastPurchase' }>
type Never = Extract<OfFigures, { operator: 'never' }>
export type Bought = Exclude<OfFigures, Never>
/** Asks for figures of purchases. That there are none at all is known without them. */
export const isBought = (one: Criterion): one is Bought =>
  one.kind === 'purchases' || one.kind === 'spent' || (one.kind === 'lastPurchase' && one.operator !== 'never')

const NEVER: Never = { kind: 'lastPurchase', operator: 'never' }

/** Fewer than one purchase, however it is put. */
function isNone(one: Criterion): boolean {
  if (one.kind !== 'purchases') return false
  const { from, to } = rangeOf(one)
  return from <= 0 && to === 0
}

/** No purchase on some days, which the last one tells. */
export const isNoneSince = (one: Criterion): boolean =>
  one.kind === 'purchases' && one.days !== undefined && isNone(one)

/** Any purchase on some days is asked for as the last one. */
function asLast(one: Criterion): Criterion {
  if (one.kind !== 'purchases' || one.days === undefined) return one
  const { from, to } = rangeOf(one)
  const isAny = one.operator === 'ne' ? one.value === 0 : from === 1 && to === Infinity
  return isAny ? { kind: 'lastPurchase', operator: 'lte', value: one.days - 1 } : one
}

const plainOne = (one: Criterion): Criterion =>
  one.kind === 'purchases' && one.days === undefined && isNone(one) ? NEVER : asLast(one)

/** The same conditions, as they are found fastest: none, which nobody fits, where they contradict each other. */
export function plain({ match, criteria }: Rules): Rules {
  const plainer = { match, criteria: criteria.map(plainOne) }
  return isContradiction(plainer) ? { match, criteria: [] } : plainer
}
