import { sql } from 'kysely'
import type { LedgerEvent, TariffKey } from '../../../contract/business/finance.ts'
import type { CabinetDb } from '../../base/db.ts'

type FinanceTables = {
  transactions: {
    cabinet_id: number
    no: number
    event: LedgerEvent
    amount_minor: number
    /** What of the amount is bonus money. */
    bonus_minor: number
    balance_minor: number
    at: Date
    tariff_key: TariffKey | null
    slots: number | null
    reference: string | null
    note: string
  }
  module_gifts: { cabinet_id: number; until: string }
  telegram_gifts: { cabinet_id: number; until: string }
}
export type TransactionRow = FinanceTables['transactions']

const tables = (db: CabinetDb) => db.tx.withTables<FinanceTables>()

export async function insertTransaction(db: CabinetDb, row: Omit<TransactionRow, 'cabinet_id'>): Promise<void> {
  await tables(db)
    .insertInto('transactions')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

export async function insertTransactions(
  db: CabinetDb,
  rows: readonly Omit<TransactionRow, 'cabinet_id'>[],
): Promise<void> {
  await sql`
    insert into transactions
      (cabinet_id, no, event, amount_minor, bonus_minor, balance_minor, at, tariff_key, slots, reference, note)
    select ${db.cabinetId}, no, event, amount_minor, bonus_minor, balance_minor, at, tariff_key, slots, reference, note
    from jsonb_populate_recordset(null::transactions, ${JSON.stringify(rows)}::jsonb)`.execute(db.tx)
}

/** What was charged for one day so far; references of charges begin with it. Minor units, not negative. */
export async function chargedFor(db: CabinetDb, day: string): Promise<{ tariff: number; slot: number }> {
  const rows = await tables(db)
    .selectFrom('transactions')
    .select((of) => ['event', of.fn.sum<number>('amount_minor').as('sum')])
    .where('cabinet_id', '=', db.cabinetId)
    .where('event', 'in', ['tariff', 'slot'])
    .where('reference', 'like', `${day}/%`)
    .groupBy('event')
    .execute()
  const of = (event: LedgerEvent) => -(rows.find((row) => row.event === event)?.sum ?? 0)
  return { tariff: of('tariff'), slot: of('slot') }
}

export async function hasReference(db: CabinetDb, event: LedgerEvent, reference: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('transactions')
    .select('no')
    .where('cabinet_id', '=', db.cabinetId)
    .where('event', '=', event)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

/** What the businesses that came by the code of this one have brought, less what was taken back. */
export async function sumInvited(db: CabinetDb): Promise<number> {
  const row = await tables(db)
    .selectFrom('transactions')
    .select((of) => of.fn.sum<number | null>('amount_minor').as('sum'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('event', '=', 'bonus')
    .where((where) => where.or([where('reference', 'like', 'invited/%'), where('reference', 'like', 'back/invited/%')]))
    .executeTakeFirst()
  return row?.sum ?? 0
}

/** Number of the latest row that brought money in; 0 before the first. */
export async function latestCreditNo(db: CabinetDb): Promise<number> {
  const row = await tables(db)
    .selectFrom('transactions')
    .select((of) => of.fn.max<number | null>('no').as('no'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('amount_minor', '>', 0)
    .executeTakeFirst()
  return row?.no ?? 0
}

export type LedgerFilter = {
  from?: Date | undefined
  until?: Date | undefined
  events?: readonly LedgerEvent[] | undefined
}

const filtered = (db: CabinetDb, filter: LedgerFilter) =>
  tables(db)
    .selectFrom('transactions')
    .where('cabinet_id', '=', db.cabinetId)
    .$if(filter.from !== undefined, (query) => query.where('at', '>=', filter.from as Date))
    .$if(filter.until !== undefined, (query) => query.where('at', '<', filter.until as Date))
    .$if(filter.events !== undefined, (query) => query.where('event', 'in', filter.events as LedgerEvent[]))

export async function transactionPage(
  db: CabinetDb,
  filter: LedgerFilter & { d: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: TransactionRow[]; total: number }> {
  const rows = await filtered(db, filter)
    .selectAll()
    .orderBy('no', filter.d)
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  const count = await filtered(db, filter)
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export async function sumTransactions(
  db: CabinetDb,
  filter: LedgerFilter,
): Promise<{ count: number; credit: number; credit_bonus: number; debit: number; debit_bonus: number }> {
  const row = await filtered(db, filter)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)`.as('credit'),
      sql<number>`coalesce(sum(bonus_minor) filter (where amount_minor > 0), 0)`.as('credit_bonus'),
      sql<number>`coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)`.as('debit'),
      sql<number>`coalesce(-sum(bonus_minor) filter (where amount_minor < 0), 0)`.as('debit_bonus'),
    ])
    .executeTakeFirstOrThrow()
  return row
}

/** When something was spent first; undefined while nothing was. */
export async function firstSpent(
  db: CabinetDb,
  filter: LedgerFilter & { events: readonly LedgerEvent[] },
): Promise<Date | undefined> {
  const row = await filtered(db, filter)
    .select('at')
    .where('amount_minor', '<', 0)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** What each kind cost in each period, which begins on a Moscow day. What was taken back is subtracted. */
export async function spentBy(
  db: CabinetDb,
  step: 'day' | 'week' | 'month',
  filter: LedgerFilter & { events: readonly LedgerEvent[] },
): Promise<{ start: string; event: LedgerEvent; spent: number }[]> {
  const start = sql<string>`to_char(date_trunc(${sql.lit(step)}, at at time zone 'Europe/Moscow'), 'YYYY-MM-DD')`
  return filtered(db, filter)
    .select(['event', start.as('start'), sql<number>`-sum(amount_minor)`.as('spent')])
    .groupBy(['event', start])
    .execute()
}

/** The next rows after `no`, upwards, up to `lastNo`. */
export function rowsAfter(
  db: CabinetDb,
  filter: LedgerFilter,
  { no, lastNo, limit }: { no: number; lastNo: number; limit: number },
): Promise<TransactionRow[]> {
  return filtered(db, filter)
    .selectAll()
    .where('no', '>', no)
    .where('no', '<=', lastNo)
    .orderBy('no')
    .limit(limit)
    .execute()
}

export async function lastNoOf(db: CabinetDb): Promise<number> {
  const row = await tables(db)
    .selectFrom('transactions')
    .select((of) => of.fn.max<number | null>('no').as('no'))
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
  return row?.no ?? 0
}

/** Modules that were charged for a day; references of their charges are the day and the module. */
export async function modulesChargedFor(db: CabinetDb, day: string): Promise<Map<string, number>> {
  const rows = await tables(db)
    .selectFrom('transactions')
    .select(['reference', 'amount_minor'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('event', '=', 'module')
    .where('reference', 'like', `${day}/%`)
    .execute()
  return new Map(rows.map((row) => [row.reference?.slice(day.length + 1) ?? '', -row.amount_minor]))
}

/** Kinds of gifts, by their tables. */
export type Gift = 'module_gifts' | 'telegram_gifts'

/** The last day of the gift; null when there never was one. */
export async function giftUntil(db: CabinetDb, gift: Gift): Promise<string | null> {
  const found =
    gift === 'module_gifts'
      ? tables(db).selectFrom('module_gifts').select('until').where('cabinet_id', '=', db.cabinetId).executeTakeFirst()
      : tables(db)
          .selectFrom('telegram_gifts')
          .select('until')
          .where('cabinet_id', '=', db.cabinetId)
          .executeTakeFirst()
  return (await found)?.until ?? null
}

export async function setGiftUntil(db: CabinetDb, gift: Gift, until: string): Promise<void> {
  const row = { cabinet_id: db.cabinetId, until }
  const all = tables(db)
  const insert = gift === 'module_gifts' ? all.insertInto('module_gifts') : all.insertInto('telegram_gifts')
  await insert
    .values(row)
    .onConflict((conflict) => conflict.column('cabinet_id').doUpdateSet({ until }))
    .execute()
}
