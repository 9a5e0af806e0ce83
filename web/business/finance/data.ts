/** Reads and actions of billing. */
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { finance, LEDGER_EVENTS } from '../../../contract/business/finance.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'
import type { TableState } from '../../parts/data-table/table-state.ts'

/** Reads that a change of the tariff or of the balance makes stale. */
export const MONEY_READS = [
  finance.currentTariff,
  finance.listTariffs,
  finance.listTransactions,
  finance.sumTransactions,
  cabinets.openCabinet,
  cabinets.statusBar,
  cabinets.dashboard,
] as const

export function useTariff(c: number) {
  return useRead(finance.currentTariff, { params: { c } })
}

export function useTariffs(c: number) {
  return useRead(finance.listTariffs, { params: { c } })
}

/** @param onRefused returns true when the page shows the refusal itself */
export function useChooseTariff(done: string, onRefused?: (refused: Refused) => boolean) {
  return useWrite(finance.chooseTariff, { done, refresh: MONEY_READS, ...(onRefused && { onRefused }) })
}

export function useEndDemo(done: string) {
  return useWrite(finance.endDemo, { done, refresh: MONEY_READS })
}

/** Days and an event from the address; invalid ones are left out. */
export function ledgerFilter(filters: Readonly<Partial<Record<'from' | 'to' | 'event', string>>>) {
  const day = (text: string | undefined) =>
    text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
  return { from: day(filters.from), to: day(filters.to), event: LEDGER_EVENTS.find((event) => event === filters.event) }
}

export function useTransactions(
  c: number,
  { page, limit, sort, filters }: TableState<string, 'from' | 'to' | 'event'>,
) {
  return useRead(
    finance.listTransactions,
    { params: { c }, query: { page, limit, d: sort.direction, ...ledgerFilter(filters) } },
    { keepRows: true },
  )
}

export function useSummary(c: number, filters: TableState<string, 'from' | 'to' | 'event'>['filters']) {
  return useRead(finance.sumTransactions, { params: { c }, query: ledgerFilter(filters) }, { keepRows: true })
}
