import { CHANGES_KEPT_DAYS } from '../../../contract/people/changes.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { cabinetsWithKept, correctKept, gatherKept } from './kept-counts-sql.ts'
import * as sql from './changes-sql.ts'
import { cabinetsWithSubmissionsBefore, dropSubmissionsBefore } from './submissions-sql.ts'

export { clearTag } from './clear-tag.ts'

/** A page of a form can be sent for a day. */
const SUBMISSIONS_KEPT_DAYS = 2
/** Deleted at a time: a short transaction, between which others get their turn. */
const STEP = 1_000

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

/** Every night, in small steps: tokens of forms that can no longer be sent. Safe to run twice. */
export const forgetSubmissions: Job<Nothing> = defineJob({
  name: 'forget-submissions',
  shape: Nothing,
  every: '7 4 * * *',
  async handle(app) {
    const before = new Date(app.clock.now().getTime() - SUBMISSIONS_KEPT_DAYS * DAY_MS)
    for (let isMore = true; isMore;) {
      isMore = false
      await eachCabinet(
        app,
        (after, limit) =>
          app.database.acrossCabinets((tx) => cabinetsWithSubmissionsBefore(tx, before, { after, limit })),
        async (db) => {
          if ((await dropSubmissionsBefore(db, before, STEP)) === STEP) isMore = true
        },
      )
    }
  },
})

/** Numbers of single changes become one row of each sex and month, birthday and variable. Safe to run twice. */
export const gatherClientCounts: Job<Nothing> = defineJob({
  name: 'gather-client-counts',
  shape: Nothing,
  every: '*/5 * * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsWithKept(tx, { after, limit, isChanged: true })),
      gatherKept,
    ),
})

/** Every night: a difference is corrected, and the operator reads of it in the log. Safe to run twice. */
export const checkClientCounts: Job<Nothing> = defineJob({
  name: 'check-client-counts',
  shape: Nothing,
  every: '23 4 * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsWithKept(tx, { after, limit, isChanged: false })),
      async (db) => {
        const corrected = await correctKept(db)
        if (corrected.length > 0)
          app.log.error(
            { cabinetId: db.cabinetId, differences: corrected.length, first: corrected.slice(0, 10) },
            'numbers of clients by birth or variable differed from what they count and were corrected',
          )
      },
    ),
})
