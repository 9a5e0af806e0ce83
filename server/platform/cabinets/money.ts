/** Balance and tariff of a cabinet, and the tariffs on sale. What is charged and when is decided in finance. */
import { cabinets as contract } from '../../../contract/platform/cabinets.ts'
import type { CabinetDb, Db, Tx } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import * as sql from './money-sql.ts'
import type { TariffKey } from './tables.ts'

export type { AccountRow, CountedTariff, TariffRow } from './money-sql.ts'

const refuse = refusals(contract)

/** @param demoUntil end of a demo; null when the tariff has none */
export function setTariff(db: CabinetDb, key: TariffKey, demoUntil: Date | null, slots = 0): Promise<void> {
  return sql.setTariff(db, key, demoUntil, slots)
}

/**
 * Changes the balance and counts the ledger on, in one statement, so that no two movements can miss each other.
 * @param bonusMinor of the amount, what moves the bonus money
 */
export function moveBalance(db: CabinetDb, amountMinor: number, bonusMinor: number): Promise<sql.Moved> {
  return sql.moveBalance(db, amountMinor, bonusMinor)
}

/** Balances of all cabinets as a sub-select, for the role of the scheduler. */
export const selectBalances = (tx: Tx) => sql.selectBalances(tx)

/** The same for several movements at once. @returns number and balance before the first of them */
export function moveBalanceBy(
  db: CabinetDb,
  movements: readonly { amount_minor: number; bonus_minor: number }[],
): Promise<{ no: number; balanceMinor: number }> {
  return sql.moveBalanceBy(db, movements)
}

/** Money and tariff of the cabinet. @throws Refusal not_found */
export async function readAccount(db: CabinetDb): Promise<sql.AccountRow> {
  const row = await sql.readAccount(db)
  if (!row) throw refuse('not_found')
  return row
}

/** The same with the row locked: decisions about money are made one after the other. @throws Refusal not_found */
export async function lockAccount(db: CabinetDb): Promise<sql.AccountRow> {
  const row = await sql.lockAccount(db)
  if (!row) throw refuse('not_found')
  return row
}

/** The Moscow day of the latest charge. */
export function setChargedOn(db: CabinetDb, day: string): Promise<void> {
  return sql.setChargedOn(db, day)
}

export function setDemoUntil(db: CabinetDb, until: Date): Promise<void> {
  return sql.setDemoUntil(db, until)
}

/** @param until end of its grace; null: it has none */
export function setGraceUntil(db: CabinetDb, until: Date | null): Promise<void> {
  return sql.setGraceUntil(db, until)
}

/** Ids of cabinets that owe and whose day of grace is over, upwards. */
export function cabinetsInDebt(tx: Tx, now: Date, afterId: number, limit: number): Promise<number[]> {
  return sql.cabinetsInDebt(tx, now, afterId, limit)
}

/** Ids of cabinets whose day may have to be charged, upwards. Debts do not grow: a cabinet that owes is left out. */
export function cabinetsToCharge(tx: Tx, day: string, afterId: number, limit: number): Promise<number[]> {
  return sql.cabinetsToCharge(tx, day, afterId, limit)
}

/** All tariffs from the lowest to the highest, archived ones too. */
export function allTariffs(db: Db | Tx): Promise<sql.TariffRow[]> {
  return sql.allTariffs(db)
}

/** All tariffs with how many cabinets have them. */
export function countedTariffs(tx: Tx): Promise<sql.CountedTariff[]> {
  return sql.countedTariffs(tx)
}

/** @returns false when somebody saved a newer version meanwhile */
export function updateTariff(
  tx: Tx,
  key: TariffKey,
  version: number,
  change: Omit<sql.TariffRow, 'key' | 'position'>,
): Promise<boolean> {
  return sql.updateTariff(tx, key, version, change)
}
