import { sql } from 'kysely'
import type { Tx } from '../../base/db.ts'
import { selectBalances } from '../../platform/cabinets/cabinets.ts'

type Tables = {
  transactions: { cabinet_id: number; no: number; amount_minor: number; bonus_minor: number }
  ledger_checks: {
    id: string
    at: Date
    cabinets: number
    money_minor: number
    bonus_minor: number
    differing: number
    examples: number[]
  }
}
type Check = Tables['ledger_checks']

const tables = (tx: Tx) => tx.withTables<Tables>()

/** In one statement, so that all of it is of one moment. */
export async function addUp(tx: Tx, examples: number): Promise<Omit<Check, 'id' | 'at'>> {
  const row = await tables(tx)
    .with('balances', () => selectBalances(tx))
    .with('posted', (db) =>
      db
        .selectFrom('transactions')
        .select((of) => [
          'cabinet_id',
          of.fn.sum<number>('amount_minor').as('amount'),
          of.fn.sum<number>('bonus_minor').as('bonus'),
          of.fn.countAll<number>().as('rows'),
          of.fn.max('no').as('last_no'),
        ])
        .groupBy('cabinet_id'),
    )
    .with('compared', (db) =>
      db
        .selectFrom('balances')
        .leftJoin('posted', 'posted.cabinet_id', 'balances.id')
        .select([
          'balances.id',
          'balances.balance_minor',
          'balances.bonus_minor',
          sql<boolean>`coalesce(posted.amount, 0) <> balances.balance_minor
            or coalesce(posted.bonus, 0) <> balances.bonus_minor or balances.bonus_minor < 0
            or coalesce(posted.rows, 0) <> balances.ledger_no
            or coalesce(posted.last_no, 0) <> balances.ledger_no`.as('differs'),
        ]),
    )
    .selectFrom('compared')
    .select([
      sql<number>`count(*)`.as('cabinets'),
      sql<number>`coalesce(sum(balance_minor - bonus_minor), 0)`.as('money_minor'),
      sql<number>`coalesce(sum(bonus_minor), 0)`.as('bonus_minor'),
      sql<number>`count(*) filter (where differs)`.as('differing'),
      sql<number[]>`coalesce((array_agg(id order by id) filter (where differs))[1:${sql.lit(examples)}], '{}')`.as(
        'examples',
      ),
    ])
    .executeTakeFirstOrThrow()
  return row
}

export async function insertCheck(tx: Tx, check: Check, olderThan: Date): Promise<void> {
  await tables(tx).deleteFrom('ledger_checks').where('at', '<', olderThan).execute()
  await tables(tx).insertInto('ledger_checks').values(check).execute()
}

export function latestCheck(tx: Tx): Promise<Check | undefined> {
  return tables(tx).selectFrom('ledger_checks').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst()
}
