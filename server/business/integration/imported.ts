/** What the CRM has to do with clients that are imported from a file. */
import { titleOf } from '../../engines/crm/crm.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as rows from './clients-sql.ts'
import * as sql from './sql.ts'

/** The connected CRM, and whether new clients would be written to it; null without one. */
export async function crmOfImport(db: CabinetDb): Promise<{ title: string; writes: boolean } | null> {
  const row = await sql.findIntegration(db)
  return row ? { title: titleOf(row.type), writes: row.is_write } : null
}

/** Those of these clients whom the CRM knows, while it is on. */
export async function clientsInCrm(db: CabinetDb, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || !(await sql.findIntegration(db))?.is_on) return new Set()
  const syncs = await rows.clientSyncs(db, ids)
  return new Set(syncs.filter((one) => one.crm_id !== null).map((one) => one.id))
}

/** These clients are not written to the CRM until somebody says so on the page of each. */
export async function keepFromCrm(db: CabinetDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0 && (await sql.findIntegration(db))) await rows.setUnwritten(db, ids)
}
