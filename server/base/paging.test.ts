import { expect, test } from 'vitest'
import { metaOf, sliceOf } from './paging.ts'

test('pages count from one', () => {
  expect([sliceOf({ page: 1, limit: 25 }), sliceOf({ page: 3, limit: 25 })]).toEqual([
    { limit: 25, offset: 0 },
    { limit: 25, offset: 50 },
  ])
  expect(metaOf(51, { page: 3, limit: 25 })).toEqual({ total: 51, page: 3, limit: 25 })
})
