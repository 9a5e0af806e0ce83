/** The runs that write changed clients to the CRM. */
import type { Generated } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type RunState = 'queue' | 'running' | 'waiting' | 'done' | 'failed'
type Nullable<T> = Generated<T | null>
type Tables = {
  crm_runs: {
    cabinet_id: number
    id: string
    moscow_day: string
    state: RunState
    total: number
    done: Generated<number>
    failed: Generated<number>
    tries: Generated<number>
    /** The last client that was taken up. */
    cursor: Nullable<string>
    /** 0: the run of the day; clients in trouble are tried again under a number of their own. */
    retry: Generated<number>
    client_ids: Nullable<string[]>
    created_at: Date
    started_at: Nullable<Date>
    ended_at: Nullable<Date>
  }
}
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

const runs = (db: CabinetDb) => tables(db).selectFrom('crm_runs').selectAll().where('cabinet_id', '=', db.cabinetId)
export type RunRow = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>
/** Of the day, or a repetition. */
export const latestRun = (db: CabinetDb): Promise<RunRow | undefined> =>
  runs(db).orderBy('created_at', 'desc').orderBy('retry', 'desc').limit(1).executeTakeFirst()
export const latestOfDay = (db: CabinetDb): Promise<RunRow | undefined> =>
  runs(db).where('retry', '=', 0).orderBy('moscow_day', 'desc').limit(1).executeTakeFirst()
export const lockRun = (db: CabinetDb, id: string): Promise<RunRow | undefined> =>
  runs(db).where('id', '=', id).forUpdate().executeTakeFirst()

/** @returns false when the day has its run */
export async function insertRun(
  db: CabinetDb,
  run: { id: string; moscow_day: string; total: number; created_at: Date },
): Promise<boolean> {
  const done = await tables(db)
    .insertInto('crm_runs')
    .values({ cabinet_id: db.cabinetId, ...run, state: 'queue' })
    .onConflict((conflict) => conflict.constraint('crm_runs_once_a_day').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateRun(
  db: CabinetDb,
  id: string,
  change: Partial<Pick<RunRow, 'state' | 'total' | 'done' | 'failed' | 'tries' | 'cursor' | 'started_at' | 'ended_at'>>,
): Promise<void> {
  await tables(db)
    .updateTable('crm_runs')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Counts a client that was taken up, and goes on after it. */
export async function countClient(
  db: CabinetDb,
  id: string,
  { clientId, isDone }: { clientId: string; isDone: boolean },
): Promise<void> {
  await tables(db)
    .updateTable('crm_runs')
    .set((column) => ({
      done: column('done', '+', Number(isDone)),
      failed: column('failed', '+', Number(!isDone)),
      tries: 0,
      cursor: clientId,
    }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** @param clientIds null: all that are in trouble. @returns false when another repetition began at the same moment */
export async function insertRetry(
  db: CabinetDb,
  run: { id: string; moscow_day: string; total: number; created_at: Date },
  clientIds: readonly string[] | null,
): Promise<boolean> {
  const last = await runs(db).where('moscow_day', '=', run.moscow_day).orderBy('retry', 'desc').executeTakeFirst()
  const done = await tables(db)
    .insertInto('crm_runs')
    .values({
      cabinet_id: db.cabinetId,
      ...run,
      state: 'queue',
      retry: (last?.retry ?? 0) + 1,
      client_ids: clientIds && [...clientIds],
    })
    .onConflict((conflict) => conflict.constraint('crm_runs_once_a_day').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The day is free again, for another CRM. */
export async function forgetRuns(db: CabinetDb): Promise<void> {
  await tables(db).deleteFrom('crm_runs').where('cabinet_id', '=', db.cabinetId).execute()
}

export async function endOpenRuns(db: CabinetDb, now: Date): Promise<void> {
  await tables(db)
    .updateTable('crm_runs')
    .set({ state: 'failed', ended_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', 'in', ['queue', 'running', 'waiting'])
    .execute()
}
