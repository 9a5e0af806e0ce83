/** What was given back of payments, and what the ledger says of a payment. */
import type { CabinetDb, Tx } from '../../base/db.ts'

type RefundRow = {
  cabinet_id: number
  id: string
  source: string
  refund_key: string
  amount_minor: number
  at: Date
  operator_id: string
  reason: string
}
type Tables = {
  refunds: RefundRow
  booked_refunds: { key: string; booked_in: number; at: Date }
  transactions: { cabinet_id: number; no: number; event: string; amount_minor: number; reference: string; at: Date }
}
const tables = (tx: Tx) => tx.withTables<Tables>()

export async function insertRefund(db: CabinetDb, row: Omit<RefundRow, 'cabinet_id'>): Promise<void> {
  await tables(db.tx)
    .insertInto('refunds')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

/** @returns false: a refund with this number is booked already, wherever */
export async function takeRefundKey(db: CabinetDb, key: string, at: Date): Promise<boolean> {
  const added = await tables(db.tx)
    .insertInto('booked_refunds')
    .values({ key, booked_in: db.cabinetId, at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function refundsOf(db: CabinetDb, source: string): Promise<Pick<RefundRow, 'refund_key' | 'amount_minor'>[]> {
  return tables(db.tx)
    .selectFrom('refunds')
    .select(['refund_key', 'amount_minor'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('source', '=', source)
    .execute()
}

/** Sums by payment, of those that the role of the transaction sees. */
export async function refundedBySource(tx: Tx, sources: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (sources.length === 0) return new Map()
  const rows = await tables(tx)
    .selectFrom('refunds')
    .select((of) => ['source', of.fn.sum<number>('amount_minor').as('amount_minor')])
    .where('source', 'in', sources)
    .groupBy('source')
    .execute()
  return new Map(rows.map((row) => [row.source, row.amount_minor]))
}

/** Movements of an event that were booked for a payment: for it, or for a part of it. */
export function bookedFor(db: CabinetDb, event: 'top_up' | 'bonus', source: string) {
  return tables(db.tx)
    .selectFrom('transactions')
    .select(['no', 'amount_minor', 'reference', 'at'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('event', '=', event)
    .where((where) => where.or([where('reference', '=', source), where('reference', 'like', `${source}/%`)]))
    .orderBy('no')
    .execute()
}

/** Has anything been paid yet? */
export async function hasTopUp(db: CabinetDb): Promise<boolean> {
  const row = await tables(db.tx)
    .selectFrom('transactions')
    .select('no')
    .where('cabinet_id', '=', db.cabinetId)
    .where('event', '=', 'top_up')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
