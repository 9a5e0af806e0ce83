/** Every night: phones that have a withdrawn card are forgotten a month later. Safe to run twice. */
import { DAY_MS } from '../../../contract/time.ts'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import * as phonesSql from './phones-sql.ts'
import * as counts from './counts-sql.ts'

/** A phone that is off until then keeps the card as it was. */
const KEPT_MS = 30 * DAY_MS

export const forgetPhones: Job<Nothing> = defineJob({
  name: 'forget-phones',
  shape: Nothing,
  every: '47 3 * * *',
  handle: (app) => {
    const before = new Date(app.clock.now().getTime() - KEPT_MS)
    return eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => phonesSql.cabinetsWithVoided(tx, before, { after, limit })),
      (db) => phonesSql.forgetPhonesOfVoided(db, before),
    )
  },
})

export { endCards, endCardsOf } from './end-cards.ts'

/** Rows of single changes become one row a design, and one of those in wallets (decision 125). Safe to run twice. */
export const gatherCards: Job<Nothing> = defineJob({
  name: 'gather-cards',
  shape: Nothing,
  every: '*/5 * * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => counts.cabinetsWithCardChanges(tx, after, limit)),
      async (db) => {
        await counts.gatherCardCounts(db)
        await counts.gatherHeldCounts(db)
      },
    ),
})

/** Every night: a difference is corrected, and the operator reads of it in the log. Safe to run twice. */
export const checkCards: Job<Nothing> = defineJob({
  name: 'check-cards',
  shape: Nothing,
  every: '13 4 * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => counts.cabinetsWithCards(tx, after, limit)),
      async (db) => {
        const designs = await counts.correctCardCounts(db)
        const isHeldWrong = await counts.correctHeldCounts(db)
        if (designs.length > 0 || isHeldWrong)
          app.log.error(
            { cabinetId: db.cabinetId, designs, isHeldWrong },
            'counts of cards differed from what they count',
          )
      },
    ),
})
