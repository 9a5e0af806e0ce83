/**
 * How many clients of a large account fit conditions: about, from a part of them, and exactly where few fit and an
 * index finds those (decision 196).
 */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { lookUpFew } from '../../base/look-up.ts'
import { WITH_BOUGHT } from './bought-in-queries.ts'
import { type Countable, countEach, countPresent } from './count-sql.ts'
import { type ClientCondition, IS_PRESENT } from './in-queries.ts'
import { firstById, roundEstimate, roundFew } from './list-count.ts'
import { inState, joined } from './list-sql.ts'

/** A condition over a row of `clients` with its figures of purchases (`WITH_BOUGHT`), with an id up to `last`. */
type OfSample = (last: RawBuilder<unknown>) => ClientCondition

/**
 * Finds clients by an index.
 * @param condition over a row of `clients`
 * @param sampled the same over one of a sample
 * @param read what is true of those who are read for it, of whom only some fit: any of these is enough, without any
 * everybody is read; left out: nobody else is read
 * @param found the ids alone, where that reads no client
 * @param inOrder a row for each of them, in the order of an index that is read no further than it is asked for
 */
export type Seek = {
  condition: ClientCondition
  sampled: OfSample
  read?: readonly OfSample[]
  found?: (db: CabinetDb) => RawBuilder<{ id: string }>
  inOrder?: (db: CabinetDb) => RawBuilder<unknown>
}

/**
 * @param condition over a row of `clients`, for all of them
 * @param sampled the same over a row of a sample
 * @param amongFew the same over a row of `clients` alone, for some clients of many
 * @param asksBought whether figures of purchases are in it
 * @param asksTags whether tags are
 * @param isLookedUp whether a row is looked up for each client: what was bought on some days
 * @param buyers clients among whom all who fit are, by what they bought; left out: nothing is asked of that
 * @param ways each finds, by all its seeks together, everybody who fits
 * @param wayOfTags finds who has all tags; asked when no other way finds few
 * @param isSingle one condition: its way finds nobody else
 */
export type Estimable = {
  exact: Countable
  condition: ClientCondition
  sampled: OfSample
  amongFew: ClientCondition
  asksBought: boolean
  asksTags: boolean
  isLookedUp: boolean
  buyers?: ((db: CabinetDb) => RawBuilder<{ id: string }>) | undefined
  ways: readonly (readonly Seek[])[]
  wayOfTags: Seek | undefined
  isSingle: boolean
}

export type Size = { count: number; isEstimate: boolean }

/** Accounts up to here are always counted. */
const COUNTED_UP_TO = 10_000
/** Or up to here, where purchases are not asked for beside something else, and no more than so many conditions are. */
const COUNTED_ALONE_UP_TO = 50_000
const CONDITIONS = 10
export const SAMPLE = 10_000
/** Where each row of the sample is read from wherever it lies: beside a million others that is seldom in memory. */
const SAMPLE_LOOKED_UP = 4_000
/** Fewer in the sample say little. */
export const ENOUGH = 40
/** So many clients, about, are looked up one by one to count those who fit. */
export const FOUND_MAX = 10_000

const HARDLY_ANYBODY: Size = { count: 0, isEstimate: true }

export const present = (db: CabinetDb) => inState(db, {})
export const sampled = (db: CabinetDb, size = SAMPLE) => firstById(present(db), size)

/** Two indexes go in the same order, no further than the sample: no table is hashed, no row looked up. */
async function inOrder<T>(db: CabinetDb, statement: RawBuilder<T>): Promise<T[]> {
  const others = (value: 'on' | 'off') =>
    sql`select set_config('enable_hashjoin', ${value}, true), set_config('enable_nestloop', ${value}, true)`.execute(
      db.tx,
    )
  const [, rows] = await Promise.all([others('off'), lookUpFew(db, statement), others('on')])
  return rows
}

type Hits = { found: number; seen: number }

async function lastOfSample(db: CabinetDb, size: number): Promise<string | undefined> {
  const [row] = await lookUpFew(
    db,
    sql<{ id: string }>`select id from (${sampled(db, size)}) part order by id desc limit 1`,
  )
  return row?.id
}

/** How many of the sample fit each condition. */
async function sample(
  db: CabinetDb,
  conditions: readonly OfSample[],
  { isJoined, asksTags, size }: { isJoined: boolean; asksTags: boolean; size: number },
): Promise<Hits[]> {
  const last = asksTags ? await lastOfSample(db, size) : undefined
  const counts = conditions.map((one) => sql`count(*) filter (where ${one(sql`${last}::uuid`)})`)
  const [row] = await inOrder(
    db,
    sql<{ seen: number; counts: number[] }>`
      select count(*)::int as seen, array[${sql.join(counts)}]::int[] as counts
      from (${sampled(db, size)}) clients ${isJoined ? WITH_BOUGHT : sql``}`,
  )
  return conditions.map((_, i) => ({ found: row?.counts[i] ?? 0, seen: row?.seen ?? 0 }))
}

