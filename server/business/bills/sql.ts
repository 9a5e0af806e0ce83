import { sql } from 'kysely'
import type { Payer } from '../../../contract/business/bills.ts'
import type { Supplier } from '../../../contract/business/billing.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'
import { type BillRow, type PaymentRow, type Series, stored, tables } from './tables.ts'

/** The next number of a series. Others wait until this transaction ends; if it fails, its number is free again. */
export async function takeNumber(db: CabinetDb, series: Series, year: number): Promise<number> {
  const row = await tables(db.tx)
    .insertInto('paper_numbers')
    .values({ series, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['series', 'year']).doUpdateSet({ last: sql<number>`paper_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return row.last
}

export function readSupplier(tx: Tx): Promise<{ details: Supplier; version: number } | undefined> {
  return tables(tx).selectFrom('bill_supplier').select(['details', 'version']).executeTakeFirst()
}

/** @param version that was read; 0: there is none yet. @returns whether it was still that one */
export async function saveSupplier(tx: Tx, details: Supplier, version: number, at: Date): Promise<boolean> {
  const row = { details: JSON.stringify(details) as unknown as Supplier, updated_at: at }
  if (version === 0) {
    const added = await tables(tx)
      .insertInto('bill_supplier')
      .values({ is_one: true, version: 1, ...row })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  const done = await tables(tx)
    .updateTable('bill_supplier')
    .set((of) => ({ ...row, version: of('version', '+', 1) }))
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function insertBill(db: CabinetDb, row: Omit<BillRow, 'cabinet_id' | 'paid_minor'>): Promise<void> {
  await tables(db.tx)
    .insertInto('bills')
    .values({
      cabinet_id: db.cabinetId,
      paid_minor: 0,
      due_on: row.due_on,
      cancelled_at: row.cancelled_at,
      made_by: row.made_by,
      ...stored(row),
    })
    .execute()
}

const ofBills = (db: CabinetDb) => tables(db.tx).selectFrom('bills').where('cabinet_id', '=', db.cabinetId)

export function billById(db: CabinetDb, id: string): Promise<BillRow | undefined> {
  return ofBills(db).selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockBill(db: CabinetDb, id: string): Promise<BillRow | undefined> {
  return ofBills(db).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function billPage(db: CabinetDb, { limit, offset }: { limit: number; offset: number }) {
  const rows = await ofBills(db)
    .selectAll()
    .orderBy('year', 'desc')
    .orderBy('no', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: await countRows(ofBills(db)) }
}

/** Bills that nothing was paid for and nobody has cancelled. */
export const countOpen = (db: CabinetDb): Promise<number> =>
  countRows(ofBills(db).where('paid_minor', '=', 0).where('cancelled_at', 'is', null))

/** Of the latest bill that names one. */
export async function latestPayer(db: CabinetDb): Promise<Payer | null> {
  const row = await ofBills(db)
    .select('facts')
    .where(sql`jsonb_typeof(facts -> 'payer')`, '=', 'object')
    .orderBy('year', 'desc')
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.facts.payer ?? null
}

export async function cancelBill(db: CabinetDb, id: string, at: Date): Promise<void> {
  await tables(db.tx)
    .updateTable('bills')
    .set({ cancelled_at: at })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Adds a payment to a bill that is locked. */
export async function insertPayment(db: CabinetDb, row: Omit<PaymentRow, 'cabinet_id'>): Promise<void> {
  await tables(db.tx)
    .insertInto('bill_payments')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
  await tables(db.tx)
    .updateTable('bills')
    .set((of) => ({ paid_minor: of('paid_minor', '+', row.amount_minor) }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', row.bill_id)
    .execute()
}

export const countPayments = (db: CabinetDb, billId: string): Promise<number> =>
  countRows(
    tables(db.tx).selectFrom('bill_payments').where('cabinet_id', '=', db.cabinetId).where('bill_id', '=', billId),
  )

/** @returns false: the line is booked already, wherever */
export async function takeLine(db: CabinetDb, key: string, billId: string, at: Date): Promise<boolean> {
  const added = await tables(db.tx)
    .insertInto('booked_lines')
    .values({ key, booked_in: db.cabinetId, bill_id: billId, at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Of lines of a statement, those that are booked. */
export async function bookedLines(tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tables(tx).selectFrom('booked_lines').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}
