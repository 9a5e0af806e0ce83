/**
 * A push is removed: at once for everybody, and its runs, with what their messages say of them, by a job in parts
 * (decision 203).
 */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as removed from './remove-sql.ts'
import * as sql from './sql.ts'

/** A push with no more than these is deleted in the call. */
const FEW = { runs: 30, messages: 500 }
/** What is cleared in one transaction. A message is written with all its indexes: 40 ms. */
const PART = { runs: 30, messages: 500 }

const Which = z.object({ cabinetId: z.int(), id: z.uuid() })

/** @returns whether there is more to do */
export async function clearNext(db: CabinetDb, id: string, part = PART): Promise<boolean> {
  const runs = await removed.oldestRuns(db, id, part.runs)
  if (runs.length === 0) {
    await removed.deleteRemoved(db, id)
    return false
  }
  const empty: string[] = []
  let left = part.messages
  for (const run of runs) {
    left -= await removed.freeMessages(db, run, left)
    // The run may have more of them.
    if (left <= 0) break
    empty.push(run)
  }
  await removed.deleteRuns(db, empty)
  return true
}

export const clearPush: Job<z.infer<typeof Which>> = defineJob({
  name: 'clear-push',
  shape: Which,
  async handle(app, { cabinetId, id }) {
    while (await openForWork(app, cabinetId, (db) => clearNext(db, id)));
  },
})

/** @param id of a push that is locked */
export async function removeLocked(app: App, db: CabinetDb, id: string): Promise<void> {
  if (await removed.hasFew(db, id, FEW)) return sql.deletePush(db, id)
  await removed.markRemoved(db, id, app.clock.now())
  await app.jobs.enqueue(db.tx, clearPush, { cabinetId: db.cabinetId, id })
}
