/** The operator books what was paid for bills: one by one, or from a bank statement. */
import { billing as contract, type OperatedBill, type StatementLine } from '../../../contract/business/billing.ts'
import type { BillState } from '../../../contract/business/bills.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { book } from '../finance/finance.ts'
import { billReply } from './bills.ts'
import { matchOf, numbersIn } from './match.ts'
import * as operated from './operated-sql.ts'
import * as sql from './sql.ts'
import { keysOf, readStatement } from './statement.ts'

const refuse = refusals(contract)
const MATCHED_MAX = 20_000

const operatedReply = (row: operated.OperatedRow, today: string): OperatedBill => ({
  ...billReply(row, today),
  cabinet: { id: row.cabinet_id, name: row.cabinet_name },
  payments: row.payments,
})

type Query = { page: number; limit: number; q: string; state?: BillState | undefined }

export async function listAllBills(app: App, { page, limit, q, state }: Query) {
  const today = moscowDay(app.clock.now())
  const { rows, total } = await app.database.asOperator((tx) =>
    operated.operatedPage(tx, { q, state, today, ...sliceOf({ page, limit }) }),
  )
  return { data: rows.map((row) => operatedReply(row, today)), meta: metaOf(total, { page, limit }) }
}

export type Booking = {
  amountMinor: number
  reason: string
  /** How many payments of the bill the operator has seen. */
  payments: number
  /** Key of a line of a bank statement. */
  line?: string | null | undefined
}

/**
 * Money in the ledger, the payment of the bill and the line of the statement are one. The number of the payment is its
 * reference, and the line is booked once: a repeated request changes nothing.
 * @throws Refusal not_found, bill_moved_on, line_booked
 */
export async function bookPayment(
  app: App,
  operatorId: string,
  { cabinet, billId }: { cabinet: number; billId: string },
  { amountMinor, reason, payments, line }: Booking,
): Promise<OperatedBill> {
  await openForWork(app, cabinet, async (db) => {
    const bill = await sql.lockBill(db, billId)
    if (!bill) throw refuse('not_found')
    const now = app.clock.now()
    if (line && !(await sql.takeLine(db, line, billId, now))) throw refuse('line_booked')
    if ((await sql.countPayments(db, billId)) !== payments) throw refuse('bill_moved_on')
    const key = String(payments + 1)
    await sql.insertPayment(db, {
      bill_id: billId,
      key,
      amount_minor: amountMinor,
      at: now,
      operator_id: operatorId,
      reason,
    })
    const { number } = bill.facts
    await book(app, db, { event: 'top_up', amountMinor, reference: `bill/${number}/${key}`, note: number })
  })
  const row = await app.database.asOperator((tx) => operated.operatedBill(tx, cabinet, billId))
  if (!row) throw refuse('not_found')
  return operatedReply(row, moscowDay(app.clock.now()))
}

/** @throws Refusal statement_unreadable */
export async function matchStatement(app: App, bytes: Uint8Array): Promise<StatementLine[]> {
  const lines = readStatement(bytes)
  if (!Array.isArray(lines)) throw refuse(lines)
  const keys = keysOf(lines)
  const numbers = [...new Set(lines.flatMap(({ purpose }) => numbersIn(purpose)))]
  const [rows, booked] = await app.database.asOperator(async (tx) => [
    await operated.billsToMatch(tx, numbers, MATCHED_MAX),
    await sql.bookedLines(tx, keys),
  ])
  const today = moscowDay(app.clock.now())
  const bills = rows.map((row) => {
    const reply = operatedReply(row, today)
    return { ...reply, isOpen: reply.state !== 'paid' && reply.state !== 'cancelled', reply }
  })
  return lines.map((line, i) => {
    const { bill, signs } = matchOf(line, bills)
    return {
      key: keys[i] ?? '',
      bookedOn: line.bookedOn,
      amountMinor: line.amountMinor,
      currency: line.currency,
      payer: [line.payer, line.taxNumber].filter(Boolean).join(', '),
      purpose: line.purpose,
      isBooked: booked.has(keys[i] ?? ''),
      bill: bill?.reply ?? null,
      signs,
    }
  })
}
