/** SMS cost money, so the people of an account are notified once a day when many more are sent than usual. */
import { SMS_ALARM } from '../../../contract/limits.ts'
import { DAY_MS, HOUR_MS, moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import * as sql from './sql.ts'

export type SmsVolume = { hour: number; day: number; usualHour: number; dailyLimit: number }
type Rise = { rise: 'hour'; sent: number } | { rise: 'day'; sent: number; limit: number }

/** The limit of the day comes first, because it is the more urgent one. */
export function riseOf({ hour, day, usualHour, dailyLimit }: SmsVolume): Rise | null {
  if (day >= dailyLimit * SMS_ALARM.shareOfDay) return { rise: 'day', sent: day, limit: dailyLimit }
  return hour >= SMS_ALARM.leastInHour && hour > usualHour * SMS_ALARM.timesUsual ? { rise: 'hour', sent: hour } : null
}

/** Checks how many SMS were sent, including the one that is about to be sent. */
export async function notifyOfRise(app: App, db: CabinetDb, dailyLimit: number, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const left = await sql.smsSince(db, before(HOUR_MS), before(DAY_MS))
  const usualHour =
    left.hour < SMS_ALARM.leastInHour
      ? 0
      : await sql.usualHour(db, before(SMS_ALARM.usualDays * DAY_MS), before(HOUR_MS))
  const rise = riseOf({ ...left, usualHour, dailyLimit })
  if (rise) await notify(app, db, { type: 'sms_failed', detail: rise, onceKey: `sms|rise|${moscowDay(now)}` })
}
