import { moscowDay } from '../../../contract/time.ts'

const FIRST_YEAR = 1900

/** Whether a person alive today may have been born on this day. */
export const isBirthday = (day: string, now: Date): boolean => day >= `${FIRST_YEAR}-01-01` && day <= moscowDay(now)

/**
 * The birthdays of all who celebrate on these days, such as `02-28`: dates, which an index finds under row level
 * security, as it does not find the parts of a date.
 */
export function bornOn(monthDays: readonly string[], now = new Date()): string[] {
  const years = Array.from({ length: now.getUTCFullYear() + 2 - FIRST_YEAR }, (_, n) => FIRST_YEAR + n)
  return monthDays.flatMap((monthDay) =>
    years.filter((year) => monthDay !== '02-29' || isLeap(year)).map((year) => `${year}-${monthDay}`),
  )
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29
