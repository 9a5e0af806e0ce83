/** The address that tills call, and the documents that were settled there. */
import { type Generated, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

type Tables = {
  crm_tills: { cabinet_id: number; id: string; sealed_key: Buffer; last_call_at: Generated<Date | null> }
  crm_till_documents: {
    cabinet_id: number
    source: string
    id: Buffer
    asked: Buffer
    after_minor: number[]
    at: Date
  }
}
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

const one = (db: CabinetDb) => tables(db).selectFrom('crm_tills').selectAll().where('cabinet_id', '=', db.cabinetId)
export type TillRow = Awaited<ReturnType<ReturnType<typeof one>['executeTakeFirstOrThrow']>>

export const findTill = (db: CabinetDb): Promise<TillRow | undefined> => one(db).executeTakeFirst()

export async function insertTill(db: CabinetDb, row: Pick<TillRow, 'id' | 'sealed_key'>): Promise<void> {
  await tables(db)
    .insertInto('crm_tills')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function changeTill(db: CabinetDb, change: Partial<Pick<TillRow, 'sealed_key' | 'last_call_at'>>) {
  await tables(db).updateTable('crm_tills').set(change).where('cabinet_id', '=', db.cabinetId).execute()
}

/** With its end the address leads nowhere. */
export async function forgetTill(db: CabinetDb): Promise<void> {
  await tables(db).deleteFrom('crm_tills').where('cabinet_id', '=', db.cabinetId).execute()
}

export type DocumentRow = Omit<Tables['crm_till_documents'], 'cabinet_id'>

export const findDocument = (
  db: CabinetDb,
  { source, id }: Pick<DocumentRow, 'source' | 'id'>,
): Promise<Pick<DocumentRow, 'asked' | 'after_minor'> | undefined> =>
  tables(db)
    .selectFrom('crm_till_documents')
    .select(['asked', 'after_minor'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('source', '=', source)
    .where('id', '=', id)
    .executeTakeFirst()

/** Waits for another one with this id, until it is settled or taken back. @returns false: it has been settled */
export async function insertDocument(db: CabinetDb, row: DocumentRow): Promise<boolean> {
  const done = await tables(db)
    .insertInto('crm_till_documents')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function dropDocumentsBefore(db: CabinetDb, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('crm_till_documents')
    .where('cabinet_id', '=', db.cabinetId)
    .where('at', '<', before)
    .execute()
}

/** For this transaction: somebody waits at a till, and another try is better than a late answer. */
export async function beQuick(db: CabinetDb, { lockMs, statementMs }: { lockMs: number; statementMs: number }) {
  await sql`select set_config('lock_timeout', ${String(lockMs)}, true),
    set_config('statement_timeout', ${String(statementMs)}, true)`.execute(db.tx)
}
