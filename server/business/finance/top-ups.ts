/** What was paid: by card or for a bill. The money, what comes on top of it and the receipt are one. */
import { REFERRAL_PERCENT } from '../../../contract/business/partner.ts'
import type { Language } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { inviterOfCode, lockAccount, originOf } from '../../platform/cabinets/cabinets.ts'
import { reportPaid } from '../partner/partner.ts'
import { WELCOME } from './cause.ts'
import { book } from './finance.ts'
import { giveForPeriod } from './gifts.ts'
import { giveInviteBonus } from './invite-bonus.ts'
import { sendReceipt } from './receipts.ts'
import { hasTopUp } from './refunds-sql.ts'

/** The payment of a reference: `bill/2026-000041/1` is a part of `bill/2026-000041`. */
const sourceOf = (reference: string): string => reference.split('/').slice(0, 2).join('/')

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

/** What the first payment brings to each of the two. */
export const welcomeOf = (amountMinor: number): number => Math.floor((amountMinor * REFERRAL_PERCENT) / 100)

/** What a code brings with the first payment of all: to the business, and to the one that invited it. */
async function giveWelcome(app: App, db: CabinetDb, reference: string, amountMinor: number): Promise<number> {
  const { promoCode } = await originOf(db)
  const inviterId = promoCode === '' ? undefined : await inviterOfCode(db, promoCode)
  const bonusMinor = welcomeOf(amountMinor)
  if (inviterId === undefined || bonusMinor === 0) return 0
  await book(app, db, { event: 'bonus', amountMinor: bonusMinor, reference: `${WELCOME}/${reference}` })
  await app.jobs.enqueue(db.tx, giveInviteBonus, {
    inviterId,
    childId: db.cabinetId,
    amountMinor: bonusMinor,
    refund: '',
  })
  return bonusMinor
}

/** The code that a business came with, while its first payment still brings something; null otherwise. */
export async function welcomeCode(db: CabinetDb): Promise<string | null> {
  const { promoCode } = await originOf(db)
  if (promoCode === '' || (await hasTopUp(db))) return null
  return (await inviterOfCode(db, promoCode)) === undefined ? null : promoCode
}

export async function bookTopUp(app: App, db: CabinetDb, topUp: TopUp): Promise<void> {
  const { reference, amountMinor, feeMinor = 0, months = null, bonusMinor = 0, restMinor = 0 } = topUp
  // Two payments at the same time: only one of them is the first.
  await lockAccount(db)
  const isFirst = !(await hasTopUp(db))
  const { no } = await book(app, db, { event: 'top_up', amountMinor, reference })
  await reportPaid(app, db, { no, source: sourceOf(reference), amountMinor, at: app.clock.now() })
  if (bonusMinor > 0) await book(app, db, { event: 'bonus', amountMinor: bonusMinor, reference })
  await giveForPeriod(app, db, months)
  const welcome = isFirst ? await giveWelcome(app, db, reference, amountMinor) : 0
  await sendReceipt(app, db, {
    kind: reference.startsWith('bill/') ? 'bill_receipt' : 'payment_receipt',
    no: topUp.no,
    amountMinor,
    feeMinor,
    months,
    bonusMinor: bonusMinor + welcome,
    restMinor,
    userId: topUp.userId,
    lang: topUp.lang,
  })
}
