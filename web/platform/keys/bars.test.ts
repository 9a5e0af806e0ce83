import { expect, test } from 'vitest'
import { barsOfDay, barsOfWeek } from './bars.ts'

const hours = Array.from({ length: 168 }, (_, i) => ({
  start: new Date(Date.UTC(2026, 10, 14, i)).toISOString(),
  calls: i < 24 ? 1 : i >= 144 ? 2 : 0,
  blocked: i === 167 ? 5 : 0,
}))

test('a day is the last 24 hours', () => {
  const bars = barsOfDay(hours)
  expect([bars.length, bars.at(-1), bars[0]?.start]).toEqual([
    24,
    { start: '2026-11-20T23:00:00.000Z', calls: 2, blocked: 5 },
    '2026-11-20T00:00:00.000Z',
  ])
})

test('a week is seven sums of all calls', () => {
  const bars = barsOfWeek(hours)
  expect(bars.map((bar) => [bar.calls, bar.blocked])).toEqual([
    [24, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [48, 5],
  ])
  expect(bars.at(-1)?.start).toBe('2026-11-20T23:00:00.000Z')
})
