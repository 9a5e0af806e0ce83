/** The time, in one place, so that a test can set it. All times are UTC; Moscow days are named so. */

export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Moscow has had UTC+3 all year round since 2014; the product's days are Moscow days by decision. */
const MOSCOW_OFFSET_MS = 3 * 60 * 60 * 1000

/** The day in Moscow as `2026-11-21`. */
export function moscowDay(at: Date): string {
  return new Date(at.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(0, 10)
}

/** When a Moscow day begins. @param day `2026-11-21` */
export function moscowMidnight(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - MOSCOW_OFFSET_MS)
}

/** Midnight in Moscow that ends the day of `at`. */
export function nextMoscowDay(at: Date): Date {
  const dayMs = 24 * 60 * 60 * 1000
  return new Date(Math.floor((at.getTime() + MOSCOW_OFFSET_MS) / dayMs + 1) * dayMs - MOSCOW_OFFSET_MS)
}

/** `21.11. 16:05` in Moscow, for sentences that say when something may be done again. */
export function moscowTimeText(at: Date): string {
  const text = new Date(at.getTime() + MOSCOW_OFFSET_MS).toISOString()
  return `${text.slice(8, 10)}.${text.slice(5, 7)}. ${text.slice(11, 16)}`
}
