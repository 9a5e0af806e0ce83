/** SQL of tags that are removed, and taken off their clients in parts. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { ClientCondition } from './in-queries.ts'
import { tables } from './sql.ts'

/** The next clients who have a tag, in the order in which clients are locked. */
export async function clientsWithTag(
  db: CabinetDb,
  id: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`select client_id from client_tags
    where cabinet_id = ${db.cabinetId} and tag_id = ${id}
      and client_id > coalesce(${after}, '00000000-0000-0000-0000-000000000000')::uuid
    order by client_id limit ${limit}`.execute(db.tx)
  return rows.map((row) => row.client_id)
}

/** Nobody sees the tag any more, and its name is free. */
export async function markTagRemoved(db: CabinetDb, id: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('tags')
    .set({ name: id, removed_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Waits for who may still give it to a client. @returns whether it is there */
export async function lockRemovedTag(db: CabinetDb, id: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('tags')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function takeTagOff(db: CabinetDb, id: string, clientIds: readonly string[]): Promise<void> {
  await sql`delete from client_tags where cabinet_id = ${db.cabinetId} and tag_id = ${id}
    and client_id = any(${[...clientIds]}::uuid[])`.execute(db.tx)
}

/** Those of these tags that clients may still have, though nobody sees it. */
export async function removedAmong(db: CabinetDb, ids: readonly string[]): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('tags')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', 'in', [...ids])
    .where('removed_at', 'is not', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Asked once in a statement, and no guess of how many clients fit depends on it. */
export const isNotRemoved = (db: CabinetDb, id: string): ClientCondition =>
  sql`not exists (select from tags
    where tags.cabinet_id = ${db.cabinetId} and tags.id = ${id} and tags.removed_at is not null)`
