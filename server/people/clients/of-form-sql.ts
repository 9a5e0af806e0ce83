/** Clients by the form that they came by, also those in the archive. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export async function hasMoreOfForm(db: CabinetDb, formId: string, than: number): Promise<boolean> {
  const { rows } = await sql`select from clients
    where cabinet_id = ${db.cabinetId} and form_id = ${formId} limit ${than + 1}`.execute(db.tx)
  return rows.length > than
}

/** The first of them by their ids. */
export async function firstOfForm(db: CabinetDb, formId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from clients
    where cabinet_id = ${db.cabinetId} and form_id = ${formId} order by id limit ${limit}`.execute(db.tx)
  return rows.map((row) => row.id)
}
