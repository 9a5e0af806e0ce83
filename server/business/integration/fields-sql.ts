/** Statements about mapped fields. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { StoredLink } from './field-map.ts'
import type { IntegrationTables } from './sql.ts'

/** @param of the version that was read; left out: whatever it is now @returns false when it is another one */
export async function setFieldMap(
  db: CabinetDb,
  of: { id: string; version?: number },
  map: readonly StoredLink[],
  now: Date,
): Promise<boolean> {
  const query = db.tx
    .withTables<IntegrationTables>()
    .updateTable('integrations')
    .set((column) => ({
      field_map: JSON.stringify(map) as never,
      updated_at: now,
      ...(of.version !== undefined && { version: column('version', '+', 1) }),
    }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', of.id)
  const done = await (of.version === undefined ? query : query.where('version', '=', of.version)).executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** What both sides had of these fields, and why it was not exchanged, is over. */
export async function forgetFields(
  db: CabinetDb,
  { theirs, isWritten, isRead }: { theirs: readonly string[]; isWritten: boolean; isRead: boolean },
): Promise<void> {
  await sql`update crm_clients set their_fields = their_fields - ${[...theirs]}::text[],
      field_faults = nullif(field_faults - ${[...theirs]}::text[], '{}'),
      written_version = case when ${isWritten} then null else written_version end,
      written_digest = case when ${isWritten} then null else written_digest end,
      is_stale = is_stale or (${isRead} and crm_id is not null)
    where cabinet_id = ${db.cabinetId}`.execute(db.tx)
}
