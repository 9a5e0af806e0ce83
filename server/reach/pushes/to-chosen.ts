/** One text to many clients who were chosen by hand or by filters: a push of its own, with its figures. */
import type { RawBuilder } from 'kysely'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as audienceSql from './audience-sql.ts'
import { addPeople, beginRun, finishRun } from './run-of-people.ts'
import * as sql from './sql.ts'

/** Makes the push and its run, which has nobody yet. @returns the id of the push */
export async function beginForChosen(
  app: App,
  db: CabinetDb,
  { name, message }: { name: string; message: string },
): Promise<string> {
  const now = app.clock.now()
  const id = crypto.randomUUID()
  await sql.insertPush(db, { id, type: 'text', name, message, segment_id: null, created_at: now, updated_at: now })
  await beginRun(app, db, { id, message, status: 'draft' }, null)
  return id
}

/** Fixes the cards of some of them, each client once. @param chosen selects the column `id` of the clients */
export async function addChosen(db: CabinetDb, pushId: string, chosen: RawBuilder<{ id: string }>): Promise<void> {
  const runId = await audienceSql.runBeingFixed(db, pushId)
  if (runId === undefined) throw new Error('the run is finished')
  await addPeople(db, runId, chosen)
}

/** @returns whether there is anything to send; if not, the push is gone */
export async function sendToChosen(app: App, db: CabinetDb, pushId: string): Promise<boolean> {
  const runId = await audienceSql.runBeingFixed(db, pushId)
  const cards = runId === undefined ? 0 : await finishRun(app, db, runId)
  if (cards === 0) await sql.deletePush(db, pushId)
  return cards > 0
}
