/** The last exchanges with a CRM. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type ExchangeRow = {
  id: string
  at: Date
  verb: string
  method: string
  path: string
  status: number | null
  failure: string | null
  took_ms: number
  tries: number
  client_id: string | null
}
type Tables = { crm_exchanges: ExchangeRow & { cabinet_id: number } }
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

/** Many at once: one statement for a whole piece of work. */
export async function insertExchanges(db: CabinetDb, rows: readonly ExchangeRow[]): Promise<void> {
  await tables(db)
    .insertInto('crm_exchanges')
    .values(rows.map((row) => ({ cabinet_id: db.cabinetId, ...row })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes all but the last ones. */
export async function sweepExchanges(db: CabinetDb, kept: number): Promise<void> {
  await sql`delete from crm_exchanges where cabinet_id = ${db.cabinetId} and id <= (
    select id from crm_exchanges where cabinet_id = ${db.cabinetId} order by id desc offset ${kept} limit 1)`.execute(
    db.tx,
  )
}

/** Newest first, below `before`. */
export function exchangesBefore(
  db: CabinetDb,
  { before, isFailedOnly }: { before: string | undefined; isFailedOnly: boolean },
  limit: number,
): Promise<ExchangeRow[]> {
  return tables(db)
    .selectFrom('crm_exchanges')
    .select(['id', 'at', 'verb', 'method', 'path', 'status', 'failure', 'took_ms', 'tries', 'client_id'])
    .where('cabinet_id', '=', db.cabinetId)
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? ''))
    .$if(isFailedOnly, (all) => all.where('failure', 'is not', null))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function forgetExchanges(db: CabinetDb): Promise<void> {
  await tables(db).deleteFrom('crm_exchanges').where('cabinet_id', '=', db.cabinetId).execute()
}
