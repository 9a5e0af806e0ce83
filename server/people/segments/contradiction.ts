/** Conditions that no client can fit together: nobody is read to find that out. */
import type { Criterion, Rules } from '../../../contract/people/segments.ts'

/**
 * What a condition leaves of one fact about a client.
 * @param of the fact
 * @param from and `to`: a number within them, both included
 * @param among one of them @param except none of them
 * @param isNone the fact is not known, or there is none of it
 */
type Left = { of: string } & (
  | { from: number; to: number }
  | { among: readonly string[] }
  | { except: readonly string[] }
  | { isNone: true }
)

const ANY = { from: -Infinity, to: Infinity }

type Compared = { operator: string; value: number | { from: number; to: number } }

/** The numbers that fit, both ends included: all are whole ones. What is left out of them is not. */
export function rangeOf({ operator, value }: Compared): { from: number; to: number } {
  if (typeof value === 'object') return value
  switch (operator) {
    case 'eq':
      return { from: value, to: value }
    case 'lt':
      return { ...ANY, to: value - 1 }
    case 'lte':
      return { ...ANY, to: value }
    case 'gt':
      return { ...ANY, from: value + 1 }
    case 'gte':
      return { ...ANY, from: value }
    default:
      return ANY
  }
}

const PURCHASES = 'purchases'

function leftBy(one: Criterion): Left[] {
  const { kind: of } = one
  switch (one.kind) {
    case 'formKey':
    case 'templateUUID':
    case 'tag':
      return [one.operator === 'one_of' ? { of, among: one.value } : { of, except: one.value }]
    case 'sex':
      if (one.operator === 'unknown') return [{ of, isNone: true }]
      return [one.operator === 'is' ? { of, among: [one.value] } : { of, except: [one.value] }]
    case 'promo':
      return [one.operator === 'empty' ? { of, isNone: true } : { of, ...ANY }]
    case 'cardnumber':
      if (one.operator === 'starts') return []
      if (one.operator === 'one_of') return [{ of, from: Math.min(...one.value), to: Math.max(...one.value) }]
      return [{ of, ...rangeOf(one) }]
    case 'age':
      return [one.operator === 'unknown' ? { of, isNone: true } : { of, ...rangeOf(one) }]
    case 'lastPurchase':
      return one.operator === 'never'
        ? [
            { of, isNone: true },
            { of: PURCHASES, from: 0, to: 0 },
          ]
        : [
            { of, ...rangeOf(one) },
            { of: PURCHASES, from: 1, to: Infinity },
          ]
    case 'purchases':
    case 'spent':
      return [{ of: one.days === undefined ? of : `${of} of ${one.days} days`, ...rangeOf(one) }]
    default:
      return [{ of, ...rangeOf(one) }]
  }
}

/** Of tags a client may have several, of everything else one. */
function isNothingLeft(of: string, left: readonly Left[]): boolean {
  const ranges = left.filter((one) => 'from' in one)
  const lists = left.flatMap((one) => ('among' in one ? [one.among] : []))
  const except = left.flatMap((one) => ('except' in one ? one.except : []))
  const isKnown = ranges.length + lists.length > 0
  if (isKnown && left.some((one) => 'isNone' in one)) return true
  if (Math.max(...ranges.map(({ from }) => from)) > Math.min(...ranges.map(({ to }) => to))) return true
  const isLeft = (value: string) =>
    !except.includes(value) && (of === 'tag' || lists.every((one) => one.includes(value)))
  return lists.some((one) => !one.some(isLeft))
}

/** Whether nobody can fit all conditions. `false` says nothing. */
export function isContradiction({ match, criteria }: Rules): boolean {
  if (match !== 'all') return false
  const byFact = Map.groupBy(criteria.flatMap(leftBy), ({ of }) => of)
  return byFact.entries().some(([of, left]) => isNothingLeft(of, left))
}
