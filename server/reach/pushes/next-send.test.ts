import { expect, it } from 'vitest'
import { nextSend } from './next-send.ts'

const at = (text: string) => new Date(text)
const next = (from: string, repeat: Parameters<typeof nextSend>[1], now: string) =>
  nextSend(at(from), repeat, at(now))?.toISOString() ?? null

it.each([
  ['before its moment it waits for it', 'never', '2026-12-01T09:00:00Z', '2026-12-01T10:00:00.000Z'],
  ['once is once', 'never', '2026-12-01T10:00:00Z', null],
  ['every day at the same hour', 'day', '2026-12-04T10:00:00Z', '2026-12-05T10:00:00.000Z'],
  ['what was missed is not made up for', 'day', '2026-12-20T11:00:00Z', '2026-12-21T10:00:00.000Z'],
  ['every week on the same day', 'week', '2026-12-01T10:00:00Z', '2026-12-08T10:00:00.000Z'],
  ['every month on the same day', 'month', '2026-12-01T10:00:00Z', '2027-01-01T10:00:00.000Z'],
] as const)('%s', (_, repeat, now, expected) => {
  expect(next('2026-12-01T10:00:00Z', repeat, now)).toBe(expected)
})

it('takes the last day of a shorter month, and comes back to the 31st', () => {
  expect(next('2027-01-31T10:00:00Z', 'month', '2027-01-31T10:00:00Z')).toBe('2027-02-28T10:00:00.000Z')
  expect(next('2027-01-31T10:00:00Z', 'month', '2027-02-28T10:00:00Z')).toBe('2027-03-31T10:00:00.000Z')
})

it('counts days as Moscow does', () => {
  // Half past midnight on the first of March in Moscow.
  expect(next('2027-02-28T21:30:00Z', 'month', '2027-03-15T00:00:00Z')).toBe('2027-03-31T21:30:00.000Z')
})
