import { expect, test } from 'vitest'
import { queryOf, readRange, writeRange } from './list-filters.ts'

test('a range says again what was read from it, with either end open', () => {
  for (const text of ['1000_5000', '1000_', '_-500', '0_0']) expect(writeRange(readRange(text))).toBe(text)
  expect([undefined, '', '_', 'a_b', '1.5_'].map((text) => writeRange(readRange(text)))).toEqual(
    Array(5).fill(undefined),
  )
})

test('wrong filters of an address are left out and the rest holds', () => {
  expect(queryOf({ template: 'x', sex: 'both', platform: 'apple', birthday: 'this_week', balance: '100_' })).toEqual({
    platform: 'apple',
    birthday: 'this_week',
    balanceFrom: 100,
  })
  expect(queryOf({})).toEqual({})
})
