/**
 * What becomes of a payment once something is known of it: by a signed call, or by the answer to our question. The
 * state, the money, the bonus and the receipt are one transaction, behind the lock of the payment's row.
 */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { bookTopUp } from '../finance/top-ups.ts'
import type { Reason } from './providers/provider.ts'
import * as sql from './sql.ts'

/** A payment as the ledger names it. */
export const sourceOf = ({ provider, id }: Pick<sql.PaymentRow, 'provider' | 'id'>): string => `${provider}/${id}`

type Paid = { number: number; totalMinor: number | null; isTest: boolean; provider: string }

/** @returns why it was not credited; null when it is, now or already */
export async function settlePaid(app: App, db: CabinetDb, paid: Paid): Promise<Reason | null> {
  const payment = await sql.lockPayment(db, paid.number)
  if (payment?.provider !== paid.provider) return 'unknown_payment'
  if (payment.is_test !== paid.isTest) return 'wrong_mode'
  if (payment.amount_minor + payment.fee_minor !== paid.totalMinor) return 'wrong_amount'
  if (payment.state === 'paid') return null
  // Money that comes after the end is money: nobody gives it back.
  await sql.updatePayment(db, payment.id, { state: 'paid', ask_at: null, finished_at: app.clock.now() })
  if (!payment.is_test) await credit(app, db, payment)
  await notifyOpenPages(db)
  return null
}

const credit = (app: App, db: CabinetDb, payment: sql.PaymentRow): Promise<void> =>
  bookTopUp(app, db, {
    reference: sourceOf(payment),
    no: String(payment.id),
    amountMinor: payment.amount_minor,
    feeMinor: payment.fee_minor,
    months: payment.months,
    bonusMinor: payment.bonus_minor,
    userId: payment.user_id,
    lang: payment.lang,
  })

/** A payment that was not made. One that is paid stays paid. */
export async function settleUnpaid(
  app: App,
  db: CabinetDb,
  number: number,
  state: 'cancelled' | 'expired' | 'failed',
): Promise<void> {
  const payment = await sql.lockPayment(db, number)
  if (payment?.state !== 'waiting') return
  await sql.updatePayment(db, number, { state, ask_at: null, finished_at: app.clock.now() })
  await notifyOpenPages(db)
}
