/** Reads and actions of bills and acts. */
import { bills } from '../../../contract/business/bills.ts'
import type { ErrorForm } from '../../base/form.ts'
import { keepFile } from '../../base/keep-file.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

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
