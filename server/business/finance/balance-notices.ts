/**
 * Warns before the money of an account ends, and when it has. Each warning once; after a top-up or with another plan
 * the days are counted anew.
 */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { addDays, DAY_MS } from '../../../contract/time.ts'
import { lockAccount } from '../../platform/cabinets/cabinets.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import { daysPaid } from './day-charge.ts'
import * as sql from './sql.ts'

/** Days after the grace, the latest first. */
const REMINDER_DAYS = [30, 7, 0] as const
const WARNING_DAYS = [1, 3, 7, 14] as const

type Paid = { tariff: string; slots: number; prices: readonly number[]; balanceMinor: number; day: string }

/** After the charge of `day`: days missed by a server that was down leave out the warnings between. */
export async function warnOfEnd(app: App, db: CabinetDb, paid: Paid): Promise<void> {
  if (paid.balanceMinor < 0) return
  const days = daysPaid(paid.prices, paid.balanceMinor, paid.day)
  const due = WARNING_DAYS.find((one) => days <= one)
  if (due === undefined) return
  const since = await sql.latestCreditNo(db)
  await notify(app, db, {
    type: 'balance_ends',
    detail: { until: addDays(paid.day, days), isOver: false },
    onceKey: `balance|${since}|${paid.tariff}+${paid.slots}|${due}`,
  })
}

/**
 * @param no of the movement in the ledger that took the balance below zero
 * @param graceUntil until when everything still works; null: it does not any more
 */
export async function reportEnd(app: App, db: CabinetDb, no: number, graceUntil: Date | null): Promise<void> {
  await notify(app, db, {
    type: 'balance_ends',
    detail: { until: null, isOver: true, ...(graceUntil && { graceUntil: graceUntil.toISOString() }) },
    onceKey: `balance|over|${no}`,
  })
}

/** An account that owes is reminded when its grace is over, and again. A server that was away leaves some out. */
export async function remindOfDebt(app: App, db: CabinetDb): Promise<void> {
  const now = app.clock.now()
  const { balance_minor: balanceMinor, grace_until: since, tariff_key: key } = await lockAccount(db)
  if (key === null || key === 'demo' || balanceMinor >= 0 || since === null) return
  const due = REMINDER_DAYS.find((days) => since.getTime() + days * DAY_MS <= now.getTime())
  if (due === undefined) return
  await notify(app, db, {
    type: 'balance_ends',
    detail: { until: null, isOver: true, owedMinor: -balanceMinor },
    onceKey: `balance|owes|${since.toISOString()}|${due}`,
  })
}
