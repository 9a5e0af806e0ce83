/** Bills of all cabinets, read by the role of the operator. */
import { sql } from 'kysely'
import type { BillState } from '../../../contract/business/bills.ts'
import type { Tx } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import { countRows } from '../../base/paging.ts'
import { selectCabinets } from '../../platform/cabinets/cabinets.ts'
import { type BillRow, tables } from './tables.ts'

const operated = (tx: Tx) =>
  tables(tx)
    .selectFrom('bills')
    .innerJoin(selectCabinets(tx).as('cabinets'), 'cabinets.id', 'bills.cabinet_id')
    .selectAll('bills')
    .select([
      'cabinets.name as cabinet_name',
      sql<number>`(select count(*) from bill_payments p
        where p.cabinet_id = bills.cabinet_id and p.bill_id = bills.id)`.as('payments'),
    ])
export type OperatedRow = BillRow & { cabinet_name: string; payments: number }

/** Each as a condition of columns, so that the index of bills that are not paid is used. */
const stateIs = (state: BillState, today: string) =>
  ({
    paid: sql<boolean>`bills.paid_minor >= bills.amount_minor`,
    partly_paid: sql<boolean>`bills.paid_minor < bills.amount_minor and bills.paid_minor > 0`,
    cancelled: sql<boolean>`bills.paid_minor < bills.amount_minor and bills.paid_minor <= 0
      and bills.cancelled_at is not null`,
    overdue: sql<boolean>`bills.paid_minor < bills.amount_minor and bills.paid_minor <= 0
      and bills.cancelled_at is null and bills.due_on < ${today}::date`,
    open: sql<boolean>`bills.paid_minor < bills.amount_minor and bills.paid_minor <= 0
      and bills.cancelled_at is null and bills.due_on >= ${today}::date`,
  })[state]

/** As the index has it. */
const SEARCHED = sql<string>`lower((bills.facts ->> 'number') || ' ' || coalesce(bills.facts -> 'payer' ->> 'name', '')
  || ' ' || coalesce(bills.facts -> 'payer' ->> 'taxNumber', ''))`

export type OperatedPage = { q: string; state?: BillState | undefined; today: string; limit: number; offset: number }

export async function operatedPage(tx: Tx, page: OperatedPage): Promise<{ rows: OperatedRow[]; total: number }> {
  // A number is found without its hyphen too.
  const text = page.q.replace(/^(20\d\d)-?(\d{1,6})$/, '$1-$2').toLowerCase()
  const named = selectCabinets(tx)
    .clearSelect()
    .select('id')
    .where(sql`lower(name)`, 'like', likeAnywhere(text))
  const found = operated(tx)
    .$if(page.state !== undefined, (query) => query.where(stateIs(page.state as BillState, page.today)))
    .$if(page.q !== '', (query) =>
      query.where((where) =>
        where.or([
          where(SEARCHED, 'like', likeAnywhere(text)),
          // An array, so that the index of the business is used beside the one of the texts.
          where('bills.cabinet_id', '=', sql<number>`any(array(${named}))`),
        ]),
      ),
    )
  const rows = await found
    .orderBy('bills.year', 'desc')
    .orderBy('bills.no', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countRows(found) }
}

export function operatedBill(tx: Tx, cabinet: number, id: string): Promise<OperatedRow | undefined> {
  return operated(tx).where('bills.cabinet_id', '=', cabinet).where('bills.id', '=', id).executeTakeFirst()
}

/** Bills that a transfer may be for: by their numbers, and those that are not paid yet. */
export function billsToMatch(tx: Tx, numbers: readonly string[], limit: number): Promise<OperatedRow[]> {
  return operated(tx)
    .where((where) =>
      where.or([
        where(sql<string>`bills.facts ->> 'number'`, '=', sql<string>`any(${numbers})`),
        where.and([
          where('bills.paid_minor', '<', where.ref('bills.amount_minor')),
          where('bills.cancelled_at', 'is', null),
        ]),
      ]),
    )
    .orderBy('bills.created_at', 'desc')
    .limit(limit)
    .execute()
}
