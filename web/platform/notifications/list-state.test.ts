import { expect, it } from 'vitest'
import { queryOf, readListState } from './list-state.ts'

const ID = '0b7c5a52-7f3e-4a39-9f0e-6f0d3e1a2b3c'

it.each([
  [{}, { limit: 25 }],
  [
    { unread: 'true', type: 'sms_failed', page: '3' },
    { limit: 25, unread: 'true', type: 'sms_failed', page: 3 },
  ],
  [{ id: ID }, { limit: 25, id: ID }],
  [
    { id: ID, page: '2' },
    { limit: 25, page: 2 },
  ],
  [{ unread: 'yes', type: 'nothing', page: '-1', id: 'x' }, { limit: 25 }],
])('the address %o leads to the query %o', (search, query) => {
  expect(queryOf(readListState(search))).toEqual(query)
})
