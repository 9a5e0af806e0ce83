/** Puts together what triggers have counted of messages, proves it every night, and forgets old ones (125, 155). */
import { DAY_MS } from '../../../contract/time.ts'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { cabinetsWithMessagesBefore, forgetOldestRun, forgetSingleMessages } from './forget-sql.ts'
import { cabinetsToGather, cabinetsWithRuns, correctRunWallets, gatherRunWallets } from './in-wallets-sql.ts'
import { monthsBefore } from '../../base/months-before.ts'

/** What wallets report of older messages is little. */
const PROVEN_DAYS = 30
/** Messages deleted at a time: a short transaction, between which others get their turn. */
const STEP = 1_000

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

/** Every night, in small steps. Safe to run twice. */
export const forgetMessages: Job<Nothing> = defineJob({
  name: 'forget-messages',
  shape: Nothing,
  every: '27 3 * * *',
  async handle(app) {
    const now = app.clock.now()
    const before = monthsBefore(now, app.env.messagesKeptMonths)
    for (let isMore = true; isMore;) {
      isMore = false
      await eachCabinet(
        app,
        (after, limit) => app.database.acrossCabinets((tx) => cabinetsWithMessagesBefore(tx, before, { after, limit })),
        async (db) => {
          const ofRun = await forgetOldestRun(db, { before, limit: STEP, now })
          const single = await forgetSingleMessages(db, before, STEP)
          if (ofRun !== undefined || single === STEP) isMore = true
        },
      )
    }
  },
})
