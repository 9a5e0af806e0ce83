import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { cabinetsToFold, foldStandings } from './standings-sql.ts'

/** Puts the changes of counts together, so that reading them costs the same on a busy day. Safe to run twice. */
export const foldCounts: Job<Nothing> = defineJob({
  name: 'fold-crm-counts',
  shape: Nothing,
  every: '*/5 * * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsToFold(tx, after, limit)),
      foldStandings,
    ),
})
