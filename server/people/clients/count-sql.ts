/** Counts of clients: by conditions that other rooms make, by day, by template. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'
import { birthdaysOf, countBorn } from './kept-counts-sql.ts'
import { type BuyerCondition, countFound, isJoinedBuyer, WITH_BOUGHT } from './bought-in-queries.ts'
import { type ClientCondition, clientsWhere, hasBirthdayOn, IS_PRESENT } from './in-queries.ts'
import { tables } from './sql.ts'

/**
 * What is counted, and how: `alone` by an index of its own, `rest` as all but those whom an index finds, `bought` by
 * the kept figures of purchases, `born` by the kept numbers of each sex and month of birth, where it asks for nothing
 * else; the others in one reading of all clients, with the figures of purchases if any is `joined`.
 */
export type Countable =
  | { condition: ClientCondition; way: 'alone' | 'rest' | 'together' | 'joined' }
  | { condition: ClientCondition; way: 'born'; edges: readonly string[] }
  | { condition: BuyerCondition; way: 'bought' }

const present = (db: CabinetDb) => sql`clients.cabinet_id = ${db.cabinetId} and ${IS_PRESENT}`

export async function countEach(
  db: CabinetDb,
  conditions: readonly Countable[],
): Promise<{ total: number; counts: number[] }> {
  // Figures that are read in any case are not read a second time.
  const isJoined = conditions.some(({ way }) => way === 'joined')
  const together = conditions.filter(
    ({ way }) => way === 'together' || way === 'joined' || (isJoined && way === 'bought'),
  )
  const bought = isJoined ? [] : conditions.filter((one) => one.way === 'bought')
  const born = conditions.filter((one) => one.way === 'born')
  const columns = conditions.map((one) => {
    if (together.includes(one)) return sql`everybody.counts[${together.indexOf(one) + 1}::int]`
    if (one.way === 'born') return sql`born.counts[${born.indexOf(one) + 1}::int]`
    if (one.way === 'bought') {
      const buyers = sql`bought.counts[${bought.indexOf(one) + 1}::int]`
      return one.condition.isForNone ? sql`everybody.total - ${buyers}` : buyers
    }
    const found = sql`(select count(*) from clients where ${present(db)} and ${one.condition})`
    return one.way === 'rest' ? sql`everybody.total - ${found}` : found
  })
  const filters = together.map((one) => {
    const condition = one.way === 'bought' ? isJoinedBuyer(one.condition) : one.condition
    return sql`count(*) filter (where ${condition})`
  })
  // Two indexes in the same order (0580-segment-facts.sql): hashing one of them takes longer than reading both.
  if (isJoined) await sql`set local enable_hashjoin = off`.execute(db.tx)
  // An index has all that is asked (0580-segment-facts.sql), in half the time that the rows take.
  const isFromIndex = filters.length > 0
  if (isFromIndex) await sql`set local random_page_cost = 1.1`.execute(db.tx)
  // Where rows are looked up already (`lookUpRows`), figures would be too: all of them are read sooner as they lie.
  else if (bought.length > 0) await sql`set local random_page_cost to default`.execute(db.tx)
  // Their number is kept by triggers (0102-client-list.sql).
  const everybody =
    filters.length === 0
      ? sql`select coalesce((select client_counts.present from client_counts
          where client_counts.cabinet_id = ${db.cabinetId}), 0) as total`
      : sql`select count(*) as total, array[${sql.join(filters)}] as counts
          from clients ${isJoined ? WITH_BOUGHT : sql``} where ${present(db)}`
  const { rows } = await sql<{ total: number; counts: number[] }>`
    select everybody.total::int as total, array[${sql.join(columns)}]::int[] as counts from (${everybody}) everybody,
      (${countFound(
        db,
        bought.map(({ condition }) => condition),
      )}) bought, (${countBorn(db, born)}) born`.execute(db.tx)
  if (isJoined) await sql`set local enable_hashjoin = on`.execute(db.tx)
  if (isFromIndex) await sql`set local random_page_cost to default`.execute(db.tx)
  return rows[0] ?? { total: 0, counts: [] }
}

export async function countWhere(db: CabinetDb, conditions: readonly ClientCondition[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${clientsWhere(db, conditions)}) c`.execute(db.tx)
  return rows[0]?.count ?? 0
}

export type Sample = { id: string; name: string; surname: string; cardNumber: number }

/** The newest of some clients. @param clients `from clients …`, with what they have to fit */
export const latestOf = (clients: RawBuilder<unknown>, limit: number): RawBuilder<Sample> =>
  sql`select clients.id, clients.name, clients.surname, clients.card_number as "cardNumber" ${clients}
    order by clients.created_at desc, clients.id desc limit ${limit}`

/** Clients out of the archive who came since then. */
export function countPresentSince(db: CabinetDb, since: Date): Promise<number> {
  return countRows(
    tables(db)
      .selectFrom('clients')
      .where('cabinet_id', '=', db.cabinetId)
      .where(IS_PRESENT)
      .where('created_at', '>=', since),
  )
}

/** Also in the archive; no more of them are looked at. */
export async function hasMoreClients(db: CabinetDb, than: number): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`select count(*)::int as found
    from (select from clients where cabinet_id = ${db.cabinetId} limit ${than + 1}) clients`.execute(db.tx)
  return (rows[0]?.found ?? 0) > than
}

/** Clients out of the archive; the number is kept by triggers (0102-client-list.sql). */
export async function countPresent(db: CabinetDb): Promise<number> {
  const row = await tables(db)
    .selectFrom('client_counts')
    .select('present')
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
  return row?.present ?? 0
}

/** So many rows at most, and no more than a share of the clients out of the archive: for `limit`. */
export const shareOfPresent = (db: CabinetDb, most: number, share: number): RawBuilder<number> =>
  sql`(select coalesce(min(least(${most}::int, (present * ${share}::float8)::int)), 0) from client_counts
    where cabinet_id = ${db.cabinetId})`

export type Birthdays = { total: number; next: { id: string; name: string; surname: string; birthday: string }[] }

/**
 * Those of the first day, and where they are too few, of the others: in a large account a week has very many. How many
 * there are comes from kept numbers.
 * @param monthDays of the days in their order, such as `12-31` and `01-01` @param limit how many are named
 */
export async function birthdays(db: CabinetDb, monthDays: readonly string[], limit: number): Promise<Birthdays> {
  const others = monthDays.slice(1)
  const born = (days: readonly string[]) => sql`from clients where ${present(db)} and ${hasBirthdayOn(days)}`
  const { rows } = await sql<Birthdays['next'][number] & { total: number }>`
    select clients.id, name, surname, birthday, ${birthdaysOf(db, monthDays)} as total
    from (
      (select 0 as place, clients.id ${born(monthDays.slice(0, 1))} order by clients.id limit ${limit})
      union all
      (select array_position(${others}::text[], to_char(clients.birthday, 'MM-DD')), clients.id ${born(others)}
        order by 1, 2 limit ${limit})
      limit ${limit}) next
    join clients on clients.cabinet_id = ${db.cabinetId} and clients.id = next.id
    order by next.place, next.id`.execute(db.tx)
  return { total: rows[0]?.total ?? 0, next: rows.map(({ total: _, ...row }) => row) }
}
