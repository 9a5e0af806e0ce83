/**
 * What a table shows (page, search, order, filters), kept in the query of the hash: the back button and a shared link
 * work.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PAGE_SIZES } from '../../../contract/limits.ts'

export type Order = { by: string; direction: 'asc' | 'desc' }

export type TableState<S extends string = string, F extends string = string> = {
  page: number
  /** Place of a page in a list that has places: as the answer named it, `first` or `last`. */
  at: string
  limit: number
  /** How many rows a page may have, fewest first. */
  sizes: readonly number[]
  /** Search text. */
  q: string
  sort: { by: S; direction: 'asc' | 'desc' }
  /** Only filters that are set; several values of one are joined by commas. */
  filters: Readonly<Partial<Record<F, string>>>
  filterKeys: readonly F[]
  /** For the call's query: `{ page, limit, q, o, d }` and the filters. */
  query: { page: number; limit: number; q: string; o: S; d: 'asc' | 'desc' } & Readonly<Partial<Record<F, string>>>
  isNarrowed: boolean
  setPage(page: number): void
  setPlace(at: string): void
  setLimit(limit: number): void
  setSearch(q: string): void
  setSort(sort: Order): void
  setFilter(key: F, value: string | undefined): void
  clear(): void
}

export const FIRST = 'first'

/** The part that the table itself needs, whatever its filters are. */
export type ShownTableState = Omit<TableState, 'query'>

type Given<S extends string, F extends string> = {
  /** Columns that can be sorted by; others in the address are ignored. */
  sorts: readonly [S, ...S[]]
  /** Default order: the first column, newest or largest first. */
  direction?: 'asc' | 'desc'
  /** Names of the filters in the query. */
  filters?: readonly F[]
  /** How many rows a page may have; the first is the default. */
  sizes?: readonly [number, ...number[]]
}

type Search = Record<string, string>

/** Reads the state from a query; invalid parts are ignored. */
export function readTableState<S extends string, F extends string>(search: Search, given: Given<S, F>) {
  const page = Number(search.page)
  const limit = Number(search.limit)
  const by = given.sorts.find((sort) => sort === search.o)
  const filters: Partial<Record<F, string>> = {}
  const sizes: readonly [number, ...number[]] = given.sizes ?? PAGE_SIZES
  for (const key of given.filters ?? []) {
    const value = search[key]
    if (value !== undefined && value !== '') filters[key] = value
  }
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    limit: sizes.includes(limit) ? limit : sizes[0],
    at: search.at ?? FIRST,
    q: (search.q ?? '').slice(0, 100),
    sort: {
      by: by ?? given.sorts[0],
      direction: search.d === 'asc' || search.d === 'desc' ? search.d : (given.direction ?? 'desc'),
    },
    filters,
  } as const
}

export function useTableState<const S extends string, const F extends string = never>(
  given: Given<S, F>,
): TableState<S, F> {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const now = readTableState(search, given)
  const set = useCallback(
    (change: Record<string, string | undefined>, isPage = false) => {
      void navigate({
        to: '.',
        replace: true,
        resetScroll: isPage,
        search: ((before: Search) => {
          const next: Search = {}
          for (const [name, value] of Object.entries({
            ...before,
            ...(isPage ? {} : { page: undefined, at: undefined }),
            ...change,
          })) {
            if (value !== undefined && value !== '') next[name] = value
          }
          return next
        }) as never,
      })
    },
    [navigate],
  )
  const filterKeys = given.filters ?? []
  const sizes = given.sizes ?? PAGE_SIZES
  return {
    ...now,
    filterKeys,
    sizes,
    query: { page: now.page, limit: now.limit, q: now.q, o: now.sort.by, d: now.sort.direction, ...now.filters },
    isNarrowed: now.q !== '' || Object.keys(now.filters).length > 0,
    setPage: (page) => set({ page: page === 1 ? undefined : String(page) }, true),
    setPlace: (at) => set({ at: at === FIRST ? undefined : at }, true),
    setLimit: (limit) => set({ limit: limit === sizes[0] ? undefined : String(limit) }),
    setSearch: (q) => set({ q }),
    setSort: (sort) => set({ o: sort.by, d: sort.direction }),
    setFilter: (key, value) => set({ [key]: value }),
    clear: () => set({ q: undefined, ...Object.fromEntries(filterKeys.map((key) => [key, undefined])) }),
  }
}
