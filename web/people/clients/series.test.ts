import { expect, test } from 'vitest'
import { barsOf, startOf } from './series.ts'

const days = Array.from({ length: 90 }, (_, i) => ({
  day: new Date(Date.UTC(2026, 7, 24 + i)).toISOString().slice(0, 10),
  clients: i,
}))

test('no client is lost when days are grouped', () => {
  const sum = (rows: readonly { clients: number }[]) => rows.reduce((all, row) => all + row.clients, 0)
  for (const span of ['day', 'week', 'month'] as const) expect(sum(barsOf(days, span))).toBe(sum(days))
})

test('a week begins on Monday, across months and years', () => {
  expect(startOf('week', '2026-11-22')).toBe('2026-11-16')
  expect(startOf('week', '2026-11-16')).toBe('2026-11-16')
  expect(startOf('week', '2027-01-01')).toBe('2026-12-28')
})

test('bars are in the order of the days, one per period', () => {
  expect(barsOf(days, 'month').map((bar) => bar.start)).toEqual([
    '2026-08-01',
    '2026-09-01',
    '2026-10-01',
    '2026-11-01',
  ])
  expect(barsOf(days, 'day')).toHaveLength(90)
})
