import { CHANGES_KEPT_DAYS } from '../../../contract/people/changes.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import * as sql from './changes-sql.ts'

/** Every night: changes that can no longer be asked for. Safe to run twice. */
export const forgetChanges: Job<Nothing> = defineJob({
  name: 'forget-client-changes',
  shape: Nothing,
  every: '57 3 * * *',
  handle: (app) => {
    const before = new Date(app.clock.now().getTime() - CHANGES_KEPT_DAYS * DAY_MS)
    return eachCabinet(
      app,
      (after, limit) =>
        app.database.acrossCabinets((tx) => sql.cabinetsWithChangesBefore(tx, before, { after, limit })),
      (db) => sql.dropChangesBefore(db, before),
    )
  },
})
