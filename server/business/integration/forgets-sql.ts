/** Statements that forget what is known of clients in the CRM, some at a time. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { crmClients, type Forgets, UNLINKED } from './links-sql.ts'
import type { IntegrationTables } from './sql.ts'

/** The next clients of whom something is known, upwards from `after`. */
export async function nextLinked(db: CabinetDb, after: string | null, limit: number): Promise<string[]> {
  const rows = await crmClients(db)
    .selectFrom('crm_clients')
    .select('client_id')
    .where('cabinet_id', '=', db.cabinetId)
    .$if(after !== null, (all) => all.where('client_id', '>', after))
    .orderBy('client_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.client_id)
}

async function deleteLooked(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await sql`delete from crm_looked
    where cabinet_id = ${db.cabinetId} and client_id = any(${[...clientIds]}::uuid[])`.execute(db.tx)
}

/** Unless a CRM is connected: then they are links with that one. */
export async function deleteLinks(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await sql`delete from crm_looked where cabinet_id = ${db.cabinetId} and client_id = any(${[...clientIds]}::uuid[])
    and not exists (select from integrations where cabinet_id = ${db.cabinetId})`.execute(db.tx)
  await sql`delete from crm_clients where cabinet_id = ${db.cabinetId} and client_id = any(${[...clientIds]}::uuid[])
    and not exists (select from integrations where cabinet_id = ${db.cabinetId})`.execute(db.tx)
}

const links = (db: CabinetDb, clientIds: readonly string[]) =>
  crmClients(db)
    .updateTable('crm_clients')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', sql<string>`any(${[...clientIds]}::uuid[])`)

/** What is chosen for these clients stays. */
export async function unlink(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await deleteLooked(db, clientIds)
  await links(db, clientIds)
    .set({ ...UNLINKED, their_fields: sql`'{}'` })
    .execute()
}

/** What the look-up has found of these clients. */
export async function forgetFound(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await deleteLooked(db, clientIds)
  await links(db, clientIds)
    .set({ match: null, doubt: null, their_balance: null, their_bonus: null, their_discount: null })
    .execute()
}

/** What both sides had of these fields, and why it was not exchanged, is over. */
export async function forgetFields(
  db: CabinetDb,
  clientIds: readonly string[],
  { theirs, isWritten, isRead }: Extract<Forgets, { what: 'fields' }>,
): Promise<void> {
  await sql`update crm_clients set their_fields = their_fields - ${[...theirs]}::text[],
      field_faults = nullif(field_faults - ${[...theirs]}::text[], '{}')
      ${isWritten ? sql`, written_version = null, written_digest = null` : sql``}
      ${isRead ? sql`, is_stale = is_stale or crm_id is not null` : sql``}
    where cabinet_id = ${db.cabinetId} and client_id = any(${[...clientIds]}::uuid[])`.execute(db.tx)
}

/** People of the CRM, and documents of those of them who are not known here. @returns whether there may be more */
export async function forgetOthers(db: CabinetDb, limit: number): Promise<boolean> {
  const { rows } = await sql<{ people: number; documents: number }>`
    with people as (delete from crm_index where cabinet_id = ${db.cabinetId} and crm_id = any(array(
        select crm_id from crm_index where cabinet_id = ${db.cabinetId} limit ${limit})) returning 1),
      documents as (delete from crm_purchases_waiting where cabinet_id = ${db.cabinetId} and ctid = any(array(
        select ctid from crm_purchases_waiting where cabinet_id = ${db.cabinetId} limit ${limit})) returning 1)
    select (select count(*)::int from people) as people, (select count(*)::int from documents) as documents`.execute(
    db.tx,
  )
  return (rows[0]?.people ?? 0) === limit || (rows[0]?.documents ?? 0) === limit
}

const connection = (db: CabinetDb) =>
  db.tx.withTables<IntegrationTables>().updateTable('integrations').where('cabinet_id', '=', db.cabinetId)

/** @param upTo this client it is done already */
export async function setForgets(db: CabinetDb, forgets: Forgets | null, upTo: string | null): Promise<void> {
  await connection(db)
    .set({ forgets: forgets && sql`${JSON.stringify(forgets)}::jsonb`, forgotten_up_to: upTo })
    .execute()
}

/** @param upTo null: it is done @returns false: something else is being forgotten by now */
export async function setForgotten(db: CabinetDb, { id }: Forgets, upTo: string | null): Promise<boolean> {
  const done = await connection(db)
    .set({ forgotten_up_to: upTo, ...(upTo === null && { forgets: null }) })
    .where(sql<boolean>`forgets ->> 'id' = ${id}`)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
