import { sql } from 'kysely'
import type { LedgerEvent } from '../../../contract/business/finance.ts'
import type { CabinetDb, Db, Tx } from '../../base/db.ts'

type TariffKey = 'demo' | 'base' | 'advanced' | 'expert'

type FinanceTables = {
  transactions: {
    cabinet_id: number
    no: number
    event: LedgerEvent
    amount_minor: number
    balance_minor: number
    at: Date
    tariff_key: TariffKey | null
    slots: number | null
    reference: string | null
    note: string
  }
  cabinets: {
    id: number
    tariff_key: TariffKey | null
    slots: number
    balance_minor: number
    demo_until: Date | null
    charged_on: string | null
    promo_code: string
    cards: number
  }
  tariffs: {
    key: TariffKey
    price_minor: number
    slot_price_minor: number | null
    position: number
    is_archived: boolean
    cards: number
    templates: number
    forms: number
    segments: number
    triggers: number
    users: number
    geo_points: number
    beacons: number
    api_per_hour: number
    api_per_second: number
  }
}
export type TransactionRow = FinanceTables['transactions']
export type TariffRow = FinanceTables['tariffs']
export type MoneyRow = FinanceTables['cabinets']

const tables = (db: Db | Tx) => db.withTables<FinanceTables>()

export async function insertTransaction(db: CabinetDb, row: Omit<TransactionRow, 'cabinet_id'>): Promise<void> {
  await tables(db.tx)
    .insertInto('transactions')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

/** Money and tariff of the cabinet, its row locked: whoever decides what to charge stands in line here. */
export function lockMoney(db: CabinetDb): Promise<MoneyRow> {
  return tables(db.tx)
    .selectFrom('cabinets')
    .select(['id', 'tariff_key', 'slots', 'balance_minor', 'demo_until', 'charged_on', 'promo_code', 'cards'])
    .where('id', '=', db.cabinetId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export function readMoney(db: CabinetDb): Promise<MoneyRow> {
  return tables(db.tx)
    .selectFrom('cabinets')
    .select(['id', 'tariff_key', 'slots', 'balance_minor', 'demo_until', 'charged_on', 'promo_code', 'cards'])
    .where('id', '=', db.cabinetId)
    .executeTakeFirstOrThrow()
}

export async function setChargedOn(db: CabinetDb, day: string): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ charged_on: day }).where('id', '=', db.cabinetId).execute()
}

export function allTariffs(db: Db | Tx): Promise<TariffRow[]> {
  return tables(db).selectFrom('tariffs').selectAll().orderBy('position').execute()
}

/** What was charged for one day so far; references of charges begin with it. @returns minor units, not negative */
export async function chargedFor(db: CabinetDb, day: string): Promise<number> {
  const row = await tables(db.tx)
    .selectFrom('transactions')
    .select((of) => of.fn.coalesce(of.fn.sum<number>('amount_minor'), sql<number>`0`).as('sum'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('event', '=', 'tariff')
    .where('reference', 'like', `${day}/%`)
    .executeTakeFirst()
  return -(row?.sum ?? 0)
}

/** Cabinets whose day may have to be charged, in the order of their ids. Debts do not grow: who owes is left out. */
export async function cabinetsToCharge(db: Db, day: string, afterId: number, limit: number): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom('cabinets')
    .innerJoin('tariffs', 'tariffs.key', 'cabinets.tariff_key')
    .select('cabinets.id')
    .where('tariffs.price_minor', '>', 0)
    .where('cabinets.balance_minor', '>=', 0)
    .where('cabinets.id', '>', afterId)
    .where((where) => where.or([where('cabinets.charged_on', 'is', null), where('cabinets.charged_on', '<', day)]))
    .orderBy('cabinets.id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export type LedgerFilter = { from?: Date | undefined; until?: Date | undefined; event?: LedgerEvent | undefined }

const filtered = (db: CabinetDb, filter: LedgerFilter) =>
  tables(db.tx)
    .selectFrom('transactions')
    .where('cabinet_id', '=', db.cabinetId)
    .$if(filter.from !== undefined, (query) => query.where('at', '>=', filter.from as Date))
    .$if(filter.until !== undefined, (query) => query.where('at', '<', filter.until as Date))
    .$if(filter.event !== undefined, (query) => query.where('event', '=', filter.event as LedgerEvent))

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
): Promise<{ count: number; credit: number; debit: number }> {
  const row = await filtered(db, filter)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)`.as('credit'),
      sql<number>`coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)`.as('debit'),
    ])
    .executeTakeFirst()
  return row ?? { count: 0, credit: 0, debit: 0 }
}
