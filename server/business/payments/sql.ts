import type { CabinetDb, Db, Tx } from '../../base/db.ts'
import type { Generated } from 'kysely'
import { countRows } from '../../base/paging.ts'
import type { PAYMENT_STATES } from '../../../contract/business/payments.ts'
import type { Language } from '../../../contract/limits.ts'

type Tables = {
  payments: {
    cabinet_id: number
    id: Generated<number>
    provider: string
    state: Generated<(typeof PAYMENT_STATES)[number]>
    amount_minor: number
    fee_minor: number
    months: number | null
    bonus_minor: number
    is_test: boolean
    user_id: string
    lang: Language
    cid: string
    ga_cid: string
    created_at: Date
    ends_at: Date
    ask_at: Date | null
    finished_at: Date | null
  }
  payment_refusals: { id: string; at: Date; provider: string; reason: string; invoice: string; ip: string }
}

const tables = (db: Db | Tx) => db.withTables<Tables>()
const own = (db: CabinetDb) => tables(db.tx).selectFrom('payments').selectAll().where('cabinet_id', '=', db.cabinetId)

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof own>['executeTakeFirstOrThrow']>>
type NewPayment = Omit<PaymentRow, 'cabinet_id' | 'id' | 'state' | 'finished_at'>

export function insertPayment(db: CabinetDb, payment: NewPayment): Promise<PaymentRow> {
  return tables(db.tx)
    .insertInto('payments')
    .values({ cabinet_id: db.cabinetId, ...payment })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const findPayment = (db: CabinetDb, id: number): Promise<PaymentRow | undefined> =>
  own(db).where('id', '=', id).executeTakeFirst()

/** Calls about the same payment wait for each other. */
export const lockPayment = (db: CabinetDb, id: number): Promise<PaymentRow | undefined> =>
  own(db).where('id', '=', id).forUpdate().executeTakeFirst()

export async function updatePayment(
  db: CabinetDb,
  id: number,
  change: Partial<Pick<PaymentRow, 'state' | 'ask_at' | 'finished_at'>>,
): Promise<void> {
  await tables(db.tx)
    .updateTable('payments')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Inside the business, or as the operator. */
export async function paymentPage(
  tx: Tx,
  cabinetId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PaymentRow[]; total: number }> {
  const found = tables(tx).selectFrom('payments').selectAll().where('cabinet_id', '=', cabinetId)
  const rows = await found.orderBy('id', 'desc').limit(limit).offset(offset).execute()
  return { rows, total: await countRows(found) }
}

/** The longest waiting first. */
export function paymentsToAsk(tx: Tx, now: Date, limit: number): Promise<{ cabinet_id: number; id: number }[]> {
  return tables(tx)
    .selectFrom('payments')
    .select(['cabinet_id', 'id'])
    .where('ask_at', '<=', now)
    .orderBy('ask_at')
    .limit(limit)
    .execute()
}

export async function insertRefusal(tx: Tx, row: Tables['payment_refusals']): Promise<void> {
  await tables(tx).insertInto('payment_refusals').values(row).execute()
}

export function latestRefusals(tx: Tx, limit: number): Promise<Tables['payment_refusals'][]> {
  return tables(tx).selectFrom('payment_refusals').selectAll().orderBy('at', 'desc').limit(limit).execute()
}

export async function deleteRefusals(tx: Tx, before: Date): Promise<void> {
  await tables(tx).deleteFrom('payment_refusals').where('at', '<', before).execute()
}
