/** When a scheduled push is sent next. Pure. */
import type { PushRepeat } from '../../../contract/reach/pushes.ts'
import { addDays, DAY_MS, HOUR_MS, moscowDay, moscowMidnight } from '../../../contract/time.ts'

/** What could not be sent for so long is news no more. */
export const LATE_MS = 6 * HOUR_MS

const STEP_DAYS = { day: 1, week: 7 } as const

/** The same day and hour so many months later; in a shorter month its last day. */
function monthsAfter(from: Date, months: number): Date {
  const day = moscowDay(from)
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const [start, end] = [first.toISOString().slice(0, 10), new Date(first)]
  end.setUTCMonth(end.getUTCMonth() + 1)
  const length = Math.round((end.getTime() - first.getTime()) / DAY_MS)
  const date = addDays(start, Math.min(Number(day.slice(8)), length) - 1)
  return new Date(moscowMidnight(date).getTime() + (from.getTime() - moscowMidnight(day).getTime()))
}

/**
 * The first moment of the schedule after `now`; null when there is none.
 * @param from the first moment of all
 */
export function nextSend(from: Date, repeat: PushRepeat, now: Date): Date | null {
  if (from > now) return from
  if (repeat === 'never') return null
  if (repeat !== 'month') {
    const step = STEP_DAYS[repeat] * DAY_MS
    return new Date(from.getTime() + (Math.floor((now.getTime() - from.getTime()) / step) + 1) * step)
  }
  let months = Math.max(0, Math.floor((now.getTime() - from.getTime()) / (31 * DAY_MS)))
  for (;;) {
    const at = monthsAfter(from, months)
    if (at > now) return at
    months++
  }
}
