/**
 * Makes a bulk edit, and takes it back: some clients at a time, each part in a transaction of its own together with how
 * far it is. After a crash the next worker goes on behind the last part.
 */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { Refusal } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { type BulkDoors, changeRows, undoRows } from './actions.ts'
import { fixNextPart, type Fixing } from './fix.ts'
import { isForMany, sendNextPart, sendWhatIsFixed } from './message-to-many.ts'
import * as sql from './sql.ts'

/** Cards follow in the same transaction, and a till must not wait for it. */
const PART = 100
/** Rows that are deleted in one transaction. Nobody waits for them. */
const DROPPED = 5000

const Which = z.object({ cabinetId: z.int(), id: z.uuid() })
export type Which = z.infer<typeof Which>

const STEPS = {
  running: { from: 'waiting', work: changeRows, ends: 'done', givesUp: 'failed' },
  undoing: { from: 'changed', work: undoRows, ends: 'undone', givesUp: 'done' },
} as const
type Step = keyof typeof STEPS

type Ending = { id: string; state: 'done' | 'undone' | 'failed' }

/** @param isFixed whether all are fixed whom the change is tried on; if not, it was tried on nobody */
async function endStep(app: App, db: CabinetDb, { id, state }: Ending, isFixed = true): Promise<void> {
  const counts = await sql.countStates(db, id)
  // What was asked for may name people.
  const ended_at = app.clock.now()
  await sql.updateEdit(db, id, { state, asked: null, counts, ended_at, ...(!isFixed && { total: 0 }) })
  await notifyOpenPages(db)
}

/** @returns whether there is more to do */
async function prepare(app: App, fixing: Fixing): Promise<boolean> {
  try {
    await fixNextPart(fixing)
    return true
  } catch (fault) {
    // Its segment was deleted meanwhile.
    if (!(fault instanceof Refusal)) throw fault
    await endStep(app, fixing.db, { id: fixing.edit.id, state: 'failed' }, false)
    return false
  }
}

/** @returns whether there is more to do */
async function workPart(app: App, db: CabinetDb, id: string, step: Step, doors: BulkDoors): Promise<boolean> {
  const { from, work, ends } = STEPS[step]
  const edit = await sql.lockEdit(db, id)
  if (edit?.state !== step) return false
  if (edit.asked) return prepare(app, { db, doors, edit })
  if (step === 'running' && isForMany(edit)) {
    const isMore = await sendNextPart(app, db, edit)
    if (!isMore) await endStep(app, db, { id, state: ends })
    return isMore
  }
  const rows = await sql.nextRows(db, id, { state: from, after: edit.after_client, limit: PART })
  if (rows.length === 0) {
    await endStep(app, db, { id, state: ends })
    return false
  }
  await sql.settleRows(db, id, await work({ app, db, edit, doors }, rows))
  await sql.updateEdit(db, id, {
    done: edit.done + rows.length,
    after_client: rows.at(-1)?.client_id ?? edit.after_client,
  })
  return true
}

const stepJob = (name: string, step: Step, doors: BulkDoors): Job<Which> =>
  defineJob({
    name,
    shape: Which,
    async handle(app, { cabinetId, id }) {
      while (await openForWork(app, cabinetId, (db) => workPart(app, db, id, step, doors))) {
        /* the next part */
      }
    },
    giveUp: (app, { cabinetId, id }) =>
      openForWork(app, cabinetId, async (db) => {
        const edit = await sql.lockEdit(db, id)
        if (edit?.state !== step) return
        if (step === 'running' && edit.push_id !== null) await sendWhatIsFixed(app, db, id, edit.push_id)
        await endStep(app, db, { id, state: STEPS[step].givesUp }, edit.asked === null)
      }),
  })

export type BulkJobs = Record<'run' | 'undo', Job<Which>>
export const bulkJobsWith = (doors: BulkDoors): BulkJobs => ({
  run: stepJob('run-bulk-edit', 'running', doors),
  undo: stepJob('undo-bulk-edit', 'undoing', doors),
})

/** @returns whether there is more to do */
export async function dropNext(db: CabinetDb, id: string, limit = DROPPED): Promise<boolean> {
  if (await sql.clearRows(db, id, limit)) return true
  await sql.deleteRemoved(db, id)
  return false
}

/** Deletes an edit, with what it replaced, when it cannot be taken back any more. */
export const dropBulkEdit: Job<Which> = defineJob({
  name: 'drop-bulk-edit',
  shape: Which,
  async handle(app, { cabinetId, id }) {
    await openForWork(app, cabinetId, (db) => sql.markRemoved(db, id, app.clock.now()))
    while (await openForWork(app, cabinetId, (db) => dropNext(db, id)));
  },
})
