/**
 * The money of a cabinet. `book` is the only way to change a balance: the row of the ledger and the new balance are
 * one, so the balance is the sum of the ledger at every moment.
 */
import type { LedgerEvent, TariffKey } from '../../contract/finance.ts'
import { type CabinetDb } from '../base/db.ts'
import type { Floor } from '../base/floor.ts'
import { moveBalance } from '../cabinets/cabinets.ts'
import * as sql from './sql.ts'

export type Entry = {
  event: LedgerEvent
  /** Positive comes in, negative goes out, never zero. */
  amountMinor: number
  /** What it is booked for; the same event and reference are booked once, the second fails. */
  reference?: string
  tariff?: TariffKey
  slots?: number
  note?: string
}

/** Moves the balance and writes the ledger in the transaction of `db`. @returns the balance after it */
export async function book(floor: Floor, db: CabinetDb, entry: Entry): Promise<{ no: number; balanceMinor: number }> {
  const moved = await moveBalance(db, entry.amountMinor)
  await sql.insertTransaction(db, {
    no: moved.no, event: entry.event, amount_minor: entry.amountMinor, balance_minor: moved.balanceMinor, at: floor.clock.now(),
    tariff_key: entry.tariff ?? null, slots: entry.slots ?? null, reference: entry.reference ?? null, note: entry.note ?? '',
  })
  return moved
}
