/** How many clients a list has: exactly, or about. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { lookUpRows } from '../../base/look-up.ts'
import { countRows } from '../../base/paging.ts'
import { countPresent } from './count-sql.ts'
import type { ClientCondition } from './in-queries.ts'
import { type Filters, inState, joined, type Narrowed, narrowing } from './list-sql.ts'
import { tables } from './sql.ts'

/** Smaller accounts are always counted. */
const ESTIMATED_FROM = 10_000
const SAMPLE = 2_000
/** Fewer in the sample say little: then they are counted, and are soon found. */
const ENOUGH = 40
/** Of more than so many that is not soon: then these in the sample will do for one digit. */
const SOON_FOUND = 5_000
const ENOUGH_FOR_ONE = 10

type Counted = { total: number; isEstimate: boolean }

/** Two digits that can be relied on: `21 793` is about `22 000`. */
export function roundEstimate(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return Math.round(count / unit) * unit
}

/** Of few in the sample one digit can be relied on. */
export const roundFew = (count: number): number => Number(count.toPrecision(1))

/** @param present all clients @returns about how many fit; undefined: they have to be counted */
export function estimateOf(present: number, { seen, fit }: Sampled): number | undefined {
  const about = (present * fit) / Math.max(1, seen)
  if (fit >= ENOUGH) return roundEstimate(about)
  return fit >= ENOUGH_FOR_ONE && about > SOON_FOUND ? roundFew(about) : undefined
}

/**
 * Clients by chance, but always the same ones: the same question has the same answer each time. Ids are random, so the
 * first ones are by chance, and lie beside each other in every index of clients (decision 181).
 */
export const firstById = (state: ClientCondition, size: number): RawBuilder<unknown> =>
  sql`select clients.* from clients where ${state} order by clients.cabinet_id, clients.id limit ${size}`

const sampled = (state: ClientCondition) => firstById(state, SAMPLE)

type Sampled = { seen: number; fit: number }

async function sample(db: CabinetDb, state: ClientCondition, asked: Narrowed['near']): Promise<Sampled> {
  const few = sql<string[]>`array(select id from (${sampled(state)}) chosen)`
  const { rows } = await sql<Sampled>`
    select (select count(*)::int from (${sampled(state)}) chosen) as seen,
      (select count(*)::int from (${sampled(state)}) clients where ${joined(asked(few))}) as fit`.execute(db.tx)
  return rows[0] ?? { seen: 0, fit: 0 }
}

export type ClientSample = {
  /** Clients out of the archive, for `from (…) c`. */
  rows: RawBuilder<unknown>
  /** How many the account has for `found` of those `seen` in the sample. */
  estimate: (found: number, seen: number) => number
  isEnough: (found: number) => boolean
}

/** For counts over an account that is large enough for an estimate; undefined: it is soon counted. */
export async function sampleOfClients(db: CabinetDb): Promise<ClientSample | undefined> {
  const present = await countPresent(db)
  if (present < ESTIMATED_FROM) return undefined
  return {
    rows: sampled(inState(db, {})),
    estimate: (found, seen) => roundEstimate((present * found) / Math.max(1, seen)),
    isEnough: (found) => found >= ENOUGH,
  }
}

/** How many fit; in a large account about so many, from a part of its clients. */
export async function countAbout(db: CabinetDb, conditions: readonly ClientCondition[]): Promise<number> {
  return (await countListed(db, {}, { narrow: conditions, near: () => conditions }, true)).total
}

/** What is known of a list that only conditions of other rooms narrow down, such as a segment. */
export const keptSize = ({ state, among = [], amongSize }: Filters, narrow: Narrowed['narrow']): Filters['amongSize'] =>
  state === undefined && narrow.length === among.length ? amongSize : undefined

/** How many a list has, about; in a small account, and where they are few, exactly. */
export async function countListAbout(
  db: CabinetDb,
  { q, filters }: { q: string; filters: Filters },
  today: string,
): Promise<NonNullable<Filters['amongSize']>> {
  const narrowed = await narrowing(db, q, filters, today)
  const kept = keptSize(filters, narrowed.narrow)
  if (kept) return kept
  // They go in one trip, in this order.
  const [, { total, isEstimate }] = await Promise.all([lookUpRows(db), countListed(db, filters, narrowed, true)])
  return { count: total, isEstimate }
}

/** @param mayEstimate where that is much faster */
export async function countListed(
  db: CabinetDb,
  filters: Filters,
  { narrow, near }: Pick<Narrowed, 'narrow' | 'near'>,
  mayEstimate: boolean,
): Promise<Counted> {
  const state = inState(db, filters)
  if (filters.state === undefined && (narrow.length === 0 || mayEstimate)) {
    const present = await countPresent(db)
    if (narrow.length === 0) return { total: present, isEstimate: false }
    if (present >= ESTIMATED_FROM) {
      const total = estimateOf(present, await sample(db, state, near))
      if (total !== undefined) return { total, isEstimate: true }
    }
  }
  const found = tables(db)
    .selectFrom('clients')
    .where(joined([state, ...narrow]))
  return { total: await countRows(found), isEstimate: false }
}
