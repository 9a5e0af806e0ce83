/** Charges the day. Every hour, because a server may sleep over midnight; whoever was charged today is passed over. */
import { moscowDay } from '../../base/clock.ts'
import type { Job } from '../../base/floor.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { cabinetsToCharge, chargeToday } from './finance.ts'

export const chargeTariffs: Job<Nothing> = defineJob({
  name: 'charge-tariffs',
  shape: Nothing,
  every: '7 * * * *',
  handle: (floor) => eachCabinet(floor, (after, limit) => cabinetsToCharge(floor.database.db, moscowDay(floor.clock.now()), after, limit), (db) => chargeToday(floor, db)),
})
