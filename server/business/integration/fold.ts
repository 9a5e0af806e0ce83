import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { cabinetsWithLooked, correctLooked, gatherLooked } from './looked-sums-sql.ts'
import { cabinetsToFold, foldStandings } from './standings-sql.ts'

/** Puts the changes of counts together, so that reading them costs the same on a busy day. Safe to run twice. */
export const foldCounts: Job<Nothing> = defineJob({
  name: 'fold-crm-counts',
  shape: Nothing,
  every: '*/5 * * * *',
  async handle(app) {
    await eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsToFold(tx, after, limit)),
      foldStandings,
    )
    await eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsWithLooked(tx, { after, limit, isChanged: true })),
      gatherLooked,
    )
  },
})

/** Every night: a difference is corrected, and the operator reads of it in the log. Safe to run twice. */
export const checkLooked: Job<Nothing> = defineJob({
  name: 'check-crm-looked',
  shape: Nothing,
  every: '41 4 * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsWithLooked(tx, { after, limit, isChanged: false })),
      async (db) => {
        const corrected = await correctLooked(db)
        if (corrected.length > 0)
          app.log.error(
            { cabinetId: db.cabinetId, differences: corrected.length, first: corrected.slice(0, 10) },
            'sums of clients who were looked up in a CRM differed from what they count and were corrected',
          )
      },
    ),
})
