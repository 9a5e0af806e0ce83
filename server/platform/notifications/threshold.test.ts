import { expect, it } from 'vitest'
import { dueWarning, isMassFailure } from './threshold.ts'

const end = new Date('2026-12-20T10:00:00Z')

it.each([
  ['2026-11-20T09:59:59Z', undefined],
  ['2026-11-20T10:00:00Z', 30],
  ['2026-12-06T09:59:59Z', 30],
  ['2026-12-06T10:00:00Z', 14],
  ['2026-12-12T23:00:00Z', 14],
  ['2026-12-13T10:00:00Z', 7],
  ['2026-12-19T10:00:00Z', 1],
  ['2026-12-20T09:59:59Z', 1],
  ['2026-12-20T10:00:00Z', 0],
  ['2027-02-01T00:00:00Z', 0],
])('at %s the warning of %s days is due', (now, days) => {
  expect(dueWarning(end, new Date(now), [30, 14, 7, 1, 0])).toBe(days)
})

it.each([
  [0, 0, false],
  [4, 4, false],
  [5, 5, true],
  [5, 25, true],
  [5, 26, false],
  [200, 1000, true],
])('%s failures of %s are a mass failure: %s', (failed, total, isMass) => {
  expect(isMassFailure(failed, total)).toBe(isMass)
})
