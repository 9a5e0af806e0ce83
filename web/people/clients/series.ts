/** Groups the days of the chart into bars that fit on a screen: days, weeks or months. */

export type DayCount = { day: string; clients: number }
export type Bar = { start: string; clients: number }
export type BarSpan = 'day' | 'week' | 'month'

export const SPAN_OF_DAYS: Readonly<Record<'30' | '90' | '365', BarSpan>> = { 30: 'day', 90: 'week', 365: 'month' }

/**
 * First day of the period that contains a day; weeks begin on Monday.
 * @param day `YYYY-MM-DD`
 */
export function startOf(span: BarSpan, day: string): string {
  if (span === 'day') return day
  if (span === 'month') return `${day.slice(0, 7)}-01`
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

/** Sums by period, in the order of the days. */
export function barsOf(days: readonly DayCount[], span: BarSpan): Bar[] {
  const bars = new Map<string, number>()
  for (const { day, clients } of days) {
    const start = startOf(span, day)
    bars.set(start, (bars.get(start) ?? 0) + clients)
  }
  return [...bars].map(([start, clients]) => ({ start, clients }))
}
