/**
 * Warns before the money of an account ends, and when it has. Each warning once; after a top-up or with another plan
 * the days are counted anew.
 */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { addDays } from '../../../contract/time.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import { daysPaid } from './day-charge.ts'
import * as sql from './sql.ts'

const WARNING_DAYS = [1, 3, 7, 14] as const

type Paid = { tariff: string; slots: number; priceMinor: number; balanceMinor: number; day: string }

/** After the charge of `day`: days missed by a server that was down leave out the warnings between. */
export async function warnOfEnd(app: App, db: CabinetDb, paid: Paid): Promise<void> {
  if (paid.balanceMinor < 0) return
  const days = daysPaid([paid.priceMinor], paid.balanceMinor, paid.day)
  const due = WARNING_DAYS.find((one) => days <= one)
  if (due === undefined) return
  const since = await sql.latestCreditNo(db)
  await notify(app, db, {
    type: 'balance_ends',
    detail: { until: addDays(paid.day, days), isOver: false },
    onceKey: `balance|${since}|${paid.tariff}+${paid.slots}|${due}`,
  })
}

/** @param no of the movement in the ledger that took the balance below zero */
export async function reportEnd(app: App, db: CabinetDb, no: number): Promise<void> {
  await notify(app, db, {
    type: 'balance_ends',
    detail: { until: null, isOver: true },
    onceKey: `balance|over|${no}`,
  })
}
