/** The clock of triggers: every minute one job finds the cabinets in which something is due, another one runs a cabinet. Both are safe to run twice. */
import { z } from 'zod'
import type { Job } from '../../base/floor.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { runDue } from './run.ts'
import { cabinetsDue } from './sql.ts'

const Of = z.object({ cabinetId: z.int() })
export const runTriggers: Job<z.infer<typeof Of>> = defineJob({
  name: 'run-triggers',
  shape: Of,
  handle: (floor, { cabinetId }) => openForWork(floor, cabinetId, (db) => runDue(floor, db)),
})

export const wakeTriggers: Job<Nothing> = defineJob({
  name: 'wake-triggers',
  shape: Nothing,
  every: '* * * * *',
  async handle(floor) {
    const due = await floor.database.acrossCabinets((tx) => cabinetsDue(tx, floor.clock.now()))
    for (const cabinetId of due) await openForWork(floor, cabinetId, (db) => floor.jobs.enqueue(db.tx, runTriggers, { cabinetId }, { key: String(cabinetId) }))
  },
})
