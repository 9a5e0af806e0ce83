/** SQL of files that are deleted, and of lines that are forgotten. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { readInOrder } from '../../base/look-up.ts'

/** From now on it is nowhere, and nothing of it goes on. */
export async function markRemoved(db: CabinetDb, id: string, now: Date): Promise<void> {
  await sql`update client_imports set removed_at = ${now}
    where cabinet_id = ${db.cabinetId} and id = ${id} and removed_at is null`.execute(db.tx)
}

/** The same of files that were uploaded and never imported, but for the newest ones. @returns their ids */
export async function markUnused(db: CabinetDb, kept: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update client_imports set removed_at = ${now}
    where cabinet_id = ${db.cabinetId} and id in (
      select id from client_imports
      where cabinet_id = ${db.cabinetId} and state in ('ready', 'checked') and removed_at is null
      order by created_at desc offset ${kept})
    returning id`.execute(db.tx)
  return rows.map((row) => row.id)
}

/** Whether its lines are still being deleted. */
export async function isRemoved(db: CabinetDb, id: string): Promise<boolean> {
  const { rows } = await sql`select from client_imports
    where cabinet_id = ${db.cabinetId} and id = ${id} and removed_at is not null`.execute(db.tx)
  return rows.length > 0
}

/** Deletes what has become of some lines. @returns whether there may be more */
export async function clearLines(db: CabinetDb, id: string, limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from client_import_rows where ctid = any(array(
    select ctid from client_import_rows where cabinet_id = ${db.cabinetId} and import_id = ${id}
    limit ${limit} for update))`.execute(db.tx)
  return Number(numAffectedRows ?? 0n) > 0
}

/**
 * What the next lines say of clients who are saved, or will not be.
 * @returns the last of these lines; null: there are no more
 */
export async function forgetFacts(db: CabinetDb, id: string, afterLine: number, limit: number): Promise<number | null> {
  const isNext = sql`cabinet_id = ${db.cabinetId} and import_id = ${id} and line > ${afterLine}`
  const forget = sql<{ last: number | null }>`
    with next as materialized (
      select line from client_import_rows where ${isNext} order by line limit ${limit}),
    forgotten as (
      update client_import_rows set facts = null
      where ${isNext} and line <= (select max(line) from next) and facts is not null)
    select max(line) as last from next`
  const { rows } = await readInOrder(db, () => forget.execute(db.tx))
  return rows[0]?.last ?? null
}

export async function deleteRemoved(db: CabinetDb, id: string): Promise<void> {
  await sql`delete from client_imports
    where cabinet_id = ${db.cabinetId} and id = ${id} and removed_at is not null`.execute(db.tx)
}

/** The file, its lines and their examples are gone; that there was an import stays. */
export async function forgetParts(db: CabinetDb, id: string): Promise<void> {
  await sql`delete from client_import_parts where cabinet_id = ${db.cabinetId} and import_id = ${id}`.execute(db.tx)
  await sql`update client_imports set file = jsonb_set(file, '{columns}', '[]'), parts = 0
    where cabinet_id = ${db.cabinetId} and id = ${id}`.execute(db.tx)
}
