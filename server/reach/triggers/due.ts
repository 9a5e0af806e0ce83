/** Who is due when, and when a trigger runs next. Pure. Days are Moscow days as `2026-11-21`, moments are instants. */
import { type Activation, DAILY_HOUR } from '../../../contract/reach/triggers.ts'
import { addDays, DAY_MS, HOUR_MS, moscowDay, moscowMidnight, moscowMoment } from '../../../contract/time.ts'

/** How often a trigger checks who has entered its segment, or bought something. */
export const LOOK_EVERY_MS = 10 * 60 * 1000
/** Days that are caught up after the server was down; a later greeting would confuse people. */
const CATCH_UP_DAYS = 2
/** A date that was missed by more than this is skipped. */
const LATE_MS = DAY_MS
/** Purchases whose transaction had not ended when the trigger looked last are found when it looks again. */
const OPEN_MS = 5 * 60 * 1000

type Looks = { started_at: Date | null; looked_at: Date | null }

/** Which purchases a trigger looks at: those that became news in this span, and were made since it was turned on. */
export function purchasesToLookAt({ started_at, looked_at }: Looks, now: Date): { since: Date; from: Date } {
  const from = started_at ?? now
  const last = (looked_at ?? from).getTime() - OPEN_MS
  return { since: new Date(Math.max(last, now.getTime() - CATCH_UP_DAYS * DAY_MS)), from }
}

/** The time of the daily triggers on a day. */
export function dailyMoment(day: string): Date {
  return new Date(moscowMidnight(day).getTime() + DAILY_HOUR * HOUR_MS)
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29

/**
 * The birthday `daysBefore` days after `day`, and the days of birth, `02-28`, that celebrate on it: people born on 29
 * February celebrate on the 28th in other years.
 */
export function birthdaysOf(day: string, daysBefore: number): { birthday: string; monthDays: string[] } {
  const birthday = addDays(day, daysBefore)
  const monthDay = birthday.slice(5)
  return {
    birthday,
    monthDays: monthDay === '02-28' && !isLeap(Number(birthday.slice(0, 4))) ? [monthDay, '02-29'] : [monthDay],
  }
}

/** The time in which cards were created that are so many days old on `day`. */
export function cardsOf(day: string, daysAfter: number): { from: Date; to: Date } {
  return { from: moscowMidnight(addDays(day, -daysAfter)), to: moscowMidnight(addDays(day, 1 - daysAfter)) }
}

/** Days that a daily trigger has to process now. @param lastDay the last processed day; null for a new trigger */
export function daysToRun(lastDay: string | null, today: string): string[] {
  const all = Array.from({ length: CATCH_UP_DAYS + 1 }, (_, back) => addDays(today, back - CATCH_UP_DAYS))
  return all.filter((day) => (lastDay === null ? day === today : day > lastDay))
}

export type Schedule = { activation: Activation; day: string | null; time: string | null }

/** When an active trigger runs next; null when never again. */
export function nextRun({ activation, day, time }: Schedule, now: Date): Date | null {
  switch (activation) {
    case 'birthday':
    case 'create': {
      const today = moscowDay(now)
      const morning = dailyMoment(today)
      return morning > now ? morning : dailyMoment(addDays(today, 1))
    }
    case 'input':
    case 'now':
    case 'purchase':
      return new Date(now.getTime() + LOOK_EVERY_MS)
    case 'date': {
      const moment = day !== null && time !== null ? moscowMoment(day, time) : null
      return moment !== null && moment > now ? moment : null
    }
  }
}

/** Whether the moment of a date has passed; other activations never pass. */
export function isPassed(schedule: Schedule, now: Date): boolean {
  return (
    schedule.activation === 'date' &&
    schedule.day !== null &&
    schedule.time !== null &&
    moscowMoment(schedule.day, schedule.time) <= now
  )
}

export function isTooLate({ day, time }: Schedule, now: Date): boolean {
  return day !== null && time !== null && now.getTime() - moscowMoment(day, time).getTime() > LATE_MS
}
