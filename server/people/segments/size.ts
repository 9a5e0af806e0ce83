/** How many clients are in segments. `today` is the Moscow day on which ages are counted. */
import { sql } from 'kysely'
import type { Criterion, Rules } from '../../../contract/people/segments.ts'
import type { CabinetDb } from '../../base/db.ts'
import {
  type BuyerCondition,
  buyersInOrder,
  type Countable,
  countAll,
  type Estimable,
  type Estimated,
  estimateEach,
  type Few,
  fewOf,
  type Figure,
  isPresentBuyer,
  newestOf,
  presentBuyers,
  type Sample,
  type Seek,
  type Size,
  someOf,
  unseenOf,
  withTagOfEach,
} from '../clients/clients.ts'
import {
  AMONG_FEW,
  compileBought,
  compileBoughtOf,
  compileRules,
  compileSeek,
  edgesOf,
  fitsNothingBought,
  isKnown,
  OF_PRESENT,
  ofSample,
  WITH_FIGURES,
} from './compile.ts'
import { isBought, isNoneSince, plain } from './plain.ts'

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
      return true
    default:
      return false
  }
}

/** The index of figures that finds who fits a condition. */
function figureOf(one: Criterion): Figure | undefined {
  const isFigure = one.kind === 'purchases' || one.kind === 'spent'
  return isFigure && one.days === undefined && one.operator !== 'ne' && !fitsNothingBought(one) ? one.kind : undefined
}

const isOfAmount = ({ kind }: Criterion) => kind === 'balance' || kind === 'bonus' || kind === 'discount'

/** What was bought on some days, unless the last purchase tells. */
const isLookedUp = (one: Criterion) =>
  isBought(one) && one.kind !== 'lastPurchase' && one.days !== undefined && !isNoneSince(one)

/** A condition that few fit who are found fast, when all others fit this one. */
const oppositeOf = (one: Criterion): Criterion | undefined =>
  one.kind === 'tag' && one.operator === 'none_of' ? { ...one, operator: 'one_of' } : undefined

/** So many clients who fit one condition are no longer found sooner than by reading everybody. */
const MANY = 10_000
const isOfMany = (one: Criterion) =>
  one.kind === 'cardnumber' && one.operator === 'between' && one.value.to - one.value.from > MANY

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
  const isOfFew =
    match === 'all' && criteria.some((one) => !isBought(one) && !isOfAmount(one) && !isOfMany(one) && hasIndex(one))
  // What was bought on some days is in no index: all figures are read once, and the clients of those who fit.
  const buyers = criteria.some(isLookedUp) ? compileBoughtOf(rules, today) : undefined
  if (buyers) return { way: 'alone', condition: compileRules(rules, today, OF_PRESENT) }
  if (criteria.some(isBought) && !isOfFew) return { way: 'joined', condition: compileRules(rules, today, WITH_FIGURES) }
  const isFound = criteria.length === 0 || ((match === 'all' || criteria.length === 1) && criteria.some(hasIndex))
  return { way: isFound ? 'alone' : 'together', condition: compileRules(rules, today) }
}

/** Whether an index finds who fits a condition when they are few. */
const isSought = (one: Criterion) =>
  hasIndex(one) ||
  one.kind === 'cardnumber' ||
  ((one.kind === 'formKey' || one.kind === 'templateUUID') && one.operator === 'one_of') ||
  (one.kind === 'promo' && one.operator !== 'empty') ||
  (one.kind === 'age' && one.operator !== 'unknown')

const BUYER_ID = sql`p.client_id as id`
const NO_COLUMN = sql``

/** Buyers: where days are asked for, an index has only who has bought since then. */
const seekOfBuyers = (bought: BuyerCondition, asksDays: boolean): Pick<Seek, 'found' | 'read'> =>
  asksDays ? { read: (bought.bounds ?? []).map((bound) => () => bound), found: (db) => presentBuyers(db, bought) } : {}

function seekOf(one: Criterion, today: string): Seek | undefined {
  if (!isSought(one)) return undefined
  const rules: Rules = { match: 'all', criteria: [one] }
  const [figure, bought] = [figureOf(one), compileBought(rules, today)]
  return {
    condition: compileSeek(one, today),
    sampled: (last) => compileRules(rules, today, ofSample(last)),
    ...(bought && seekOfBuyers(bought, isLookedUp(one))),
    ...(figure &&
      bought && {
        found: (db) => buyersInOrder(db, figure, bought, BUYER_ID),
        inOrder: (db) => buyersInOrder(db, figure, bought, NO_COLUMN),
      }),
  }
}

/** Of all conditions any one finds who fits them; where one is enough, all together do. */
function waysOf(rules: Rules, today: string, sampled: Seek['sampled']): Seek[][] {
  const { match, criteria } = rules
  if (criteria.length === 0) return [[{ condition: compileRules(rules, today), sampled }]]
  const bought = compileBought(rules, today)
  const seeks = criteria.map((one) => seekOf(one, today))
  const found = seeks.filter((one) => one !== undefined)
  if (bought && !bought.isForNone) {
    // The figures are read once and asked everything, unless an index has those of whom there are few.
    const indexed = match === 'all' || criteria.length === 1 ? found.filter((one) => one.inOrder) : []
    const all = { condition: isPresentBuyer(bought), sampled, ...seekOfBuyers(bought, criteria.some(isLookedUp)) }
    const together: Seek[] = indexed.length > 0 && criteria.length === 1 ? [] : [all]
    return [...indexed, ...together].map((one) => [one])
  }
  if (match === 'all') return found.map((one) => [one])
  return found.length === seeks.length ? [found] : []
}

