/** The tables of bills and acts. */
import type { Supplier } from '../../../contract/business/billing.ts'
import type { Language } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../base/db.ts'
import type { ActFacts, BillFacts, Paper } from './paper.ts'

export type Made<F> = {
  cabinet_id: number
  id: string
  year: number
  no: number
  amount_minor: number
  currency: string
  created_at: Date
  lang: Language
  facts: F
  paper: Paper
}
export type BillRow = Made<BillFacts> & {
  paid_minor: number
  due_on: string
  cancelled_at: Date | null
  made_by: string | null
}
export type ActRow = Made<ActFacts> & { month: string }
export type PaymentRow = {
  cabinet_id: number
  bill_id: string
  key: string
  amount_minor: number
  at: Date
  operator_id: string
  reason: string
}
type Tables = {
  bills: BillRow
  acts: ActRow
  bill_payments: PaymentRow
  booked_lines: { key: string; booked_in: number; bill_id: string; at: Date }
  paper_numbers: { series: Series; year: number; last: number }
  bill_supplier: { is_one: boolean; details: Supplier; version: number; updated_at: Date }
  act_rounds: { cabinet_id: number; through: string }
}
export type Series = 'bill' | 'act' | 'payout'

export const tables = (db: Db | Tx) => db.withTables<Tables>()

/** A row as it is sent. */
export const stored = <F>(row: Omit<Made<F>, 'cabinet_id'>) => ({
  ...row,
  facts: JSON.stringify(row.facts) as unknown as F,
  paper: JSON.stringify(row.paper) as unknown as Paper,
})
