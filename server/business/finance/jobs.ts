/** Charges the day. Every hour, because a server may be down at midnight; charged cabinets are skipped. */
import { moscowDay } from '../../../contract/time.ts'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { cabinetsInDebt, cabinetsToCharge, eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { remindOfDebt } from './balance-notices.ts'
import { chargeToday } from './finance.ts'

export const chargeTariffs: Job<Nothing> = defineJob({
  name: 'charge-tariffs',
  shape: Nothing,
  every: '7 * * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) =>
        app.database.acrossCabinets((tx) => cabinetsToCharge(tx, moscowDay(app.clock.now()), after, limit)),
      (db) => chargeToday(app, db),
    ),
})

/** Reminds accounts that owe, once their day of grace is over. */
export const remindDebtors: Job<Nothing> = defineJob({
  name: 'remind-debtors',
  shape: Nothing,
  every: '37 * * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsInDebt(tx, app.clock.now(), after, limit)),
      (db) => remindOfDebt(app, db),
    ),
})

export { checkLedger } from './ledger-check.ts'
export { giveInviteBonus } from './invite-bonus.ts'
export { checkPartners } from './partner-check.ts'
export { announcePrices } from './price-notices.ts'
