/**
 * A trigger is removed: at once for everybody, and what it has done, which may be many rows for every client, by a job
 * in parts (decision 203).
 */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as removed from './remove-sql.ts'
import * as sql from './sql.ts'

/** A trigger with no more rows than these in any table is deleted in the call. */
const FEW = 1000
/** Rows that are cleared in one transaction. */
const PART = 2000

const Which = z.object({ cabinetId: z.int(), id: z.uuid() })

/** @returns whether there is more to do */
export async function clearNext(db: CabinetDb, id: string, limit = PART): Promise<boolean> {
  if (await removed.clearSome(db, id, limit)) return true
  await removed.deleteRemoved(db, id)
  return false
}

export const clearTrigger: Job<z.infer<typeof Which>> = defineJob({
  name: 'clear-trigger',
  shape: Which,
  async handle(app, { cabinetId, id }) {
    while (await openForWork(app, cabinetId, (db) => clearNext(db, id)));
  },
})

/** @param id of a trigger that is locked */
export async function removeLocked(app: App, db: CabinetDb, id: string): Promise<void> {
  if (await removed.hasFew(db, id, FEW)) return sql.deleteTrigger(db, id)
  await removed.markRemoved(db, id, app.clock.now())
  await app.jobs.enqueue(db.tx, clearTrigger, { cabinetId: db.cabinetId, id })
}
