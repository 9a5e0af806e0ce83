/** Until when a new key works: one of several periods, or a chosen day. */
import { DAY_MS, moscowMidnight } from '../../../contract/time.ts'

export const SPANS = ['forever', '30', '90', '365', 'day'] as const
export type Span = (typeof SPANS)[number]

/**
 * @param day `2026-12-31`, the last day in Moscow on which it works; only for the span `day`
 * @returns ISO time in UTC; undefined while no day is chosen
 */
export function endOf(span: Span, day: string, now: Date): string | null | undefined {
  if (span === 'forever') return null
  if (span !== 'day') return new Date(now.getTime() + Number(span) * DAY_MS).toISOString()
  const end = new Date(moscowMidnight(day).getTime() + DAY_MS - 1)
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
}
