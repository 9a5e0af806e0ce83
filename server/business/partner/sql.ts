/** What the cabinets that an agent brought have spent. */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'

type PartnerTables = {
  partner_spending: { cabinet_id: number; child_id: number; no: number; amount_minor: number; at: Date }
}
const tablesOf = (tx: Tx) => tx.withTables<PartnerTables>()
const tables = (db: CabinetDb) => tablesOf(db.tx)

type Page = { limit: number; offset: number; d: 'asc' | 'desc' }

export function spentBy(
  db: CabinetDb,
  childIds: readonly number[],
): Promise<{ child_id: number; amount_minor: number; last_at: Date }[]> {
  return tables(db)
    .selectFrom('partner_spending')
    .select(['child_id'])
    .select((of) => [of.fn.sum<number>('amount_minor').as('amount_minor'), of.fn.max('at').as('last_at')])
    .where('cabinet_id', '=', db.cabinetId)
    .where('child_id', 'in', [...childIds])
    .groupBy('child_id')
    .execute()
}

/** Written once, however often the job runs. */
export async function insertSpending(
  db: CabinetDb,
  rows: readonly { child_id: number; no: number; amount_minor: number; at: Date }[],
): Promise<void> {
  if (rows.length === 0) return
  await tables(db)
    .insertInto('partner_spending')
    .values(rows.map((row) => ({ cabinet_id: db.cabinetId, ...row })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type Span = { from: Date | undefined; until: Date | undefined }

const spending = (db: CabinetDb, { from, until }: Span) =>
  tables(db)
    .selectFrom('partner_spending')
    .where('cabinet_id', '=', db.cabinetId)
    .$if(from !== undefined, (query) => query.where('at', '>=', from as Date))
    .$if(until !== undefined, (query) => query.where('at', '<', until as Date))

export async function spendingPage(db: CabinetDb, span: Span, page: Page) {
  const rows = await spending(db, span)
    .select(['child_id', 'amount_minor', 'at'])
    .orderBy('at', page.d)
    .orderBy('child_id', page.d)
    .orderBy('no', page.d)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await spending(db, span)
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export async function sumSpending(
  db: CabinetDb,
  span: Span,
): Promise<{ amount: number; charges: number; accounts: number }> {
  const row = await spending(db, span)
    .select([
      sql<number>`coalesce(sum(amount_minor), 0)`.as('amount'),
      sql<number>`count(*)`.as('charges'),
      sql<number>`count(distinct child_id)`.as('accounts'),
    ])
    .executeTakeFirst()
  return row ?? { amount: 0, charges: 0, accounts: 0 }
}

/** For the nightly proof, read by the scheduler. */
export const selectSpending = (tx: Tx) => tablesOf(tx).selectFrom('partner_spending').selectAll()
