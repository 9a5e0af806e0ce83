/** How many clients are in segments. `today` is the Moscow day on which ages are counted. */
import type { Criterion, Rules } from '../../../contract/people/segments.ts'
import type { CabinetDb } from '../../base/db.ts'
import { type Countable, countEach, isJoinedBuyer } from '../clients/clients.ts'
import { compileBought, compileRules, edgesOf, fitsNothingBought, isBought, isKnown } from './compile.ts'

/** Whether an index finds who fits a condition, so that nobody else is read. */
function hasIndex(one: Criterion): boolean {
  switch (one.kind) {
    case 'tag':
      return one.operator === 'one_of'
    case 'cardnumber':
      return one.operator !== 'starts'
    case 'balance':
    case 'bonus':
    case 'discount':
      return one.operator !== 'ne'
    case 'purchases':
    case 'spent':
      return !fitsNothingBought(one)
    case 'lastPurchase':
      return one.operator !== 'never'
    default:
      return false
  }
}

const isOfAmount = ({ kind }: Criterion) => kind === 'balance' || kind === 'bonus' || kind === 'discount'

/** A condition that few fit who are found fast, when all others fit this one. */
const oppositeOf = (one: Criterion): Criterion | undefined =>
  one.kind === 'tag' && one.operator === 'none_of' ? { ...one, operator: 'one_of' } : undefined

/** One condition of all that have to fit is enough: the others are asked of the clients whom it finds. */
function countable(rules: Rules, today: string): Countable {
  const bought = compileBought(rules, today)
  if (bought) return { way: 'bought', condition: bought }
  const { match, criteria } = rules
  const edges = isKnown(rules) ? criteria.map((one) => edgesOf(one, today)) : []
  if (edges.length > 0 && edges.every((one) => one !== undefined))
    return { way: 'born', condition: compileRules(rules, today), edges: edges.flat() }
  const [first] = criteria
  const opposite = criteria.length === 1 && first ? oppositeOf(first) : undefined
  if (opposite) return { way: 'rest', condition: compileRules({ match, criteria: [opposite] }, today) }
  // Few have a tag or a number; the others are found faster by reading everybody once, with what they bought.
  const isOfFew = match === 'all' && criteria.some((one) => !isBought(one) && !isOfAmount(one) && hasIndex(one))
  if (criteria.some(isBought) && !isOfFew)
    return { way: 'joined', condition: compileRules(rules, today, isJoinedBuyer) }
  const isFound = match === 'all' || criteria.length === 1 ? criteria.some(hasIndex) : false
  return { way: isFound ? 'alone' : 'together', condition: compileRules(rules, today) }
}

/** Sizes of segments, in their order; the clients are read once. */
export async function sizesOf(
  db: CabinetDb,
  all: readonly Rules[],
  today: string,
): Promise<{ clients: number; sizes: number[] }> {
  const { total, counts } = await countEach(
    db,
    all.map((one) => countable(one, today)),
  )
  return { clients: total, sizes: counts }
}

/** The size of a segment, and of each of its conditions alone. */
export async function sizesOfRules(
  db: CabinetDb,
  rules: Rules,
  today: string,
): Promise<{ clients: number; size: number; rows: number[] }> {
  const parts = rules.criteria.map((one) => countable({ match: 'all', criteria: [one] }, today))
  if (parts.length === 1) {
    const { clients, sizes } = await sizesOf(db, [rules], today)
    return { clients, size: sizes[0] ?? 0, rows: sizes }
  }
  const {
    total,
    counts: [size = 0, ...rows],
  } = await countEach(db, [countable(rules, today), ...parts])
  return { clients: total, size, rows }
}
