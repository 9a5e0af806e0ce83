/** What is worth a notice: an end that comes near, and failures that are not single ones. */
import { DAY_MS } from '../../../contract/time.ts'

/**
 * Of the days before an end, the nearest one that is reached. After missed days the next run still finds it.
 * @param days of the warnings, `[30, 14, 7, 1, 0]`
 * @returns undefined while the end is further away than all of them
 */
export function dueWarning(end: Date, now: Date, days: readonly number[]): number | undefined {
  const leftMs = end.getTime() - now.getTime()
  return days.filter((one) => leftMs <= one * DAY_MS).sort((a, b) => a - b)[0]
}

const MASS = { atLeast: 5, share: 0.2 }

/** A few refusals are the day's work, a fifth of all is a fault that somebody has to look at. */
export function isMassFailure(failed: number, total: number): boolean {
  return failed >= MASS.atLeast && failed >= total * MASS.share
}
