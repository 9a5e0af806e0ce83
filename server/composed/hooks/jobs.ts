/**
 * Every minute one job finds the businesses with an address, and another job sends each what has changed. Both are safe
 * to run twice: what is sent twice has the same id.
 */
import { z } from 'zod'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { cabinetsDue } from '../../business/hooks/hooks.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { sendChanges } from './send-changes.ts'

const Of = z.object({ cabinetId: z.int() })
export const sendToHook: Job<z.infer<typeof Of>> = defineJob({
  name: 'send-to-hook',
  shape: Of,
  atOnce: 4,
  handle: (app, { cabinetId }) => sendChanges(app, cabinetId),
})

export const wakeHooks: Job<Nothing> = defineJob({
  name: 'wake-hooks',
  shape: Nothing,
  every: '* * * * *',
  async handle(app) {
    const due = await app.database.acrossCabinets((tx) => cabinetsDue(tx, app.clock.now()))
    for (const cabinetId of due)
      await openForWork(app, cabinetId, (db) =>
        app.jobs.enqueue(db.tx, sendToHook, { cabinetId }, { key: String(cabinetId) }),
      )
  },
})
