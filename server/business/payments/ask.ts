/** Payments that wait for too long: the provider is asked, so that a call that was lost loses nobody's money. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { AskedState } from './providers/provider.ts'
import { keepRefusal } from './refused.ts'
import { connectedShop, outboundTo } from './settings.ts'
import { settlePaid, settleUnpaid } from './settle.ts'
import * as sql from './sql.ts'

const AT_ONCE = 200
const KEPT_MS = 90 * DAY_MS
/** A provider that does not know of a payment, or does not answer, this long after its end: nobody has paid. */
const GRACE_MS = 3 * DAY_MS

/** Soon at first, then rarer: a quarter of its age, six hours at most. */
export const nextAsk = (createdAt: Date, now: Date): Date =>
  new Date(now.getTime() + Math.min(6 * HOUR_MS, Math.max(10 * MINUTE_MS, (now.getTime() - createdAt.getTime()) / 4)))

async function apply(app: App, cabinetId: number, payment: sql.PaymentRow, asked: AskedState): Promise<void> {
  const now = app.clock.now()
  const isOver = payment.ends_at <= now
  const isLongOver = payment.ends_at.getTime() + GRACE_MS <= now.getTime()
  if (asked.kind === 'unanswered')
    app.log.warn({ payment: payment.id, detail: asked.detail }, 'the payment provider did not say how a payment is')
  const reason = await openForWork(app, cabinetId, async (db) => {
    if (asked.kind === 'paid')
      return settlePaid(app, db, {
        number: payment.id,
        totalMinor: asked.totalMinor,
        isTest: payment.is_test,
        provider: payment.provider,
      })
    if (asked.kind === 'cancelled' || asked.kind === 'failed') await settleUnpaid(app, db, payment.id, asked.kind)
    else if ((asked.kind === 'unknown' && isOver) || isLongOver) await settleUnpaid(app, db, payment.id, 'expired')
    else await sql.updatePayment(db, payment.id, { ask_at: nextAsk(payment.created_at, now) })
    return null
  })
  if (reason === null) return
  await keepRefusal(app, { provider: payment.provider, reason, invoice: String(payment.id), ip: '' })
  await openForWork(app, cabinetId, (db) => settleUnpaid(app, db, payment.id, 'failed'))
}

async function askOne(app: App, { cabinet_id: cabinetId, id }: { cabinet_id: number; id: number }): Promise<void> {
  const payment = await openForWork(app, cabinetId, (db) => sql.findPayment(db, id))
  if (payment?.ask_at === null || !payment) return
  const connected = await connectedShop(app, payment.provider)
  const asked: AskedState = connected
    ? await connected.provider.askState(connected.shop, { number: id, cabinetId }, outboundTo(connected.shop))
    : { kind: 'unanswered', detail: 'no shop is connected' }
  await apply(app, cabinetId, payment, asked)
}

export const askPayments: Job<Nothing> = defineJob({
  name: 'ask-payments',
  shape: Nothing,
  every: '*/2 * * * *',
  async handle(app) {
    const now = app.clock.now()
    await app.database.acrossCabinets((tx) => sql.deleteRefusals(tx, new Date(now.getTime() - KEPT_MS)))
    for (const one of await app.database.acrossCabinets((tx) => sql.paymentsToAsk(tx, now, AT_ONCE)))
      await askOne(app, one).catch((error: unknown) =>
        app.log.error({ err: error, payment: one.id }, 'a payment was not asked about'),
      )
  },
})
