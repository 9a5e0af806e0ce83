/**
 * Payments by card. What is credited comes from the provider alone: its signed call, or its answer when a payment waits
 * for too long. The page that the payer's browser comes back to only tells.
 */
import { payments as contract, type Payment } from '../../../contract/business/payments.ts'
import {
  BONUS_PERIOD,
  feeOf,
  GIFT_DAYS,
  PAYMENT_MAX_MINOR,
  PAYMENT_MIN_MINOR,
  PAYMENT_PERIODS,
} from '../../../contract/business/payment-sums.ts'
import { money } from '../../../card/values.ts'
import { REFERRAL_PERCENT } from '../../../contract/business/partner.ts'
import { CURRENCY } from '../../../contract/limits.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { InputOf } from '../../../contract/call.ts'
import type { AnyPlaceCtx, CabinetCtx, SignedIn } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { askPassword } from '../../platform/users/step-up.ts'
import { giftFor, readBalance } from '../finance/finance.ts'
import { bookRefund, refundedOf } from '../finance/refunds.ts'
import { welcomeCode } from '../finance/top-ups.ts'
import { connectedShop, PROVIDER } from './settings.ts'
import { sourceOf } from './settle.ts'
import * as sql from './sql.ts'

export { askPayments } from './ask.ts'
export { checkSettings, readSettings, saveSettings } from './settings.ts'

const refuse = refusals(contract)
/** The payment page is open for a day. */
const OPEN_MS = DAY_MS
export const FIRST_ASK_MS = 15 * MINUTE_MS
const LINKS = { max: 100, windowMs: DAY_MS }

const reply = (row: sql.PaymentRow, refunded: ReadonlyMap<string, number> = new Map()): Payment => ({
  no: row.id,
  state: row.state,
  amountMinor: row.amount_minor,
  feeMinor: row.fee_minor,
  totalMinor: row.amount_minor + row.fee_minor,
  refundedMinor: refunded.get(sourceOf(row)) ?? 0,
  months: row.months,
  isTest: row.is_test,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

/** What months of the plan cost together. Those that one payment cannot be are left out. */
async function periodsOf(app: App, db: CabinetDb) {
  const { priceMinor } = await readBalance(app, db)
  const periods = []
  for (const months of PAYMENT_PERIODS) {
    const gift = await giftFor(db, months)
    periods.push({
      months,
      amountMinor: months * priceMinor,
      bonusMinor: months === BONUS_PERIOD ? priceMinor : 0,
      moduleDays: gift === 'module_gifts' ? GIFT_DAYS : 0,
      telegramDays: gift === 'telegram_gifts' ? GIFT_DAYS : 0,
    })
  }
  return periods.filter(({ amountMinor }) => amountMinor >= PAYMENT_MIN_MINOR && amountMinor <= PAYMENT_MAX_MINOR)
}

/** In test mode nothing is credited, so only the operator pays. */
async function openShop(app: App, user: SignedIn) {
  const connected = await connectedShop(app, PROVIDER)
  return connected && (!connected.shop.isTest || user.superuser) ? connected : undefined
}

export async function readTerms({ app, db, user }: CabinetCtx) {
  const code = await welcomeCode(db)
  return {
    isAvailable: (await openShop(app, user)) !== undefined,
    welcome: code === null ? null : { code, percent: REFERRAL_PERCENT },
    periods: await periodsOf(app, db),
  }
}

/** @throws Refusal payments_unavailable, period_price_changed, too_many_payments */
export async function generateLink(
  { app, db, user, cabinet, lang }: CabinetCtx,
  { body }: InputOf<typeof contract.generateLink>,
): Promise<{ url: string; payment: Payment }> {
  const connected = await openShop(app, user)
  if (!connected) throw refuse('payments_unavailable')
  const now = app.clock.now()
  if ((await countTry(app.database.counters, `payment|${db.cabinetId}`, LINKS, now)) > 0)
    throw refuse('too_many_payments')
  const amountMinor = Math.round(body.amount * 100)
  const months = body.months ?? null
  const period = (await periodsOf(app, db)).find((one) => one.months === months)
  if (months !== null && period?.amountMinor !== amountMinor) throw refuse('period_price_changed')
  const { provider, shop } = connected
  const endsAt = new Date(now.getTime() + OPEN_MS)
  const payment = await sql.insertPayment(db, {
    provider: provider.key,
    amount_minor: amountMinor,
    fee_minor: feeOf(amountMinor),
    months,
    bonus_minor: period?.bonusMinor ?? 0,
    is_test: shop.isTest,
    user_id: user.userId,
    lang,
    cid: body.cid,
    ga_cid: body.ga_cid,
    created_at: now,
    ends_at: endsAt,
    ask_at: new Date(now.getTime() + FIRST_ASK_MS),
  })
  const url = provider.linkOf(shop, {
    number: payment.id,
    cabinetId: db.cabinetId,
    place: cabinet.domain,
    totalMinor: payment.amount_minor + payment.fee_minor,
    currency: CURRENCY,
    culture: body.culture,
    description: `${app.env.brand} ${payment.id}`,
    until: endsAt,
  })
  return { url, payment: reply(payment) }
}

const withRefunds = async (tx: Tx, rows: readonly sql.PaymentRow[]): Promise<Payment[]> => {
  const refunded = await refundedOf(tx, rows.map(sourceOf))
  return rows.map((row) => reply(row, refunded))
}

type Page = { page: number; limit: number }

export async function listPayments(db: CabinetDb, query: Page) {
  const { rows, total } = await sql.paymentPage(db.tx, db.cabinetId, sliceOf(query))
  return { data: await withRefunds(db.tx, rows), meta: metaOf(total, query) }
}

/** For the operator. */
export function listOperatedPayments(app: App, cabinet: number, query: Page) {
  return app.database.asOperator(async (tx) => {
    const { rows, total } = await sql.paymentPage(tx, cabinet, sliceOf(query))
    return { data: await withRefunds(tx, rows), meta: metaOf(total, query) }
  })
}

/**
 * Books what was given back at the provider. The operator proves to be there by the password.
 * @throws Refusal payment_not_found, payment_not_paid, refund_too_large, refund_booked, password_needed, too_many_tries
 */
export async function refundPayment(
  { app, user }: AnyPlaceCtx,
  { params, body }: InputOf<typeof contract.refundPayment>,
): Promise<Payment> {
  await askPassword(app, user, body.password)
  return openForWork(app, params.cabinet, async (db) => {
    const payment = await sql.lockPayment(db, params.no)
    if (!payment) throw refuse('payment_not_found')
    // Of a test nothing was credited.
    if (payment.state !== 'paid' || payment.is_test) throw refuse('payment_not_paid')
    const { amountMinor, refundId, reason } = body
    const source = sourceOf(payment)
    const booked = await bookRefund(app, db, { source, amountMinor, refundId, reason, operatorId: user.userId })
    if (booked === 'known') throw refuse('refund_booked', {}, { refundId: { code: 'refund_booked' } })
    if (booked !== 'booked') throw refuse('refund_too_large', {}, tooLarge(booked.left))
    await notifyOpenPages(db)
    return reply(payment, await refundedOf(db.tx, [source]))
  })
}

const tooLarge = (left: number) => ({ amountMinor: { code: 'refund_too_large', detail: { left: money(left) } } })
