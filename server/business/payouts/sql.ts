/** Statements of what was paid out to agents. */
import type { Language } from '../../../contract/limits.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'
import { selectCabinets } from '../../platform/cabinets/cabinets.ts'
import type { Paper } from '../bills/bills.ts'
import type { StatementFacts } from './statement.ts'

export type PayoutRow = {
  cabinet_id: number
  id: string
  batch_id: string
  year: number
  no: number
  amount_minor: number
  currency: string
  created_at: Date
  operator_id: string
  reason: string
  lang: Language
  facts: StatementFacts
  paper: Paper
}
const tables = (tx: Tx) => tx.withTables<{ payouts: PayoutRow }>()
const own = (db: CabinetDb) => tables(db.tx).selectFrom('payouts').where('cabinet_id', '=', db.cabinetId)
const json = <T>(value: T) => JSON.stringify(value) as unknown as T

export async function insertPayout(db: CabinetDb, row: Omit<PayoutRow, 'cabinet_id'>): Promise<void> {
  await tables(db.tx)
    .insertInto('payouts')
    .values({ cabinet_id: db.cabinetId, ...row, facts: json(row.facts), paper: json(row.paper) })
    .execute()
}

export const payoutOfBatch = (db: CabinetDb, batchId: string): Promise<PayoutRow | undefined> =>
  own(db).selectAll().where('batch_id', '=', batchId).executeTakeFirst()

export const payoutById = (db: CabinetDb, id: string): Promise<PayoutRow | undefined> =>
  own(db).selectAll().where('id', '=', id).executeTakeFirst()

type Slice = { limit: number; offset: number }

export async function payoutPage(db: CabinetDb, { limit, offset }: Slice) {
  const rows = await own(db)
    .selectAll()
    .orderBy('year', 'desc')
    .orderBy('no', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: await countRows(own(db)) }
}

const operated = (tx: Tx) =>
  tables(tx)
    .selectFrom('payouts')
    .innerJoin(selectCabinets(tx).as('cabinets'), 'cabinets.id', 'payouts.cabinet_id')
    .selectAll('payouts')
    .select('cabinets.name as cabinet_name')
export type OperatedRow = PayoutRow & { cabinet_name: string }

/** Of all agents, read by the role of the operator. */
export async function operatedPage(tx: Tx, { limit, offset }: Slice): Promise<{ rows: OperatedRow[]; total: number }> {
  const rows = await operated(tx)
    .orderBy('payouts.year', 'desc')
    .orderBy('payouts.no', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: await countRows(tables(tx).selectFrom('payouts')) }
}