/** Each by the sample that it has alone too: what is asked beside it changes no number. */
async function sampleEach(db: CabinetDb, all: readonly Estimable[]): Promise<Map<OfSample, Hits>> {
  const hits = new Map<OfSample, Hits>()
  for (const [size, some] of Map.groupBy(all, ({ isLookedUp }) => (isLookedUp ? SAMPLE_LOOKED_UP : SAMPLE))) {
    const ways = some.flatMap((one) => [...one.ways.flat(), ...(one.wayOfTags ? [one.wayOfTags] : [])])
    const read = ways.flatMap((way) => way.read ?? [])
    const conditions = [...new Set([...[...some, ...ways].map(({ sampled: condition }) => condition), ...read])]
    const isJoined = some.some(({ asksBought }) => asksBought)
    const asksTags = some.some((one) => one.asksTags)
    for (const [i, found] of (await sample(db, conditions, { isJoined, asksTags, size })).entries()) {
      const condition = conditions[i]
      if (condition) hits.set(condition, found)
    }
  }
  return hits
}

/** Those whom a way finds, of whom some may not fit. */
const foundBy = (db: CabinetDb, way: readonly Seek[]) =>
  sql.join(
    way.map(
      ({ condition, found }) =>
        sql`(${found?.(db) ?? sql`select clients.id from clients where ${present(db)} and ${condition}`})`,
    ),
    sql` union `,
  )

/** `from clients` for those whom a way finds and who fit. @param most no more of the found ones are looked at */
export const fitting = (db: CabinetDb, { amongFew }: Estimable, way: readonly Seek[], most: number | null = null) =>
  sql`from (select found.id from (${foundBy(db, way)}) found limit ${most}::bigint) found
    join clients on clients.cabinet_id = ${db.cabinetId} and clients.id = found.id
    where ${IS_PRESENT} and ${amongFew}`

async function countFew(db: CabinetDb, few: readonly (readonly [Estimable, readonly Seek[]])[]): Promise<number[]> {
  if (few.length === 0) return []
  const counts = few.map(([one, way]) => sql`(select count(*) ${fitting(db, one, way)})`)
  const [row] = await lookUpFew(db, sql<{ counts: number[] }>`select array[${sql.join(counts)}]::int[] as counts`)
  return row?.counts ?? []
}

export type Estimated = {
  total: number
  /** In the order of what was asked. */
  sizes: Size[]
  /** Left out: all clients were read. */
  waysOfFew?: ReadonlyMap<Estimable, readonly Seek[]>
}

/** As `estimateEach`, however large the account is. */
export async function countAll(db: CabinetDb, all: readonly Estimable[]): Promise<Estimated> {
  const { total, counts } = await countEach(
    db,
    all.map(({ exact }) => exact),
  )
  return { total, sizes: counts.map((count) => ({ count, isEstimate: false })) }
}

/** Those of one condition that an index finds, if they are few: the index is read no further. */
async function countSought(db: CabinetDb, all: readonly Estimable[]): Promise<Map<Estimable, Size>> {
  const sought = all.filter(
    ({ exact, isSingle, ways: [way = []] }) => isSingle && (exact.way === 'alone' || way.some((one) => one.inOrder)),
  )
  if (sought.length === 0) return new Map()
  const counts = sought.map(({ ways: [way = []] }) => {
    const inOrder = way.length === 1 ? way[0]?.inOrder?.(db) : undefined
    const found =
      inOrder ?? sql`select from clients where ${present(db)} and ${joined(way.map(({ condition }) => condition))}`
    return sql`(select count(*) from (${found} limit ${FOUND_MAX / 2}) found)`
  })
  const [row] = await lookUpFew(db, sql<{ counts: number[] }>`select array[${sql.join(counts)}]::int[] as counts`)
  const found = sought.map((one, i) => [one, row?.counts[i] ?? 0] as const)
  return new Map(
    found.filter(([, count]) => count < FOUND_MAX / 2).map(([one, count]) => [one, { count, isEstimate: false }]),
  )
}

/** The way for which the fewest clients are read, by the sample, if they are few. */
function shortest(ways: Estimable['ways'], about: (condition: OfSample) => number) {
  const readFor = ({ sampled: condition, read = [condition] }: Seek) => Math.min(...read.map(about))
  const [first] = ways
    .map((way) => ({ way, read: way.reduce((sum, one) => sum + readFor(one), 0) }))
    .toSorted((one, other) => one.read - other.read)
  return first && first.read <= FOUND_MAX ? first.way : undefined
}

