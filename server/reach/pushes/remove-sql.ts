/** A push that is removed: its messages let go of its runs in parts, and its row goes at the end. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { areOfRun } from './message-ids.ts'

/** Of a table of runs: their push is there. @param alias of the table in the statement */
export const isOfPush = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from pushes there where there.cabinet_id = ${sql.ref(`${alias}.cabinet_id`)}
    and there.id = ${sql.ref(`${alias}.push_id`)} and there.removed_at is null)`

/** Whether the push has no more runs and messages than these. They are counted no further. */
export async function hasFew(db: CabinetDb, id: string, few: { runs: number; messages: number }): Promise<boolean> {
  const runs = await oldestRuns(db, id, few.runs + 1)
  if (runs.length > few.runs) return false
  const { rows } = await sql`select from client_messages
    where cabinet_id = ${db.cabinetId} and run_id = any(${runs}::uuid[]) limit ${few.messages + 1}`.execute(db.tx)
  return rows.length <= few.messages
}

/**
 * From now on it is nowhere, and does nothing. A process of the version before, which does not know of it, finds
 * nothing to send. What it used is free to be deleted.
 */
export async function markRemoved(db: CabinetDb, id: string, now: Date): Promise<void> {
  await sql`update pushes set removed_at = ${now}, message = '', is_active = false, segment_id = null,
      send_at = null, send_from = null, send_repeat = null
    where cabinet_id = ${db.cabinetId} and id = ${id}`.execute(db.tx)
  await sql`delete from push_templates where cabinet_id = ${db.cabinetId} and push_id = ${id}`.execute(db.tx)
}

export async function oldestRuns(db: CabinetDb, pushId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from push_runs
    where cabinet_id = ${db.cabinetId} and push_id = ${pushId} order by created_at limit ${limit}`.execute(db.tx)
  return rows.map((row) => row.id)
}

/** Messages of a run become messages of none, as when it is deleted. @returns how many */
export async function freeMessages(db: CabinetDb, runId: string, limit: number): Promise<number> {
  const found = await sql<{ id: string }>`select id from client_messages m
    where m.cabinet_id = ${db.cabinetId} and ${areOfRun('m', runId)} limit ${limit}`.execute(db.tx)
  if (found.rows.length === 0) return 0
  const are = sql`m.cabinet_id = ${db.cabinetId} and ${areOfRun('m', runId)}
    and m.id = any(${found.rows.map((row) => row.id)}::uuid[])`
  // In the order in which answers of wallets lock them.
  await sql`select from client_messages m where ${are} order by m.id for update`.execute(db.tx)
  await sql`update client_messages m set run_id = null where ${are}`.execute(db.tx)
  return found.rows.length
}

export async function deleteRuns(db: CabinetDb, ids: readonly string[]): Promise<void> {
  await sql`delete from push_runs where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[])`.execute(db.tx)
}

export async function deleteRemoved(db: CabinetDb, id: string): Promise<void> {
  await sql`delete from pushes
    where cabinet_id = ${db.cabinetId} and id = ${id} and removed_at is not null`.execute(db.tx)
}
