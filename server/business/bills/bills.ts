/** Bills for bank transfers. What is in a bill is fixed when it is made; only what was paid for it changes. */
import type { Binary } from '../../../contract/binary.ts'
import {
  type Bill,
  BILL_LIMITS,
  type BillState,
  bills as contract,
  type Payer,
} from '../../../contract/business/bills.ts'
import { CURRENCY, type Language } from '../../../contract/limits.ts'
import { addDays, moscowDay } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { Supplier } from '../../../contract/business/billing.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { describeCabinet, lockAccount } from '../../platform/cabinets/cabinets.ts'
import { refundedOf } from '../finance/refunds.ts'
import { type BillFacts, paperOf } from './paper.ts'
import { writePaper } from './paper-pdf.ts'
import * as sql from './sql.ts'
import type { ActRow, BillRow } from './tables.ts'
import { supplierFor } from './supplier.ts'

export { amountInWords } from './in-words.ts'
export { dateText, type Paper } from './paper.ts'
export { writePaper } from './paper-pdf.ts'

const refuse = refusals(contract)

/** Of a statement for an agent: numbers of a year have no gaps. Take it last. */
export const takeStatementNumber = (db: CabinetDb, year: number): Promise<number> => sql.takeNumber(db, 'payout', year)

/** The operator's details, if bills can be made with them. */
export const supplierNow = (tx: Tx): Promise<Supplier | null> => supplierFor(tx, CURRENCY)

/** `2026-000041` */
export const numberText = (year: number, no: number) => `${year}-${String(no).padStart(6, '0')}`

export function stateOf(row: BillRow, today: string): BillState {
  if (row.paid_minor >= row.amount_minor) return 'paid'
  if (row.paid_minor > 0) return 'partly_paid'
  if (row.cancelled_at !== null) return 'cancelled'
  return row.due_on < today ? 'overdue' : 'open'
}

/** A bill as the ledger names it. */
export const sourceOf = ({ facts }: Pick<BillRow, 'facts'>): string => `bill/${facts.number}`

export const billReply = (row: BillRow, today: string, refunded: ReadonlyMap<string, number> = new Map()): Bill => ({
  id: row.id,
  number: row.facts.number,
  amountMinor: row.amount_minor,
  paidMinor: row.paid_minor,
  refundedMinor: refunded.get(sourceOf(row)) ?? 0,
  currency: row.currency,
  state: stateOf(row, today),
  createdAt: row.created_at.toISOString(),
  dueOn: row.due_on,
  payer: row.facts.payer,
})

export async function readTerms(app: App, db: CabinetDb) {
  const { minMinor, maxMinor, dueDays } = BILL_LIMITS
  const canBill = (await supplierFor(db.tx, CURRENCY)) !== null
  const dueOn = addDays(moscowDay(app.clock.now()), dueDays)
  return { canBill, minMinor, maxMinor, dueOn, payer: await sql.latestPayer(db) }
}

export async function listBills(app: App, db: CabinetDb, query: { page: number; limit: number }) {
  const { rows, total } = await sql.billPage(db, sliceOf(query))
  const today = moscowDay(app.clock.now())
  const refunded = await refundedOf(db.tx, rows.map(sourceOf))
  return { data: rows.map((row) => billReply(row, today, refunded)), meta: metaOf(total, query) }
}

export type NewBill = { amountMinor: number; payer: Payer | null; lang: Language; userId: string }

/** The number is taken last: others who make a bill wait from there to the commit. */
export async function createBill(app: App, db: CabinetDb, bill: NewBill): Promise<Bill> {
  const { amountMinor, payer, lang, userId } = bill
  const supplier = await supplierFor(db.tx, CURRENCY)
  if (!supplier) throw refuse('no_bank_details')
  // Two at the same time wait for each other: each counts the other's.
  await lockAccount(db)
  if ((await sql.countOpen(db)) >= BILL_LIMITS.openMax) throw refuse('too_many_bills')
  const { name: business } = await describeCabinet(db)
  const now = app.clock.now()
  const day = moscowDay(now)
  const [year, dueOn] = [Number(day.slice(0, 4)), addDays(day, BILL_LIMITS.dueDays)]
  const no = await sql.takeNumber(db, 'bill', year)
  const facts: BillFacts = {
    kind: 'bill',
    number: numberText(year, no),
    date: day,
    dueOn,
    amountMinor,
    currency: CURRENCY,
    supplier,
    payer,
    business,
  }
  const id = crypto.randomUUID()
  await sql.insertBill(db, {
    id,
    year,
    no,
    amount_minor: amountMinor,
    currency: CURRENCY,
    created_at: now,
    due_on: dueOn,
    cancelled_at: null,
    made_by: userId,
    lang,
    facts,
    paper: paperOf(facts, lang),
  })
  return billReply(await found(db, id), day)
}

async function found(db: CabinetDb, id: string): Promise<BillRow> {
  const row = await sql.billById(db, id)
  if (!row) throw refuse('not_found')
  return row
}

/** Cancelling twice changes nothing. @throws Refusal not_found, bill_paid */
export async function cancelBill(app: App, db: CabinetDb, id: string): Promise<Bill> {
  const row = await sql.lockBill(db, id)
  if (!row) throw refuse('not_found')
  if (row.paid_minor > 0) throw refuse('bill_paid')
  const now = app.clock.now()
  if (row.cancelled_at === null) await sql.cancelBill(db, id, now)
  return billReply(await found(db, id), moscowDay(now))
}

/**
 * In the language it was made in its stored words are set, in another one its facts are put into words anew.
 * @throws Refusal not_found
 */
export async function readBill(db: CabinetDb, id: string, lang: Language | undefined): Promise<Binary> {
  const row = await found(db, id)
  return paperFile(`bill-${row.facts.number}`, row, lang)
}

export async function paperFile(name: string, row: BillRow | ActRow, lang = row.lang): Promise<Binary> {
  const paper = lang === row.lang ? row.paper : paperOf(row.facts, lang)
  return { bytes: await writePaper(paper, row.created_at), type: 'application/pdf', name: `${name}.pdf` }
}
