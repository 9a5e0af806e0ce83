/**
 * The schedule of triggers: every minute one job finds the cabinets with something due, and another job runs each
 * cabinet. Both are safe to run twice.
 */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { runDue } from './run.ts'
import { cabinetsDue } from './sql.ts'

const Of = z.object({
  cabinetId: z.int(),
  /** When the pass was queued: a worker that takes it over knows what the pass has done. */
  since: z.iso.datetime().optional(),
})
export const runTriggers: Job<z.infer<typeof Of>> = defineJob({
  name: 'run-triggers',
  shape: Of,
  handle(app, { cabinetId, since }) {
    const now = app.clock.now()
    const begun = since === undefined ? now : new Date(since)
    return runDue(app, cabinetId, { since: begun, now: begun > now ? begun : now })
  },
})

/** In the caller's transaction; a run that waits already is not queued twice. */
export function queueRun(app: App, db: CabinetDb): Promise<void> {
  const { cabinetId } = db
  const since = app.clock.now().toISOString()
  return app.jobs.enqueue(db.tx, runTriggers, { cabinetId, since }, { key: String(cabinetId) })
}

export const wakeTriggers: Job<Nothing> = defineJob({
  name: 'wake-triggers',
  shape: Nothing,
  every: '* * * * *',
  async handle(app) {
    const due = await app.database.acrossCabinets((tx) => cabinetsDue(tx, app.clock.now()))
    for (const cabinetId of due) await openForWork(app, cabinetId, (db) => queueRun(app, db))
  },
})
