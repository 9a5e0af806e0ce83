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

const STATE_OF = (today: string) => sql<BillState>`case
  when bills.paid_minor >= bills.amount_minor then 'paid'
  when bills.paid_minor > 0 then 'partly_paid'
  when bills.cancelled_at is not null then 'cancelled'
  when bills.due_on < ${today}::date then 'overdue'
  else 'open' end`

export type OperatedPage = { q: string; state?: BillState | undefined; today: string; limit: number; offset: number }

export async function operatedPage(tx: Tx, page: OperatedPage): Promise<{ rows: OperatedRow[]; total: number }> {
  const pattern = likeAnywhere(page.q)
  const numbers = likeAnywhere(page.q.replace(/^(\d{4})-?(\d{1,6})$/, '$1-$2'))
  const found = operated(tx)
    .$if(page.state !== undefined, (query) => query.where(STATE_OF(page.today), '=', page.state as BillState))
    .$if(page.q !== '', (query) =>
      query.where((where) =>
        where.or([
          where(sql<string>`bills.facts ->> 'number'`, 'like', numbers),
          where('cabinets.name', 'ilike', pattern),
          where(sql<string>`bills.facts -> 'payer' ->> 'name'`, 'ilike', pattern),
          where(sql<string>`bills.facts -> 'payer' ->> 'taxNumber'`, 'like', pattern),
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
