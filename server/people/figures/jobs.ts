import { DAY_MS } from '../../../contract/time.ts'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { gatherFigures, proveFigures } from './figures.ts'
import * as sql from './sql.ts'

const HAPPENINGS_KEPT_DAYS = 14

/** Changes that are not gathered are added up at each look: they stay few. Safe to run twice. */
export const gatherChanges: Job<Nothing> = defineJob({
  name: 'gather-figures',
  shape: Nothing,
  every: '* * * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => sql.cabinetsWithChanges(tx, { after, limit })),
      gatherFigures,
    ),
})

/** Every night: a difference is corrected, and the operator reads of it in the log. Safe to run twice. */
export const checkFigures: Job<Nothing> = defineJob({
  name: 'check-figures',
  shape: Nothing,
  every: '41 3 * * *',
  async handle(app) {
    await eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => sql.cabinetsWithFigures(tx, { after, limit })),
      async (db) => {
        const corrected = await proveFigures(db)
        if (corrected.length === 0) return
        app.log.error(
          { cabinetId: db.cabinetId, differences: corrected.length, first: corrected.slice(0, 10) },
          'figures of the overview differed from what they count and were corrected',
        )
      },
    )
    const before = new Date(app.clock.now().getTime() - HAPPENINGS_KEPT_DAYS * DAY_MS)
    await eachCabinet(
      app,
      (after, limit) =>
        app.database.acrossCabinets((tx) => sql.cabinetsWithHappeningsBefore(tx, before, { after, limit })),
      (db) => sql.dropHappeningsBefore(db, before),
    )
  },
})
