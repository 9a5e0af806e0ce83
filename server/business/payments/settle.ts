/**
 * What becomes of a payment once something is known of it: by a signed call, or by the answer to our question. The
 * state, the money, the bonus and the receipt are one transaction, behind the lock of the payment's row.
 */
import { money } from '../../../card/values.ts'
import { CURRENCY } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { queueEmail } from '../../base/mail.ts'
import { say } from '../../../words/say.ts'
import { describeCabinet, peopleOf, personOf } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { book, giveForPeriod } from '../finance/finance.ts'
import type { Reason } from './providers/provider.ts'
import * as sql from './sql.ts'

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

async function credit(app: App, db: CabinetDb, payment: sql.PaymentRow): Promise<void> {
  const reference = `${payment.provider}/${payment.id}`
  const amountMinor = payment.amount_minor
  const { balanceMinor } = await book(app, db, { event: 'top_up', amountMinor, reference })
  const after =
    payment.bonus_minor > 0
      ? (await book(app, db, { event: 'bonus', amountMinor: payment.bonus_minor, reference })).balanceMinor
      : balanceMinor
  await giveForPeriod(app, db, payment.months)
  await queueReceipt(app, db, payment, after)
}

const sum = (minor: number) => `${money(minor)} ${CURRENCY}`

/** To the user who has paid; to the owner, when that user has left. */
async function queueReceipt(app: App, db: CabinetDb, payment: sql.PaymentRow, balanceMinor: number): Promise<void> {
  const to = (await personOf(db, payment.user_id)) ?? (await peopleOf(db))[0]
  if (!to) return
  const { name, domain } = await describeCabinet(db)
  const values = {
    cabinet: name,
    no: String(payment.id),
    amount: sum(payment.amount_minor),
    fee: sum(payment.fee_minor),
    total: sum(payment.amount_minor + payment.fee_minor),
    balance: sum(balanceMinor),
  }
  const bonus =
    payment.bonus_minor > 0 ? say(payment.lang, 'mails.receiptBonus', { bonus: sum(payment.bonus_minor) }) : ''
  await queueEmail(app, db.tx, {
    to: to.email,
    lang: payment.lang,
    kind: 'payment_receipt',
    values: { ...values, bonus },
    link: `${app.publicUrl}/#/${domain}/balance/transactions`,
  })
}

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
