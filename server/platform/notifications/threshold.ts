/**
 * Which warning is due: of the days before an end, the nearest one that is reached. After missed days the next
 * run still finds it.
 */
import { DAY_MS } from '../../../contract/time.ts'

/**
 * @param days of the warnings, `[30, 14, 7, 1, 0]`
 * @returns undefined while the end is further away than all of them
 */
export function dueWarning(end: Date, now: Date, days: readonly number[]): number | undefined {
  const leftMs = end.getTime() - now.getTime()
  return days.filter((one) => leftMs <= one * DAY_MS).sort((a, b) => a - b)[0]
}
