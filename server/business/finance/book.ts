/** The only way to change a balance, with what of it is bonus money and the day of grace below zero. */
import { type LedgerEvent, SPENDING_KINDS, type TariffKey } from '../../../contract/business/finance.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as cabinets from '../../platform/cabinets/cabinets.ts'
import { notifyAgent } from '../partner/partner.ts'
import { reportEnd } from './balance-notices.ts'
import * as sql from './sql.ts'

/** So long an account whose money has run out still works. */
const GRACE_MS = DAY_MS

export type Entry = {
  event: LedgerEvent
  /** Positive comes in, negative goes out, never zero. */
  amountMinor: number
  /** What it is booked for; the same event and reference cannot be booked twice. */
  reference?: string
  tariff?: TariffKey
  slots?: number
  note?: string
  /** Of an account that has not paid for a day yet: without money it is limited at once. */
  hasNoGrace?: boolean
  /** Which money alone a correction moves. Without it what goes out takes bonus money first. */
  of?: 'money' | 'bonus'
}

const IS_SPENDING: ReadonlySet<LedgerEvent> = new Set(SPENDING_KINDS)

/** Paid out or back: in real money alone. */
const MONEY_ONLY: readonly LedgerEvent[] = ['refund', 'partner_share']

/** What of an amount is bonus money: a bonus comes in as such, and is spent before real money. */
export function bonusOf({ event, amountMinor, of }: Pick<Entry, 'event' | 'amountMinor' | 'of'>, heldMinor: number) {
  if (of !== undefined) return of === 'bonus' ? amountMinor : 0
  if (amountMinor > 0) return event === 'bonus' ? amountMinor : 0
  return MONEY_ONLY.includes(event) ? 0 : -Math.min(heldMinor, -amountMinor)
}

/** Moves the balance and writes the ledger in the transaction of `db`. @returns its number and the balance after it */
export async function book(app: App, db: CabinetDb, entry: Entry): Promise<{ no: number; balanceMinor: number }> {
  const account = await cabinets.lockAccount(db)
  const bonusMinor = bonusOf(entry, account.bonus_minor)
  const moved = await cabinets.moveBalance(db, entry.amountMinor, bonusMinor)
  await sql.insertTransaction(db, {
    no: moved.no,
    event: entry.event,
    amount_minor: entry.amountMinor,
    bonus_minor: bonusMinor,
    balance_minor: moved.balanceMinor,
    at: app.clock.now(),
    tariff_key: entry.tariff ?? null,
    slots: entry.slots ?? null,
    reference: entry.reference ?? null,
    note: entry.note ?? '',
  })
  if (IS_SPENDING.has(entry.event) && entry.amountMinor < 0)
    await notifyAgent(app, db, { promoCode: account.promo_code, no: moved.no, amountMinor: -entry.amountMinor })
  if (moved.balanceMinor < 0 && moved.balanceMinor - entry.amountMinor >= 0) await beginDebt(app, db, moved.no, entry)
  return moved
}

/** The money has run out just now. What a demo owes is nothing to it: it ends by its own time. */
async function beginDebt(app: App, db: CabinetDb, no: number, { hasNoGrace }: Entry): Promise<void> {
  const until = hasNoGrace ? null : new Date(app.clock.now().getTime() + GRACE_MS)
  await cabinets.setGraceUntil(db, until)
  const { tariff_key: key } = await cabinets.readAccount(db)
  if (key !== null && key !== 'demo') await reportEnd(app, db, no, until)
}
