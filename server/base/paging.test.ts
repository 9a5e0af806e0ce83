import { expect, test } from 'vitest'
import { metaOf, sliceOf, totalOf } from './paging.ts'

test('pages count from one', () => {
  expect([sliceOf({ page: 1, limit: 25 }), sliceOf({ page: 3, limit: 25 })]).toEqual([
    { limit: 25, offset: 0 },
    { limit: 25, offset: 50 },
  ])
  expect(metaOf(51, { page: 3, limit: 25 })).toEqual({ total: 51, page: 3, limit: 25 })
})

test('the last page tells how many rows there are, and of any other they are counted', async () => {
  const total = (found: number, slice: { limit: number; offset: number }) =>
    totalOf(Array.from({ length: found }), slice, () => Promise.resolve(99))
  expect(await total(0, { limit: 5, offset: 0 })).toBe(0)
  expect(await total(3, { limit: 5, offset: 0 })).toBe(3)
  expect(await total(1, { limit: 5, offset: 10 })).toBe(11)
  expect(await total(5, { limit: 5, offset: 10 })).toBe(99)
  // Behind the last page.
  expect(await total(0, { limit: 5, offset: 10 })).toBe(99)
})
