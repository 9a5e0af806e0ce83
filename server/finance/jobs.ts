/** Charges the day. Every hour, because a server may sleep over midnight; whoever was charged today is passed over. */
import { z } from 'zod'
import { moscowDay } from '../base/clock.ts'
import type { Job } from '../base/floor.ts'
import { defineJob } from '../base/jobs.ts'
import { openForWork } from '../cabinets/cabinets.ts'
import { cabinetsToCharge, chargeToday } from './finance.ts'

const BATCH = 200

const Nothing = z.object({})
export const chargeTariffs: Job<z.infer<typeof Nothing>> = defineJob({
  name: 'charge-tariffs',
  shape: Nothing,
  every: '7 * * * *',
  async handle(floor) {
    let ids: number[] = []
    do {
      ids = await cabinetsToCharge(floor.database.db, moscowDay(floor.clock.now()), ids.at(-1) ?? 0, BATCH)
      for (const id of ids) await openForWork(floor, id, (db) => chargeToday(floor, db))
    } while (ids.length === BATCH)
  },
})
