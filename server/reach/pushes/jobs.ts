/** Puts together what triggers have counted of messages and cards, and proves it every night (decision 125). */
import { DAY_MS } from '../../../contract/time.ts'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { cabinetsWithCardChanges, cabinetsWithCards, correctCardCounts, gatherCardCounts } from '../passes/passes.ts'
import { cabinetsToGather, cabinetsWithRuns, correctRunWallets, gatherRunWallets } from './in-wallets-sql.ts'

/** What wallets report of older messages is little. */
const PROVEN_DAYS = 30

/** So that reading stays as cheap on a busy day. Safe to run twice. */
export const gatherCounts: Job<Nothing> = defineJob({
  name: 'gather-counts',
  shape: Nothing,
  every: '*/5 * * * *',
  async handle(app) {
    const across = app.database.acrossCabinets
    await eachCabinet(app, (after, limit) => across((tx) => cabinetsToGather(tx, after, limit)), gatherRunWallets)
    await eachCabinet(
      app,
      (after, limit) => across((tx) => cabinetsWithCardChanges(tx, after, limit)),
      gatherCardCounts,
    )
  },
})

/** A difference is corrected, and the operator reads of it in the log. Safe to run twice. */
export const checkCounts: Job<Nothing> = defineJob({
  name: 'check-counts',
  shape: Nothing,
  every: '11 4 * * *',
  async handle(app) {
    const since = new Date(app.clock.now().getTime() - PROVEN_DAYS * DAY_MS)
    const across = app.database.acrossCabinets
    const report = (cabinetId: number, corrected: readonly string[], what: string) => {
      if (corrected.length > 0) app.log.error({ cabinetId, corrected }, `${what} differed from what they count`)
    }
    await eachCabinet(
      app,
      (after, limit) => across((tx) => cabinetsWithRuns(tx, after, limit)),
      async (db) => report(db.cabinetId, await correctRunWallets(db, since), 'figures of runs'),
    )
    await eachCabinet(
      app,
      (after, limit) => across((tx) => cabinetsWithCards(tx, after, limit)),
      async (db) => report(db.cabinetId, await correctCardCounts(db), 'counts of cards'),
    )
  },
})
