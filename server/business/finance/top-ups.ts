/** What was paid: by card or for a bill. The money, what comes on top of it and the receipt are one. */
import type { Language } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { book } from './finance.ts'
import { sendReceipt } from './receipts.ts'

export type TopUp = {
  /** `robokassa/1000001`; of a bill with the number of its payment, `bill/2026-000041/1`. */
  reference: string
  /** Of the payment or the bill, for people. */
  no: string
  amountMinor: number
  feeMinor?: number
  /** Paid for so many months of the plan, with what that brings on top. */
  months?: number | null
  bonusMinor?: number
  /** What is still to be paid for a bill. */
  restMinor?: number
  /** Who has paid, or made the bill, and in which language; null: in that person's own. */
  userId: string | null
  lang: Language | null
}

export async function bookTopUp(app: App, db: CabinetDb, topUp: TopUp): Promise<void> {
  const { reference, amountMinor, feeMinor = 0, months = null, bonusMinor = 0, restMinor = 0 } = topUp
  await book(app, db, { event: 'top_up', amountMinor, reference })
  if (bonusMinor > 0) await book(app, db, { event: 'bonus', amountMinor: bonusMinor, reference })
  await sendReceipt(app, db, {
    kind: reference.startsWith('bill/') ? 'bill_receipt' : 'payment_receipt',
    no: topUp.no,
    amountMinor,
    feeMinor,
    months,
    bonusMinor,
    restMinor,
    userId: topUp.userId,
    lang: topUp.lang,
  })
}
