/** Statements about mapped fields. */
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
