/** Reads and actions of billing. */
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { finance, LEDGER_EVENTS } from '../../../contract/business/finance.ts'
import { ledger } from '../../../contract/business/ledger.ts'
import { payments } from '../../../contract/business/payments.ts'
import { keepFile } from '../../base/keep-file.ts'
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
  ledger.readSpending,
  ledger.readOutlook,
  payments.readTerms,
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

export type LedgerFilters = Readonly<Partial<Record<'from' | 'to' | 'event', string>>>

/** Days and events from the address; invalid ones are left out. */
export function ledgerFilter(filters: LedgerFilters) {
  const day = (text: string | undefined) =>
    text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
  const asked = filters.event?.split(',')
  const events = LEDGER_EVENTS.filter((event) => asked?.includes(event))
  return {
    from: day(filters.from),
    to: day(filters.to),
    event: events.length > 0 ? events.join(',') : undefined,
  }
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

export function useSummary(c: number, filters: LedgerFilters) {
  return useRead(finance.sumTransactions, { params: { c }, query: ledgerFilter(filters) }, { keepRows: true })
}

export function useSpending(c: number, filters: LedgerFilters) {
  return useRead(ledger.readSpending, { params: { c }, query: ledgerFilter(filters) }, { keepRows: true })
}

export const useOutlook = (c: number) => useRead(ledger.readOutlook, { params: { c } })

export const useLedgerFile = () => useWrite(ledger.downloadTransactions, { onDone: keepFile })
