/** The ledger of a past that was brought along: the demo. Each day costs what `chargeToday` would have charged. */
import { addDays, MINUTE_MS, moscowDay, moscowMidnight } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as cabinets from '../../platform/cabinets/cabinets.ts'
import { dayCharge } from './day-charge.ts'
import { priceOf } from './plans.ts'
import * as sql from './sql.ts'

export type PastTopUp = { at: Date; amountMinor: number; note: string }
type Row = Omit<sql.TransactionRow, 'cabinet_id' | 'no' | 'balance_minor'>

/** The day is charged a few minutes after it has begun. */
const CHARGED_AFTER_MS = 7 * MINUTE_MS

/**
 * Books money that came in, and each day from `since` up to today of the tariff in force.
 * @param now nothing is booked later
 * @throws Error when the money would not have lasted: the account would have been limited
 */
export async function bookPast(
  db: CabinetDb,
  { since, topUps, now }: { since: string; topUps: readonly PastTopUp[]; now: Date },
): Promise<void> {
  const money = await cabinets.lockAccount(db)
  const tariff = (await cabinets.allTariffs(db.tx)).find((one) => one.key === money.tariff_key)
  const rows: Row[] = topUps.map(({ at, amountMinor, note }) => ({
    event: 'top_up',
    amount_minor: amountMinor,
    bonus_minor: 0,
    at,
    tariff_key: null,
    slots: null,
    reference: null,
    note,
  }))
  const today = moscowDay(now)
  for (let day = since; tariff && day <= today; day = addDays(day, 1)) {
    const amount = dayCharge(priceOf(tariff, money.slots), day)
    const at = new Date(Math.min(moscowMidnight(day).getTime() + CHARGED_AFTER_MS, now.getTime()))
    const reference = `${day}/${tariff.key}+${money.slots}`
    if (amount > 0)
      rows.push({
        event: 'tariff',
        amount_minor: -amount,
        bonus_minor: 0,
        at,
        tariff_key: tariff.key,
        slots: money.slots,
        reference,
        note: '',
      })
  }
  const inOrder = rows.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const before = await cabinets.moveBalanceBy(
    db,
    inOrder.map((row) => row.amount_minor),
  )
  let balance = before.balanceMinor
  const booked = inOrder.map((row, place) => {
    balance += row.amount_minor
    if (balance < 0) throw new Error(`the money of a past does not last: ${balance} on ${row.at.toISOString()}`)
    return { ...row, no: before.no + 1 + place, balance_minor: balance }
  })
  await sql.insertTransactions(db, booked)
  await cabinets.setChargedOn(db, today)
}
