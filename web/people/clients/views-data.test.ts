import { expect, it } from 'vitest'
import { ClientView } from '../../../contract/people/client-views.ts'
import { readTableState } from '../../parts/data-table/table-state.ts'
import { SORT_COLUMNS } from '../../../contract/people/clients.ts'
import { FILTER_NAMES } from './list-filters.ts'
import { searchOfView, viewOf } from './views-data.ts'

it('the address of a view shows what was saved, and nothing of what was shown before', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const before = {
    q: 'anna',
    o: 'balance',
    d: 'asc',
    sex: 'female',
    balance: '100_5000',
    tag: id,
    did: 'joined_2026-10-01_',
    page: '3',
    at: 'x',
  }
  const given = { sorts: SORT_COLUMNS, filters: FILTER_NAMES }
  const view = ClientView.parse({ id, ...viewOf(readTableState(before, given), 'Anna', ['name']) })
  expect(view).toMatchObject({ filters: { sex: 'female', balanceFrom: 100, balanceTo: 5000, tag: id }, q: 'anna' })
  const shown = searchOfView(view)
  const { page: _, at: _at, ...same } = before
  expect(Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))).toEqual(same)
  const other = searchOfView(ClientView.parse({ id, name: 'All' }))
  expect({ ...before, ...other }).toMatchObject({ q: undefined, sex: undefined, tag: undefined, page: undefined })
})
