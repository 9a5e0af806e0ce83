/** Reads and actions of bills and acts. */
import { useState } from 'react'
import { bills } from '../../../contract/business/bills.ts'
import { PAGE_SIZES } from '../../../contract/limits.ts'
import type { ErrorForm } from '../../base/form.ts'
import { keepFile } from '../../base/keep-file.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'
import { FIRST, type ShownTableState } from '../../parts/data-table/table-state.ts'

const CHANGED = [bills.listBills, bills.readBillTerms] as const

type Paging = { page: number; limit: number }

export const useBills = (c: number, query: Paging) =>
  useRead(bills.listBills, { params: { c }, query }, { keepRows: true })
export const useActs = (c: number, query: Paging) =>
  useRead(bills.listActs, { params: { c }, query }, { keepRows: true })
export const useBillTerms = (c: number) => useRead(bills.readBillTerms, { params: { c } })

/** @param onRefused returns true when the dialog shows the refusal itself */
export const useCreateBill = (done: string, form: ErrorForm, onRefused: (refused: Refused) => boolean) =>
  useWrite(bills.createBill, { done, form, rename: { amountMinor: 'amount' }, refresh: CHANGED, onRefused })
export const useCancelBill = (done: string) => useWrite(bills.cancelBill, { done, refresh: CHANGED })

export const useBillFile = () => useWrite(bills.readBill, { onDone: keepFile })
export const useActFile = () => useWrite(bills.readAct, { onDone: keepFile })
export const useActsFile = () => useWrite(bills.readActs, { onDone: keepFile })

/** A table that is not the only one of its page keeps its place for itself: the address belongs to the page. */
export function useOwnPlace(): ShownTableState & Paging {
  const [{ page, limit }, set] = useState<Paging>({ page: 1, limit: PAGE_SIZES[0] })
  const nothing = () => undefined
  return {
    page,
    limit,
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
