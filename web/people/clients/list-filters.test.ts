import { expect, test } from 'vitest'
import { queryOf, readDid, readRange, writeDid, writeRange } from './list-filters.ts'

test('a range can be written as it was read, with either end open', () => {
  for (const text of ['1000_5000', '1000_', '_-500', '0_0']) expect(writeRange(readRange(text))).toBe(text)
  expect([undefined, '', '_', 'a_b', '1.5_'].map((text) => writeRange(readRange(text)))).toEqual(
    Array(5).fill(undefined),
  )
})

test('invalid filters of an address are ignored, the others apply', () => {
  expect(queryOf({ template: 'x', sex: 'both', platform: 'apple', birthday: 'this_week', balance: '100_' })).toEqual({
    platform: 'apple',
    birthday: 'this_week',
    balanceFrom: 100,
  })
  expect(queryOf({})).toEqual({})
})

test('what clients did can be written as it was read, with either day open', () => {
  for (const text of ['joined_2026-10-01_2026-10-31', 'bought_2026-10-01_', 'returned__2026-10-31', 'pointsTaken__'])
    expect(writeDid(readDid(text))).toBe(text)
  expect(readDid('slept_2026-10-01_2026-10-31')).toEqual({})
  expect(queryOf({ did: 'joined_2026-13-01_2026-10-31' })).toEqual({ did: 'joined', didTo: '2026-10-31' })
})
