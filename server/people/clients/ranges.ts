/** Clients of a large account some at a time, in the order of their ids. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { ClientCondition } from './in-queries.ts'
import { type Chosen, inState, joined, narrowing } from './list-sql.ts'

/** Clients by their ids: behind `after`, up to `upTo`; null: from the first one, to the last one. */
export type Range = { after: string | null; upTo: string | null }

/** Whether a column has the id of a client of the range. */
export const isOfRange = (column: RawBuilder<unknown>, { after, upTo }: Range): RawBuilder<boolean> =>
  sql`(${column} > coalesce(${after}, '00000000-0000-0000-0000-000000000000')::uuid
    and ${column} <= coalesce(${upTo}, 'ffffffff-ffff-ffff-ffff-ffffffffffff')::uuid)`

export const isAmong = (range: Range): ClientCondition => isOfRange(sql`clients.id`, range)

/** The next so many clients, those in the archive too. */
export async function rangeBehind(db: CabinetDb, after: string | null, clients: number): Promise<Range> {
  const { rows } = await sql<{ id: string }>`select id from clients
    where cabinet_id = ${db.cabinetId} and ${isOfRange(sql`id`, { after, upTo: null })}
    order by id offset ${clients - 1} limit 2`.execute(db.tx)
  return { after, upTo: rows.length === 2 ? (rows[0]?.id ?? null) : null }
}

/** Clients of a range who have a variable, locked in the order of their ids. */
export async function lockHaving(db: CabinetDb, name: string, range: Range, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from clients
    where cabinet_id = ${db.cabinetId} and ${isAmong(range)} and jsonb_exists(extra, ${name})
    order by id limit ${limit} for no key update`.execute(db.tx)
  return rows.map((row) => row.id)
}

/** Clients of a list, among some of a large account: of each it is looked up whether it is chosen. */
export async function chosenAmong(
  db: CabinetDb,
  { q, filters }: Chosen,
  today: string,
  some: ClientCondition,
): Promise<RawBuilder<{ id: string }>> {
  const { narrow, near } = await narrowing(db, q, filters, today)
  const part = sql<{ id: string }>`select clients.id from clients where ${inState(db, filters)} and ${some}`
  if (narrow.length === 0) return part
  const fits = joined(near(sql`array(${part})`))
  return sql`select part.id from (${part}) part where exists (select from clients
    where clients.cabinet_id = ${db.cabinetId} and clients.id = part.id and ${fits} offset 0)`
}
