/**
 * The schedule of triggers: every minute one job finds the cabinets with something due, and another job runs each
 * cabinet. Both are safe to run twice.
 */
import { z } from 'zod'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { runDue } from './run.ts'
import { cabinetsDue } from './sql.ts'

const Of = z.object({ cabinetId: z.int() })
export const runTriggers: Job<z.infer<typeof Of>> = defineJob({
  name: 'run-triggers',
  shape: Of,
  handle: (app, { cabinetId }) => openForWork(app, cabinetId, (db) => runDue(app, db)),
})

export const wakeTriggers: Job<Nothing> = defineJob({
  name: 'wake-triggers',
  shape: Nothing,
  every: '* * * * *',
  async handle(app) {
    const due = await app.database.acrossCabinets((tx) => cabinetsDue(tx, app.clock.now()))
    for (const cabinetId of due)
      await openForWork(app, cabinetId, (db) =>
        app.jobs.enqueue(db.tx, runTriggers, { cabinetId }, { key: String(cabinetId) }),
      )
  },
})
