/** Clients that nobody else changes until the end of the transaction. */
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './sql.ts'

/** Locks clients in the order of their ids; unknown ids are left out. */
export function lockClients(db: CabinetDb, ids: readonly string[]): Promise<{ id: string; templateId: string }[]> {
  return sql.lockClients(db, ids)
}

/** The same with all that is known of them; those who were erased are left out. */
export async function lockWholeClients(db: CabinetDb, ids: readonly string[]): Promise<sql.ClientRow[]> {
  return (await sql.lockedClients(db, ids)).filter(({ erased_at: at }) => at === null)
}

/** Locks a client. @returns undefined for one who is not there, or erased */
export async function lockClient(db: CabinetDb, id: string): Promise<sql.ClientRow | undefined> {
  const row = await sql.lockedClient(db, id)
  return row?.erased_at === null ? row : undefined
}
