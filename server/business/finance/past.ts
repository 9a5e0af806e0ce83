/** The ledger of a past that was brought along: the demo. Each day costs what `chargeToday` would have charged. */
import { SPENDING_KINDS } from '../../../contract/business/finance.ts'
import { addDays, MINUTE_MS, moscowDay, moscowMidnight } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as cabinets from '../../platform/cabinets/cabinets.ts'
import { reportPast, showPast } from '../partner/partner.ts'
import { bonusOf } from './book.ts'
import { INVITED, WELCOME } from './cause.ts'
import { dayCharge } from './day-charge.ts'
import { priceOf } from './plans.ts'
import * as sql from './sql.ts'
import { welcomeOf } from './top-ups.ts'

export type PastTopUp = { at: Date; amountMinor: number; note: string }
/** The first payment of a business that came with the code of this one. */
export type PastInvited = { childId: number; at: Date; amountMinor: number }
type Row = Omit<sql.TransactionRow, 'cabinet_id' | 'no' | 'balance_minor' | 'bonus_minor'>

/** The day is charged a few minutes after it has begun. */
const CHARGED_AFTER_MS = 7 * MINUTE_MS

const comesIn = (
  event: 'top_up' | 'bonus',
  amountMinor: number,
  more: { at: Date; reference: string | null },
): Row => ({
  event,
  amount_minor: amountMinor,
  tariff_key: null,
  slots: null,
  note: '',
  ...more,
})

/** What codes have brought: with the own first payment, and with those of others. */
async function bonusesOf(db: CabinetDb, first: PastTopUp | undefined, invited: readonly PastInvited[]): Promise<Row[]> {
  const { promoCode } = await cabinets.originOf(db)
  const hasInviter = promoCode !== '' && (await cabinets.inviterOfCode(db, promoCode)) !== undefined
  const own = hasInviter && first ? [{ ...first, reference: `${WELCOME}/past` }] : []
  const others = invited.map((one) => ({ ...one, reference: `${INVITED}/${one.childId}` }))
  return [...own, ...others].map(({ at, amountMinor, reference }) =>
    comesIn('bonus', welcomeOf(amountMinor), { at, reference }),
  )
}

/** Each day up to today of the tariff in force. */
function daysOf(tariff: cabinets.TariffRow, slots: number, { since, now }: { since: string; now: Date }): Row[] {
  const rows: Row[] = []
  const today = moscowDay(now)
  for (let day = since; day <= today; day = addDays(day, 1)) {
    const amount = dayCharge(priceOf(tariff, slots), day)
    const at = new Date(Math.min(moscowMidnight(day).getTime() + CHARGED_AFTER_MS, now.getTime()))
    const reference = `${day}/${tariff.key}+${slots}`
    if (amount > 0)
      rows.push({ event: 'tariff', amount_minor: -amount, at, tariff_key: tariff.key, slots, reference, note: '' })
  }
  return rows
}

export type Past = {
  since: string
  /** In the order of time. */
  topUps: readonly PastTopUp[]
  invited?: readonly PastInvited[]
  now: Date
}

/**
 * Books money that came in, what codes brought with it, and each day from `since` up to today of the tariff in force.
 * @param now nothing is booked later
 * @throws Error when the money would not have lasted: the account would have been limited
 */
export async function bookPast(db: CabinetDb, { since, topUps, invited = [], now }: Past): Promise<void> {
  const money = await cabinets.lockAccount(db)
  const tariff = (await cabinets.allTariffs(db.tx)).find((one) => one.key === money.tariff_key)
  const inOrder = [
    ...topUps.map(({ amountMinor, at, note }) => ({
      ...comesIn('top_up', amountMinor, { at, reference: null }),
      note,
    })),
    ...(await bonusesOf(db, topUps[0], invited)),
    ...(tariff ? daysOf(tariff, money.slots, { since, now }) : []),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  let held = money.bonus_minor
  const moved = inOrder.map((row) => {
    const bonus = bonusOf({ event: row.event, amountMinor: row.amount_minor }, held)
    held += bonus
    return { ...row, bonus_minor: bonus }
  })
  const before = await cabinets.moveBalanceBy(db, moved)
  let balance = before.balanceMinor
  const booked = moved.map((row, place) => {
    balance += row.amount_minor
    if (balance < 0) throw new Error(`the money of a past does not last: ${balance} on ${row.at.toISOString()}`)
    return { ...row, no: before.no + 1 + place, balance_minor: balance }
  })
  await sql.insertTransactions(db, booked)
  await cabinets.setChargedOn(db, moscowDay(now))
  await reportPast(
    db,
    booked
      .filter((row) => row.event === 'top_up')
      .map(({ no, amount_minor: amountMinor, at }) => ({ no, source: `past/${no}`, amountMinor, at })),
  )
}

/** Shows an agent what a business that came with its code has paid and was charged. */
export const showPastToAgent = (app: App, of: { agentId: number; childId: number }): Promise<void> =>
  showPast(app, of, async (db) => {
    const charges = { no: 0, lastNo: await sql.lastNoOf(db), limit: Number.MAX_SAFE_INTEGER }
    const rows = await sql.rowsAfter(db, { events: SPENDING_KINDS }, charges)
    return rows.flatMap(({ no, amount_minor: amount, at }) => (amount < 0 ? { no, amountMinor: -amount, at } : []))
  })
