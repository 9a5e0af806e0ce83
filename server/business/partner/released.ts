/** An agent learns of shares when they are no longer held: once for each Moscow day on which some were released. */
import { addDays, hourIn, MOSCOW_ZONE, moscowDay, moscowMidnight } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import { agentsWithReleased, sumReleased } from './shares-sql.ts'

/** The day before, and those that a server was down for. */
const DAYS = 7
const MORNING_HOUR = 9

async function notifyOf(app: App, day: string): Promise<void> {
  const span = { from: moscowMidnight(day), until: moscowMidnight(addDays(day, 1)) }
  await eachCabinet(
    app,
    (after, limit) => app.database.acrossCabinets((tx) => agentsWithReleased(tx, span, after, limit)),
    async (db) => {
      const amountMinor = await sumReleased(db, span)
      // As much was given back as was released: nothing comes of it.
      if (amountMinor <= 0) return
      await notify(app, db, { type: 'shares_released', detail: { amountMinor }, onceKey: `shares|${day}` })
    },
  )
}

export const notifyReleased: Job<Nothing> = defineJob({
  name: 'notify-released-shares',
  shape: Nothing,
  every: '21 * * * *',
  async handle(app) {
    const now = app.clock.now()
    if (hourIn(MOSCOW_ZONE, now) < MORNING_HOUR) return
    const today = moscowDay(now)
    for (let back = DAYS; back > 0; back--) await notifyOf(app, addDays(today, -back))
  },
})
