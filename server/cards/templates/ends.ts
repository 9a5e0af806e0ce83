/** When cards of a design end. Pure. */
import { addDays, moscowDay } from '../../../contract/time.ts'

export type Ends = { ends_on: string | null; ends_after_days: number | null }

/** The last Moscow day on which a card is valid, the earlier one where there are two; null: it never ends. */
export function lastDayOf({ ends_on: day, ends_after_days: days }: Ends, issuedAt: Date): string | null {
  const byAge = days === null ? null : addDays(moscowDay(issuedAt), days)
  if (day === null || byAge === null) return day ?? byAge
  return day < byAge ? day : byAge
}