/** Frequent tags that nobody has together. */
function wayOfTags({ match, criteria }: Rules, today: string, sampled: Seek['sampled']): Seek | undefined {
  const tags = criteria.flatMap((one) => (one.kind === 'tag' && one.operator === 'one_of' ? [one] : []))
  if (match !== 'all' || tags.length < 2) return undefined
  const rules: Rules = { match, criteria: tags }
  return {
    condition: compileRules(rules, today),
    sampled: tags.length === criteria.length ? sampled : (last) => compileRules(rules, today, ofSample(last)),
    found: (db) =>
      withTagOfEach(
        db,
        tags.map(({ value }) => value),
      ),
  }
}

function estimable(asked: Rules, today: string): Estimable {
  const rules = plain(asked)
  const sampled: Estimable['sampled'] = (last) => compileRules(rules, today, ofSample(last))
  const bought = compileBoughtOf(rules, today)
  return {
    exact: countable(rules, today),
    condition: compileRules(rules, today),
    sampled,
    amongFew: compileRules(rules, today, AMONG_FEW),
    asksBought: rules.criteria.some(isBought),
    asksTags: rules.criteria.some(({ kind }) => kind === 'tag'),
    isLookedUp: rules.criteria.some(isLookedUp),
    buyers: bought && ((db) => presentBuyers(db, bought)),
    ways: isKnown(rules) ? waysOf(rules, today, sampled) : [[{ condition: compileRules(rules, today), sampled }]],
    wayOfTags: isKnown(rules) ? wayOfTags(rules, today, sampled) : undefined,
    isSingle: rules.criteria.length <= 1,
  }
}

/** Who is in a segment of a large account, where an index finds them and they are few, or how many are. */
export function fewOfRules(db: CabinetDb, rules: Rules, today: string, max: number): Promise<Few> {
  return fewOf(db, estimable(rules, today), max)
}

/** Who is in a segment of which the sample has nobody; undefined when that is not soon read, or more than `max`. */
export function unseenOfRules(db: CabinetDb, rules: Rules, today: string, max: number): Promise<string[] | undefined> {
  return unseenOf(db, estimable(rules, today), max)
}

export type SegmentSizes = Pick<Estimated, 'total' | 'sizes'>

/** Sizes of segments, in their order; in a large account some are estimates. */
export function sizesOf(db: CabinetDb, all: readonly Rules[], today: string): Promise<SegmentSizes> {
  return estimateEach(
    db,
    all.map((one) => estimable(one, today)),
  )
}

/** The same, and the clients are read once. */
export function exactSizesOf(db: CabinetDb, all: readonly Rules[], today: string): Promise<SegmentSizes> {
  return countAll(
    db,
    all.map((one) => estimable(one, today)),
  )
}

const NOBODY = { count: 0, isEstimate: false }
/** So many of a segment are looked up by their ids. */
export const LOOKED_UP_MAX = 3_000

type Detailed = { clients: number; size: Size; rows: Size[]; samples: Sample[] }

/** Of few who fit what they bought on some days: they are found by one reading of the figures, and counted. */
async function exactlyFew(
  db: CabinetDb,
  whole: Estimable,
  parts: readonly Estimable[],
  limit: number,
): Promise<Detailed | undefined> {
  const ids = whole.isLookedUp ? await unseenOf(db, whole, LOOKED_UP_MAX) : undefined
  if (!ids) return undefined
  const size = { count: ids.length, isEstimate: false }
  const { total, sizes } = await countAll(db, parts.length === 1 ? [] : parts)
  return {
    clients: total,
    size,
    rows: parts.length === 1 ? [size] : sizes,
    samples: await newestOf(db, ids, limit),
  }
}

/** The size of a segment, that of each of its conditions alone, and a few who fit. @param limit how many of them */
export async function sizesOfRules(
  db: CabinetDb,
  rules: Rules,
  { today, limit, isExact }: { today: string; limit: number; isExact: boolean },
): Promise<Detailed> {
  const whole = estimable(rules, today)
  const parts = rules.criteria.map((one) => estimable({ match: 'all', criteria: [one] }, today))
  const few = isExact ? await exactlyFew(db, whole, parts, limit) : undefined
  if (few) return few
  // One condition alone is the whole.
  const asked = parts.length === 1 ? [whole] : [whole, ...parts]
  const { total, sizes, waysOfFew } = await (isExact ? countAll(db, asked) : estimateEach(db, asked))
  const size = sizes[0] ?? NOBODY
  const samples = await someOf(db, whole, { total, size, ...(waysOfFew && { waysOfFew }) }, limit)
  return { clients: total, size, rows: parts.length === 1 ? [size] : sizes.slice(1), samples }
}
