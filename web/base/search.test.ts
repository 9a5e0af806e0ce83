import { expect, test } from 'vitest'
import { readTableState } from '../parts/data-table/table-state.ts'
import { readSearch, writeSearch } from './search.ts'

test('a query is read and written as plain texts', () => {
  expect(readSearch('?page=2&q=007&status=done%2Cdraft')).toEqual({ page: '2', q: '007', status: 'done,draft' })
  expect(writeSearch({ page: 2, q: 'anna b', empty: '', none: undefined })).toBe('?page=2&q=anna+b')
  expect(writeSearch({})).toBe('')
})

test('a table ignores invalid parts of an address', () => {
  const given = { sorts: ['created', 'name'], filters: ['status'] } as const
  expect(
    readTableState({ page: '3', limit: '50', o: 'name', d: 'asc', q: 'x', status: 'done', other: '1' }, given),
  ).toEqual({
    page: 3,
    at: 'first',
    limit: 50,
    q: 'x',
    sort: { by: 'name', direction: 'asc' },
    filters: { status: 'done' },
  })
  expect(readTableState({ page: '-1', limit: '1000', o: 'password', d: 'up' }, given)).toEqual({
    page: 1,
    at: 'first',
    limit: 25,
    q: '',
    sort: { by: 'created', direction: 'desc' },
    filters: {},
  })
})
