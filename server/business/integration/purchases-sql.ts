/** Documents of the CRM whose buyer is not known here yet. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { crmClients } from './links-sql.ts'

type Tables = {
  crm_purchases_waiting: {
    cabinet_id: number
    source: string
    document_id: string
    crm_id: string
    kind: 'sale' | 'refund'
    refund_of: string | null
    at: Date
    amount_minor: number | null
    text: string
    is_void: boolean
    received_at: Date
  }
}
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()
export type WaitingRow = Omit<Tables['crm_purchases_waiting'], 'cabinet_id'>
type Key = Pick<WaitingRow, 'source' | 'document_id'>

/** In the place of what the document was before. */
export async function putWaiting(db: CabinetDb, row: WaitingRow): Promise<void> {
  await tables(db)
    .insertInto('crm_purchases_waiting')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'source', 'document_id']).doUpdateSet(row))
    .execute()
}

const waitingOf = (db: CabinetDb, { source, document_id }: Key) =>
  tables(db)
    .selectFrom('crm_purchases_waiting')
    .select('crm_id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('source', '=', source)
    .where('document_id', '=', document_id)

/** Whose a document that waits is. */
export const buyerWaitedFor = async (db: CabinetDb, key: Key): Promise<string | undefined> =>
  (await waitingOf(db, key).executeTakeFirst())?.crm_id

export async function dropWaiting(db: CabinetDb, { source, document_id }: Key): Promise<void> {
  await tables(db)
    .deleteFrom('crm_purchases_waiting')
    .where('cabinet_id', '=', db.cabinetId)
    .where('source', '=', source)
    .where('document_id', '=', document_id)
    .execute()
}

export async function dropWaitingBefore(db: CabinetDb, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('crm_purchases_waiting')
    .where('cabinet_id', '=', db.cabinetId)
    .where('received_at', '<', before)
    .execute()
}

/** The next documents whose buyer is linked with a client meanwhile; nothing is exchanged of those left out. */
export async function waitingKnown(db: CabinetDb, source: string, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select w.source, w.document_id, w.crm_id, w.kind, w.refund_of, w.at, w.amount_minor, w.text, w.is_void,
      w.received_at
    from crm_purchases_waiting w
    join crm_clients cc on cc.cabinet_id = w.cabinet_id and cc.crm_id = w.crm_id
      and (cc.is_read is distinct from false or cc.is_write is distinct from false)
    where w.cabinet_id = ${db.cabinetId} and w.source = ${source}
    order by w.at, w.document_id limit ${limit}`.execute(db.tx)
  return rows
}

/** The client who is linked with a CRM's client, unless nothing is exchanged of this one. */
export async function buyerOfCrm(db: CabinetDb, crmId: string): Promise<string | undefined> {
  const row = await crmClients(db)
    .selectFrom('crm_clients')
    .select('client_id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('crm_id', '=', crmId)
    .where(sql<boolean>`(is_read is distinct from false or is_write is distinct from false)`)
    .limit(1)
    .executeTakeFirst()
  return row?.client_id
}
