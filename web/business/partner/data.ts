/** Reads and actions of referral codes, and what an agent may see of the accounts behind them. */
import { partner } from '../../../contract/business/partner.ts'
import { payouts } from '../../../contract/business/payouts.ts'
import { keepFile } from '../../base/keep-file.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'
import type { TableState } from '../../parts/data-table/table-state.ts'

export function useReferral(c: number) {
  return useRead(partner.readReferral, { params: { c } })
}

export function useActivateReferral(done: string) {
  return useWrite(partner.activateReferral, { done, refresh: [partner.readReferral] })
}

type Listed = Pick<TableState, 'page' | 'limit' | 'sort'>
const pageOf = ({ page, limit, sort }: Listed) => ({ page, limit, d: sort.direction })

export function useChildren(c: number, state: Listed) {
  return useRead(partner.listChildren, { params: { c }, query: pageOf(state) }, { keepRows: true })
}

/** Days from the address; invalid ones are left out. */
export function daysOf(filters: Readonly<Partial<Record<'from' | 'to', string>>>) {
  const day = (text: string | undefined) =>
    text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
  return { from: day(filters.from), to: day(filters.to) }
}

export function useSpent(c: number, state: TableState<string, 'from' | 'to'>) {
  return useRead(
    partner.listSpent,
    { params: { c }, query: { ...pageOf(state), ...daysOf(state.filters) } },
    { keepRows: true },
  )
}

export function useSpentSum(c: number, filters: TableState<string, 'from' | 'to'>['filters']) {
  return useRead(partner.sumSpent, { params: { c }, query: daysOf(filters) }, { keepRows: true })
}

export function useNoApp(c: number, state: Listed) {
  return useRead(partner.listNoApp, { params: { c }, query: pageOf(state) }, { keepRows: true })
}

export const useShares = (c: number, query: { page: number; limit: number }) =>
  useRead(partner.listShares, { params: { c }, query }, { keepRows: true })

export const useShareSums = (c: number) => useRead(partner.sumShares, { params: { c } })

export const usePayouts = (c: number, query: { page: number; limit: number }) =>
  useRead(payouts.listPayouts, { params: { c }, query }, { keepRows: true })

export const usePayoutFile = () => useWrite(payouts.readPayout, { onDone: keepFile })