/** What the sample and the indexes tell: sizes that are known then, and how those are found of whom there are few. */
async function look(db: CabinetDb, all: readonly Estimable[], total: number) {
  const sizes = await countSought(db, all)
  const waysOfFew = new Map([...sizes.keys()].map((one) => [one, one.ways[0] ?? []]))
  // Kept numbers answer who was born when: no client is read for that.
  const others = all.filter((one) => one.exact.way !== 'born' && !sizes.has(one))
  const hits = await sampleEach(db, others)
  const hitsOf = (one: OfSample) => hits.get(one) ?? { found: 0, seen: 0 }
  const about = (one: OfSample) => (total * hitsOf(one).found) / Math.max(1, hitsOf(one).seen)
  for (const one of others) {
    const { found } = hitsOf(one.sampled)
    const isFew = found < ENOUGH
    const way = isFew
      ? (shortest(one.ways, about) ?? shortest(one.wayOfTags ? [[one.wayOfTags]] : [], about))
      : undefined
    if (way) waysOfFew.set(one, way)
    // Nobody in the sample is not known yet.
    else if (found > 0) {
      const round = isFew ? roundFew : roundEstimate
      sizes.set(one, { count: round(about(one.sampled)), isEstimate: true })
    }
  }
  return { sizes, waysOfFew }
}

async function estimate(db: CabinetDb, all: readonly Estimable[], total: number): Promise<Estimated> {
  const { sizes, waysOfFew } = await look(db, all, total)
  // Who bought so much is counted from the figures alone, unless an index has them.
  const few = [...waysOfFew].filter(
    ([one, way]) =>
      !sizes.has(one) && (one.exact.way !== 'bought' || way.every(({ inOrder, read }) => inOrder ?? read)),
  )
  for (const [i, count] of (await countFew(db, few)).entries()) {
    const [one] = few[i] ?? []
    if (one) sizes.set(one, { count, isEstimate: false })
  }
  // Nobody in the sample is hardly anybody.
  if (total > COUNTED_ALONE_UP_TO)
    for (const one of all)
      if (!sizes.has(one) && !waysOfFew.has(one) && one.exact.way !== 'born') sizes.set(one, HARDLY_ANYBODY)
  const rest = all.filter((one) => !sizes.has(one))
  const counted = rest.length === 0 ? [] : (await countAll(db, rest)).sizes
  for (const [i, one] of rest.entries()) sizes.set(one, counted[i] ?? { count: 0, isEstimate: false })
  return { total, sizes: all.map((one) => sizes.get(one) ?? { count: 0, isEstimate: false }), waysOfFew }
}

function isLarge(all: readonly Estimable[], total: number): boolean {
  const isBeside = ({ exact: { way }, isLookedUp }: Estimable) => way === 'joined' || (way === 'alone' && isLookedUp)
  const isLong = all.length > CONDITIONS || all.some(isBeside)
  return total > (isLong ? COUNTED_UP_TO : COUNTED_ALONE_UP_TO)
}

/**
 * How many clients there are, and how many fit each; in a large account some only about. An estimate of zero says that
 * there is hardly anybody: of a sample nobody fits.
 */
export async function estimateEach(db: CabinetDb, all: readonly Estimable[]): Promise<Estimated> {
  const total = await countPresent(db)
  return isLarge(all, total) ? estimate(db, all, total) : countAll(db, all)
}

/**
 * Of a large account: who fits, if an index finds them and they are few; otherwise how many fit, if that is known, and
 * whether nobody in the sample does.
 */
export type Few = { ids: string[]; size?: undefined } | { ids: undefined; size: Size | undefined; isUnseen: boolean }

/** @param max more are not few */
export async function fewOf(db: CabinetDb, one: Estimable, max: number): Promise<Few> {
  const unknown: Few = { ids: undefined, size: undefined, isUnseen: false }
  const mayBeFew = (one.ways.length > 0 || one.buyers !== undefined) && one.exact.way !== 'born'
  const total = mayBeFew ? await countPresent(db) : 0
  if (!isLarge([one], total)) return unknown
  const { sizes, waysOfFew } = await look(db, [one], total)
  const way = waysOfFew.get(one)
  const size = sizes.get(one)
  if (!way) return { ids: undefined, size, isUnseen: size === undefined }
  const found = sql<{ id: string }>`select clients.id ${fitting(db, one, way)} limit ${max + 1}`
  const rows = await lookUpFew(db, found)
  return rows.length > max ? { ids: undefined, size, isUnseen: false } : { ids: rows.map(({ id }) => id) }
}
