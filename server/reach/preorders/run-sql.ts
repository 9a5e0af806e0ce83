/** The statements of a run: the next client, what became of him, and the end. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { type PreorderRow, type RunRow, tables, type Why } from './sql.ts'

/** Locked, so that two workers of one run take turns. */
export function lockRun(db: CabinetDb, id: string): Promise<RunRow | undefined> {
  return tables(db)
    .selectFrom('preorder_runs')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** A worker was lost while the provider was asked, and nobody knows whether the SMS has left. */
export async function giveUpSending(db: CabinetDb, id: string, before: Date, now: Date): Promise<void> {
  await tables(db)
    .updateTable('preorders')
    .set({ state: 'unsure', changed_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', id)
    .where('state', '=', 'sending')
    .where('changed_at', '<=', before)
    .execute()
}

export function nextQueued(db: CabinetDb, id: string, now: Date): Promise<PreorderRow | undefined> {
  return tables(db)
    .selectFrom('preorders')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', id)
    .where('state', '=', 'queued')
    .where((where) => where.or([where('next_at', 'is', null), where('next_at', '<=', now)]))
    .orderBy('asked_at')
    .orderBy('client_id')
    .limit(1)
    .executeTakeFirst()
}

/** @returns undefined for a client who waits no longer */
export function lockQueued(db: CabinetDb, id: string, clientId: string): Promise<PreorderRow | undefined> {
  return tables(db)
    .selectFrom('preorders')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .where('run_id', '=', id)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()
}

/** When there is something to do again: a client who has to wait, or an SMS that is being sent; null: nothing. */
export async function nextMoment(db: CabinetDb, id: string, sendingMs: number): Promise<Date | null> {
  const row = await tables(db)
    .selectFrom('preorders')
    .select(
      sql<Date | null>`min(case when state = 'queued' then next_at
        else changed_at + make_interval(secs => ${sendingMs / 1000}) end)`.as('at'),
    )
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', id)
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirst()
  return row?.at ?? null
}

export type Change = Partial<
  Pick<PreorderRow, 'state' | 'channel' | 'sms_failure' | 'tries' | 'next_at' | 'changed_at' | 'design_now'>
>

export async function updatePreorder(db: CabinetDb, clientId: string, change: Change): Promise<void> {
  await tables(db)
    .updateTable('preorders')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .execute()
}

export async function updateRun(
  db: CabinetDb,
  id: string,
  change: Partial<Pick<RunRow, 'state' | 'why' | 'resumes_at' | 'ended_at'>>,
): Promise<void> {
  await tables(db)
    .updateTable('preorder_runs')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Whom a stopped run has not come to waits on. */
export async function stopRun(db: CabinetDb, id: string, why: Why, now: Date): Promise<void> {
  await updateRun(db, id, { state: 'stopped', why, resumes_at: null, ended_at: now })
  await tables(db)
    .updateTable('preorders')
    .set({ state: 'waiting', next_at: null, changed_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** @returns how often it has been tried now */
export async function countTry(db: CabinetDb, clientId: string): Promise<number> {
  const row = await tables(db)
    .updateTable('preorders')
    .set({ tries: sql`tries + 1` })
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .returning('tries')
    .executeTakeFirst()
  return row?.tries ?? 1
}
