import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { type ClientTables, tables } from './sql.ts'

export type EventRow = Omit<ClientTables['external_events'], 'cabinet_id'>
/** The last event of the page before. */
export type After = { at: Date; id: string }

const COLUMNS = ['id', 'client_id', 'kind', 'at', 'amount_minor', 'text', 'source', 'sender_id', 'received_at'] as const

/** Erasing waits for the end of this transaction. @returns false when the client is not there or erased */
export async function holdClient(db: CabinetDb, id: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('clients')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when the sender has used this id before */
export async function insertEvent(db: CabinetDb, row: EventRow): Promise<boolean> {
  const done = await tables(db)
    .insertInto('external_events')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'source', 'sender_id']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function eventOfSender(
  db: CabinetDb,
  { source, sender_id }: Pick<EventRow, 'source' | 'sender_id'>,
): Promise<EventRow | undefined> {
  return tables(db)
    .selectFrom('external_events')
    .select(COLUMNS)
    .where('cabinet_id', '=', db.cabinetId)
    .where('source', '=', source)
    .where('sender_id', '=', sender_id)
    .executeTakeFirst()
}

/** The next events of one client. */
export function eventsAfter(
  db: CabinetDb,
  clientId: string,
  after: After | undefined,
  limit: number,
): Promise<EventRow[]> {
  return tables(db)
    .selectFrom('external_events')
    .select(COLUMNS)
    .where('cabinet_id', '=', db.cabinetId)
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
