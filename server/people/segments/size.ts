/** How many clients are in segments. `today` is the Moscow day on which ages are counted. */
import type { Criterion, Rules } from '../../../contract/people/segments.ts'
import type { CabinetDb } from '../../base/db.ts'
import { type Countable, countEach } from '../clients/clients.ts'
import { compileRules } from './compile.ts'

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
    default:
      return false
  }
}

/** One condition of all that have to fit is enough: the others are asked of the clients whom it finds. */
function countable(rules: Rules, today: string): Countable {
  const { match, criteria } = rules
  const [first] = criteria
  if (criteria.length === 1 && first?.kind === 'tag' && first.operator === 'none_of')
    return { way: 'rest', condition: compileRules({ match, criteria: [{ ...first, operator: 'one_of' }] }, today) }
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
