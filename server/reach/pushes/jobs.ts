/** Puts together what triggers have counted of messages, and proves it every night (decision 125). */
import { DAY_MS } from '../../../contract/time.ts'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { cabinetsToGather, cabinetsWithRuns, correctRunWallets, gatherRunWallets } from './in-wallets-sql.ts'

/** What wallets report of older messages is little. */
const PROVEN_DAYS = 30

/** So that reading stays as cheap on a busy day. Safe to run twice. */
export const gatherRuns: Job<Nothing> = defineJob({
  name: 'gather-runs',
  shape: Nothing,
  every: '*/5 * * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsToGather(tx, after, limit)),
      gatherRunWallets,
    ),
})

/** A difference is corrected, and the operator reads of it in the log. Safe to run twice. */
export const checkRuns: Job<Nothing> = defineJob({
  name: 'check-runs',
  shape: Nothing,
  every: '11 4 * * *',
  handle(app) {
    const since = new Date(app.clock.now().getTime() - PROVEN_DAYS * DAY_MS)
    return eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsWithRuns(tx, after, limit)),
      async (db) => {
        const runs = await correctRunWallets(db, since)
        if (runs.length > 0)
          app.log.error({ cabinetId: db.cabinetId, runs }, 'figures of runs differed from what they count')
      },
    )
  },
})
