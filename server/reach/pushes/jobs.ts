/**
 * Puts together what triggers have counted of messages, proves it every night, and forgets old ones, most of them with
 * their whole month (decisions 125, 155, 195).
 */
import { DAY_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { monthsBefore } from '../../base/months-before.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { cabinetsWithMessagesBefore, forgetOldestRun, forgetSingleMessages } from './forget-sql.ts'
import { cabinetsToGather, cabinetsWithRuns, correctRunWallets, gatherRunWallets } from './in-wallets-sql.ts'
import { monthOf } from './message-ids.ts'
import { dropMonth, makeMonth } from './months-sql.ts'

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

/** Messages are kept for whole months. */
const keptFrom = (app: App, now: Date) => monthOf(monthsBefore(now, app.env.messagesKeptMonths))

/**
 * Every hour: this month and the next have their tables, and those that are not kept any more are dropped. Each in a
 * transaction of its own; one that meets a lock is tried again. Safe to run twice.
 */
export const turnMonths: Job<Nothing> = defineJob({
  name: 'turn-months',
  shape: Nothing,
  every: '7 * * * *',
  retry: { limit: 10, delaySeconds: 2 },
  async handle(app) {
    const now = app.clock.now()
    for (const month of [now, monthOf(now, 1)]) await app.database.acrossCabinets((tx) => makeMonth(tx, month))
    for (;;) {
      const name = await app.database.acrossCabinets((tx) => dropMonth(tx, keptFrom(app, now)))
      if (name === null) return
      app.log.info({ name }, 'a month of messages was dropped')
    }
  },
})

/** Every night, in small steps: what is left of runs whose month is dropped, and the rest. Safe to run twice. */
export const forgetMessages: Job<Nothing> = defineJob({
  name: 'forget-messages',
  shape: Nothing,
  every: '27 3 * * *',
  async handle(app) {
    const now = app.clock.now()
    const before = keptFrom(app, now)
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
