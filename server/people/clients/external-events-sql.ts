import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { type ClientTables, tables } from './sql.ts'

export type EventRow = Omit<Selectable<ClientTables['external_events']>, 'cabinet_id'>
type NewRow = Omit<Insertable<ClientTables['external_events']>, 'cabinet_id'>
/** The last event of the page before. */
export type After = { at: Date; id: string }

const COLUMNS = [
  'id',
  'client_id',
  'kind',
  'at',
  'amount_minor',
  'text',
  'source',
  'sender_id',
  'received_at',
  'refund_of',
  'is_void',
  'returned_minor',
  'held_by',
  'earn_rate',
  'earned_minor',
  'missing_minor',
  'news_at',
] as const

/**
 * Erasing waits for the end of this transaction, and so does who else writes purchases of this client.
 * @returns undefined when the client is not there or erased
 */
export function holdClient(db: CabinetDb, id: string): Promise<{ id: string; merged_into: string | null } | undefined> {
  return tables(db)
    .selectFrom('clients')
    .select(['id', 'merged_into'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** @returns false when the sender has used this id before */
export async function insertEvent(db: CabinetDb, row: NewRow): Promise<boolean> {
  const done = await tables(db)
    .insertInto('external_events')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'source', 'sender_id']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Of the past: nothing that was decided about them is decided again. */
export async function insertPastEvents(db: CabinetDb, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into external_events (cabinet_id, id, client_id, kind, at, amount_minor, text, source, sender_id,
      received_at, earn_rate, earned_minor)
    select ${db.cabinetId}, id, client_id, kind, at, amount_minor, text, source, sender_id, received_at,
      earn_rate, coalesce(earned_minor, 0)
    from jsonb_populate_recordset(null::external_events, ${JSON.stringify(rows)}::jsonb)`.execute(db.tx)
}

const events = (db: CabinetDb) =>
  tables(db).selectFrom('external_events').select(COLUMNS).where('cabinet_id', '=', db.cabinetId)

export function eventOfSender(
  db: CabinetDb,
  { source, sender_id }: Pick<EventRow, 'source' | 'sender_id'>,
): Promise<EventRow | undefined> {
  return events(db).where('source', '=', source).where('sender_id', '=', sender_id).executeTakeFirst()
}

export const eventById = (db: CabinetDb, id: string): Promise<EventRow | undefined> =>
  events(db).where('id', '=', id).executeTakeFirst()

export async function changeEvent(
  db: CabinetDb,
  id: string,
  change: Updateable<ClientTables['external_events']>,
): Promise<void> {
  await tables(db)
    .updateTable('external_events')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** What the refunds of a sale have given back; `isWhole`: one of them names no amount. */
export async function returnsOf(
  db: CabinetDb,
  source: string,
  senderId: string,
): Promise<{ returned: number; isWhole: boolean }> {
  const { rows } = await sql<{ returned: number; isWhole: boolean }>`
    select coalesce(sum(abs(amount_minor)), 0)::bigint as returned,
      coalesce(bool_or(amount_minor is null), false) as "isWhole" from external_events
    where cabinet_id = ${db.cabinetId} and source = ${source} and refund_of = ${senderId} and kind = 'refund'
      and not is_void`.execute(db.tx)
  return rows[0] ?? { returned: 0, isWhole: false }
}

/** Of the latest purchase that has one. */
export async function lastAmount(db: CabinetDb): Promise<number | null> {
  const { rows } = await sql<{ amount_minor: number }>`
    select amount_minor from external_events where cabinet_id = ${db.cabinetId} and kind = 'purchase'
      and kind in ('purchase', 'refund') and not is_void and amount_minor > 0
    order by at desc limit 1`.execute(db.tx)
  return rows[0]?.amount_minor ?? null
}

/** Points that a client still has for purchases, without those of one document. */
export async function earnedBeside(db: CabinetDb, clientId: string, id: string): Promise<number> {
  const { rows } = await sql<{ earned: number }>`
    select coalesce(sum(earned_minor), 0)::bigint as earned from external_events
    where cabinet_id = ${db.cabinetId} and id <> ${id}
      and ((client_id = ${clientId} and held_by is null) or held_by = ${clientId})`.execute(db.tx)
  return rows[0]?.earned ?? 0
}

/** Purchases of one who was merged into another count for the other one; and of the undone, for the own again. */
export async function setHolder(db: CabinetDb, clientId: string, holder: string | null): Promise<void> {
  await sql`update external_events set held_by = ${holder}
    where cabinet_id = ${db.cabinetId} and client_id = ${clientId}`.execute(db.tx)
}

/**
 * What `clients.has_bought` is without the client's own purchases, which go: those of who was merged into the client
 * before stay. Where it is written with the client, the trigger has no second time to write it.
 */
export const boughtForOthers = (db: CabinetDb, clientId: string) => sql<boolean>`has_bought and exists (
  select from external_events where cabinet_id = ${db.cabinetId} and held_by = ${clientId} and held_by is not null)`

/** The next events of one client. */
export function eventsAfter(
  db: CabinetDb,
  clientId: string,
  after: After | undefined,
  limit: number,
): Promise<EventRow[]> {
  return events(db)
    .where('client_id', '=', clientId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** @returns how many were deleted */
export async function deleteEvents(db: CabinetDb, clientId: string, id?: string): Promise<number> {
  const done = await tables(db)
    .deleteFrom('external_events')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .executeTakeFirst()
  return Number(done.numDeletedRows)
}
