/** Notifies before a demo ends and when it has ended. Every hour, because a demo ends at the hour it began. */
import { DAY_MS } from '../../../contract/time.ts'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { demosEnding, openForWork } from '../cabinets/cabinets.ts'
import { notify } from './notifications.ts'
import { dueWarning } from './threshold.ts'

const WARNING_DAYS = [7, 3, 1, 0]
/** A demo that ended longer ago is not worth a notice, even if the server was down. */
const OLD_MS = 7 * DAY_MS

export const notifyDemoEnds: Job<Nothing> = defineJob({
  name: 'notify-demo-ends',
  shape: Nothing,
  every: '13 * * * *',
  async handle(app) {
    const now = app.clock.now()
    for (const { id, until } of await demosEnding(
      app,
      new Date(now.getTime() - OLD_MS),
      new Date(now.getTime() + Math.max(...WARNING_DAYS) * DAY_MS),
    )) {
      const days = dueWarning(until, now, WARNING_DAYS)
      if (days === undefined) continue
      const detail = { until: until.toISOString(), isOver: days === 0 }
      await openForWork(app, id, (db) =>
        notify(app, db, { type: 'tariff_time_limit', detail, onceKey: `demo|${until.toISOString()}|${days}` }),
      )
    }
  },
})
