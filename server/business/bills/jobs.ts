/** Makes the acts of months that are over. Every hour, because a server may be down when a month ends. */
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { closedMonth, makeActs } from './acts.ts'
import { hasSupplier } from './supplier.ts'
import { cabinetsWithoutActs } from './acts-sql.ts'

export const makeActsOfMonths: Job<Nothing> = defineJob({
  name: 'make-acts',
  shape: Nothing,
  every: '23 * * * *',
  async handle(app) {
    if (!(await app.database.acrossCabinets(hasSupplier))) return
    const month = closedMonth(app.clock.now())
    await eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsWithoutActs(tx, month, after, limit)),
      (db) => makeActs(app, db),
    )
  },
})
