/** Spans of time, and days in Moscow: the product's days are Moscow days, written `2026-11-21`. */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const MOSCOW_ZONE = 'Europe/Moscow'

/** Whether this runtime knows the zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The hour of the day there, from 0 to 23. */
export const hourIn = (zone: string, at: Date): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(at))
/** UTC+3 all year round since 2014. */
const MOSCOW_OFFSET_MS = 3 * HOUR_MS

const inMoscow = (at: Date) => new Date(at.getTime() + MOSCOW_OFFSET_MS).toISOString()
const dayStartUtcMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The day in Moscow. */
export const moscowDay = (at: Date): string => inMoscow(at).slice(0, 10)

/** When a Moscow day begins; an invalid date if the text is not a day. */
export const moscowMidnight = (day: string): Date => new Date(dayStartUtcMs(day) - MOSCOW_OFFSET_MS)

/** Midnight in Moscow that ends the day of `at`. */
export const nextMoscowDay = (at: Date): Date => moscowMidnight(addDays(moscowDay(at), 1))

/** The instant of a day and a time such as `16:05` in Moscow. */
export function moscowMoment(day: string, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(moscowMidnight(day).getTime() + hours * HOUR_MS + minutes * MINUTE_MS)
}

/** `2026-11-21 16:05` in Moscow time. */
export const moscowDayAndTime = (at: Date): string => inMoscow(at).slice(0, 16).replace('T', ' ')

/** `21.11. 16:05` in Moscow time, for sentences that say when something can be done again. */
export function moscowTimeText(at: Date): string {
  const text = inMoscow(at)
  return `${text.slice(8, 10)}.${text.slice(5, 7)}. ${text.slice(11, 16)}`
}

/** Days since 1970. */
export const dayNumber = (day: string): number => Math.round(dayStartUtcMs(day) / DAY_MS)

export const addDays = (day: string, days: number): string =>
  new Date(dayStartUtcMs(day) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * First day of the period that contains a day; weeks begin on Monday.
 * @param day `YYYY-MM-DD`
 */
export function startOfPeriod(step: 'day' | 'week' | 'month', day: string): string {
  if (step === 'day') return day
  if (step === 'month') return `${day.slice(0, 7)}-01`
  // The first of January 1970 was a Thursday.
  return addDays(day, -((dayNumber(day) + 3) % 7))
}

/** First day of the period after the one that begins on `start`. */
export const nextPeriod = (step: 'day' | 'week' | 'month', start: string): string =>
  startOfPeriod(step, addDays(start, { day: 1, week: 7, month: 31 }[step]))

/** The instants of two days, both included: `from` and `to` of a list. */
export const moscowSpan = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  from: from === undefined ? undefined : moscowMidnight(from),
  until: to === undefined ? undefined : moscowMidnight(addDays(to, 1)),
})
