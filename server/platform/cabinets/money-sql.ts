/** The money of a cabinet, its tariff, and the tariffs there are. */
import { sql } from 'kysely'
import type { CabinetDb, Db, Tx } from '../../base/db.ts'
import { type CabinetTables, tables, type TariffKey } from './tables.ts'

/** @param demoUntil end of a demo; null when the tariff has none */
export async function setTariff(db: CabinetDb, key: TariffKey, demoUntil: Date | null, slots = 0): Promise<void> {
  await tables(db.tx)
    .updateTable('cabinets')
    .set({ tariff_key: key, demo_until: demoUntil, slots })
    .where('id', '=', db.cabinetId)
    .execute()
}

export type Moved = { no: number; balanceMinor: number; bonusMinor: number }

/**
 * Changes the balance and counts the ledger on, in one statement, so that no two movements can miss each other.
 * @param bonusMinor of the amount, what moves the bonus money
 */
export async function moveBalance(db: CabinetDb, amountMinor: number, bonusMinor: number): Promise<Moved> {
  const row = await moved(db, 1, amountMinor, bonusMinor)
  return { no: row.ledger_no, balanceMinor: row.balance_minor, bonusMinor: row.bonus_minor }
}

const moved = (db: CabinetDb, movements: number, amountMinor: number, bonusMinor: number) =>
  tables(db.tx)
    .updateTable('cabinets')
    .set((of) => ({
      balance_minor: of('balance_minor', '+', amountMinor),
      bonus_minor: of('bonus_minor', '+', bonusMinor),
      ledger_no: of('ledger_no', '+', movements),
    }))
    .where('id', '=', db.cabinetId)
    .returning(['ledger_no', 'balance_minor', 'bonus_minor'])
    .executeTakeFirstOrThrow()

/** The same for several movements at once. @returns number and balance before the first of them */
export async function moveBalanceBy(
  db: CabinetDb,
  movements: readonly { amount_minor: number; bonus_minor: number }[],
): Promise<{ no: number; balanceMinor: number }> {
  const sum = movements.reduce((total, { amount_minor: amount }) => total + amount, 0)
  const bonus = movements.reduce((total, { bonus_minor: amount }) => total + amount, 0)
  const row = await moved(db, movements.length, sum, bonus)
  return { no: row.ledger_no - movements.length, balanceMinor: row.balance_minor - sum }
}

/** Balances of all cabinets as a sub-select, for the role of the scheduler. */
export const selectBalances = (tx: Tx) =>
  tables(tx).selectFrom('cabinets').select(['id', 'balance_minor', 'bonus_minor', 'ledger_no'])

export type TariffRow = Omit<CabinetTables['tariffs'], 'version'>

const account = (db: CabinetDb) =>
  tables(db.tx)
    .selectFrom('cabinets')
    .select([
      'id',
      'tariff_key',
      'slots',
      'balance_minor',
      'bonus_minor',
      'demo_until',
      'grace_until',
      'charged_on',
      'promo_code',
      'cards',
    ])
    .where('id', '=', db.cabinetId)
export type AccountRow = Awaited<ReturnType<ReturnType<typeof account>['executeTakeFirstOrThrow']>>

export function readAccount(db: CabinetDb): Promise<AccountRow | undefined> {
  return account(db).executeTakeFirst()
}

export function lockAccount(db: CabinetDb): Promise<AccountRow | undefined> {
  return account(db).forNoKeyUpdate().executeTakeFirst()
}

export async function setChargedOn(db: CabinetDb, day: string): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ charged_on: day }).where('id', '=', db.cabinetId).execute()
}

export async function setDemoUntil(db: CabinetDb, until: Date): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ demo_until: until }).where('id', '=', db.cabinetId).execute()
}

export async function setGraceUntil(db: CabinetDb, until: Date | null): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ grace_until: until }).where('id', '=', db.cabinetId).execute()
}

export async function cabinetsInDebt(tx: Tx, now: Date, afterId: number, limit: number): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('cabinets')
    .select('id')
    .where('balance_minor', '<', 0)
    .where('grace_until', '<=', now)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function cabinetsToCharge(tx: Tx, day: string, afterId: number, limit: number): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('cabinets')
    .innerJoin('tariffs', 'tariffs.key', 'cabinets.tariff_key')
    .select('cabinets.id')
    // A plan without a price may have modules with one.
    .where('tariffs.key', '<>', 'demo')
    .where('cabinets.balance_minor', '>=', 0)
    .where('cabinets.id', '>', afterId)
    .where((where) => where.or([where('cabinets.charged_on', 'is', null), where('cabinets.charged_on', '<', day)]))
    .orderBy('cabinets.id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export function allTariffs(db: Db | Tx): Promise<(TariffRow & { version: number })[]> {
  return tables(db).selectFrom('tariffs').selectAll().orderBy('position').execute()
}

export type CountedTariff = TariffRow & { version: number; cabinets: number }

export function countedTariffs(tx: Tx): Promise<CountedTariff[]> {
  return tables(tx)
    .selectFrom('tariffs')
    .selectAll()
    .select(sql<number>`(select count(*) from cabinets c where c.tariff_key = tariffs.key)`.as('cabinets'))
    .orderBy('position')
    .execute()
}

export async function updateTariff(
  tx: Tx,
  key: TariffKey,
  version: number,
  change: Omit<TariffRow, 'key' | 'position'>,
): Promise<boolean> {
  const done = await tables(tx)
    .updateTable('tariffs')
    .set((of) => ({ ...change, version: of('version', '+', 1) }))
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
