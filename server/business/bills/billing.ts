/** The operator books what was paid for bills: one by one, or from a bank statement. */
import { billing as contract, type OperatedBill, type StatementLine } from '../../../contract/business/billing.ts'
import type { BillState } from '../../../contract/business/bills.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { z } from 'zod'
import { money } from '../../../card/values.ts'
import type { REFUND } from '../../../contract/business/refund.ts'
import type { AnyPlaceCtx } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import { askPassword } from '../../platform/users/step-up.ts'
import { bookRefund, refundedOf } from '../finance/refunds.ts'
import { bookTopUp } from '../finance/top-ups.ts'
import { billReply, sourceOf } from './bills.ts'
import { matchOf, numbersIn } from './match.ts'
import * as operated from './operated-sql.ts'
import * as sql from './sql.ts'
import { keysOf, readStatement } from './statement.ts'

const refuse = refusals(contract)
const MATCHED_MAX = 20_000

type Refunded = ReadonlyMap<string, number>

const operatedReply = (row: operated.OperatedRow, today: string, refunded?: Refunded): OperatedBill => ({
  ...billReply(row, today, refunded),
  cabinet: { id: row.cabinet_id, name: row.cabinet_name },
  payments: row.payments,
})

type Query = { page: number; limit: number; q: string; state?: BillState | undefined }

export async function listAllBills(app: App, { page, limit, q, state }: Query) {
  const today = moscowDay(app.clock.now())
  return app.database.asOperator(async (tx) => {
    const { rows, total } = await operated.operatedPage(tx, { q, state, today, ...sliceOf({ page, limit }) })
    const refunded = await refundedOf(tx, rows.map(sourceOf))
    return { data: rows.map((row) => operatedReply(row, today, refunded)), meta: metaOf(total, { page, limit }) }
  })
}

/** The bill as the operator sees it now. @throws Refusal not_found */
function readOperated(app: App, cabinet: number, billId: string): Promise<OperatedBill> {
  return app.database.asOperator(async (tx) => {
    const row = await operated.operatedBill(tx, cabinet, billId)
    if (!row) throw refuse('not_found')
    return operatedReply(row, moscowDay(app.clock.now()), await refundedOf(tx, [sourceOf(row)]))
  })
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
    const restMinor = Math.max(0, bill.amount_minor - bill.paid_minor - amountMinor)
    await bookTopUp(app, db, {
      reference: `${sourceOf(bill)}/${key}`,
      no: number,
      amountMinor,
      restMinor,
      userId: bill.made_by,
      lang: null,
    })
    // The receipt is the email about it.
    const detail = { number, amountMinor, restMinor }
    await notify(app, db, { type: 'bill_paid', detail, onceKey: `bill|${number}|${key}`, isWithoutEmail: true })
  })
  return readOperated(app, cabinet, billId)
}

/**
 * Books what was transferred back. The operator proves to be there by the password.
 * @throws Refusal not_found, refund_too_large, refund_booked, password_needed, too_many_tries
 */
export async function refundBill(
  { app, user }: AnyPlaceCtx,
  { cabinet, billId }: { cabinet: number; billId: string },
  { amountMinor, refundId, reason, password }: z.output<typeof REFUND>,
): Promise<OperatedBill> {
  await askPassword(app, user, password)
  await openForWork(app, cabinet, async (db) => {
    const bill = await sql.lockBill(db, billId)
    if (!bill) throw refuse('not_found')
    const refund = { source: sourceOf(bill), amountMinor, refundId, reason, operatorId: user.userId }
    const booked = await bookRefund(app, db, refund)
    if (booked === 'known') throw refuse('refund_booked', {}, { refundId: { code: 'refund_booked' } })
    if (booked !== 'booked') {
      const detail = { left: money(booked.left) }
      throw refuse('refund_too_large', {}, { amountMinor: { code: 'refund_too_large', detail } })
    }
  })
  return readOperated(app, cabinet, billId)
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
