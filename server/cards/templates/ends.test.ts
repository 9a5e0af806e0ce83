import { expect, it } from 'vitest'
import { lastDayOf } from './ends.ts'

const issuedAt = new Date('2026-03-10T21:30:00Z')

it.each([
  [null, null, null],
  ['2026-12-31', null, '2026-12-31'],
  // In Moscow it was the eleventh.
  [null, 1, '2026-03-12'],
  [null, 365, '2027-03-11'],
  ['2026-12-31', 30, '2026-04-10'],
  ['2026-03-20', 30, '2026-03-20'],
])('a card that ends on %s or after %s days is valid until %s', (ends_on, ends_after_days, day) => {
  expect(lastDayOf({ ends_on, ends_after_days }, issuedAt)).toBe(day)
})
