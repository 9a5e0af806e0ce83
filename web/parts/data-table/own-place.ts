/** A table that is not the only one of its page keeps its place for itself: the address belongs to the page. */
import { useState } from 'react'
import { PAGE_SIZES } from '../../../contract/limits.ts'
import { FIRST, type ShownTableState } from './table-state.ts'

type Paging = { page: number; limit: number }

export function useOwnPlace(): ShownTableState & Paging {
  const [{ page, limit }, set] = useState<Paging>({ page: 1, limit: PAGE_SIZES[0] })
  const nothing = () => undefined
  return {
    page,
    limit,
    sizes: PAGE_SIZES,
    at: FIRST,
    q: '',
    sort: { by: '', direction: 'desc' },
    filters: {},
    filterKeys: [],
    isNarrowed: false,
    setPage: (to) => set({ page: to, limit }),
    setPlace: () => set({ page: 1, limit }),
    setLimit: (to) => set({ page: 1, limit: to }),
    setSearch: nothing,
    setSort: nothing,
    setFilter: nothing,
    clear: nothing,
  }
}
