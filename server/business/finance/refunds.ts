/**
 * A payment that was given back, whole or in part. The money itself is returned at the provider or the bank; here it
 * leaves the balance, in real money alone, and what it had brought as bonus goes with it as far as it is still there.
 */
import type { App } from '../../base/app.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { inviterOfCode, lockAccount, originOf } from '../../platform/cabinets/cabinets.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import { reportPaid } from '../partner/partner.ts'
import { TAKEN_BACK, WELCOME } from './cause.ts'
import { book } from './finance.ts'
import { giveInviteBonus } from './invite-bonus.ts'
import * as sql from './refunds-sql.ts'

export type Refund = {
  /** The payment as the ledger names it: `robokassa/1000001`, `bill/2026-000041`. */
  source: string
  amountMinor: number
  /** Number of the refund at the provider or the bank. */
  refundId: string
  reason: string
  operatorId: string
}

export type BookedRefund = 'booked' | { left: number } | 'known'

const sumOf = (rows: readonly { amount_minor: number }[]) => rows.reduce((sum, row) => sum + row.amount_minor, 0)

/** @returns `known`: this refund is booked already; `left`: more than is left of the payment */
export async function bookRefund(app: App, db: CabinetDb, refund: Refund): Promise<BookedRefund> {
  const { source, amountMinor, refundId, reason, operatorId } = refund
  // Everything about a balance waits for this lock, so two refunds count each other.
  await lockAccount(db)
  const before = await sql.refundsOf(db, source)
  const paid = await sql.bookedFor(db, 'top_up', source)
  const isCard = !source.startsWith('bill/')
  // Numbers of transfers are those of a bank account and may come again; those of a provider do not.
  const key = isCard ? `${source.split('/')[0]}/${refundId}` : `${source}/${refundId}`
  const at = app.clock.now()
  if (before.some((one) => one.refund_key === key) || !(await sql.takeRefundKey(db, key, at))) return 'known'
  const left = sumOf(paid) - sumOf(before)
  if (amountMinor > left) return { left }
  await sql.insertRefund(db, {
    id: crypto.randomUUID(),
    source,
    refund_key: key,
    amount_minor: amountMinor,
    at,
    operator_id: operatorId,
    reason,
  })
  const reference = `${source}/${before.length + 1}`
  const { no } = await book(app, db, { event: 'refund', amountMinor: -amountMinor, reference, note: reason })
  await reportPaid(app, db, { no, source, amountMinor: -amountMinor, at })
  const refunded = sumOf(before)
  await takeBonusBack(app, db, {
    source,
    reference,
    paid: sumOf(paid),
    refunded: refunded + amountMinor,
    before: refunded,
  })
  await notify(app, db, {
    type: 'money_returned',
    detail: { number: source.split('/')[1] ?? '', isCard, amountMinor },
    onceKey: `refund|${reference}`,
  })
  return 'booked'
}

/** A part that is rounded in favour of the business. */
export const partOf = (bonusMinor: number, { paid, refunded }: { paid: number; refunded: number }): number =>
  paid === 0 ? 0 : Math.floor((bonusMinor * refunded) / paid)

/** `before`: what had been given back earlier. */
type Returned = { source: string; reference: string; paid: number; refunded: number; before: number }

/** What the payment has brought as bonus, as much of it as was given back of the payment and is not spent yet. */
async function takeBonusBack(app: App, db: CabinetDb, { source, reference, ...part }: Returned): Promise<void> {
  const welcome = sumOf(await sql.bookedFor(db, 'bonus', `${WELCOME}/${source}`))
  const given = sumOf(await sql.bookedFor(db, 'bonus', source)) + welcome
  const back = await sql.bookedFor(db, 'bonus', `${TAKEN_BACK}/${source}`)
  const due = partOf(given, part) + sumOf(back)
  const held = (await lockAccount(db)).bonus_minor
  const amountMinor = Math.min(due, held)
  if (amountMinor > 0)
    await book(app, db, { event: 'bonus', amountMinor: -amountMinor, reference: `${TAKEN_BACK}/${reference}` })
  const fromInviter = partOf(welcome, part) - partOf(welcome, { paid: part.paid, refunded: part.before })
  const inviterId = fromInviter === 0 ? undefined : await inviterOfCode(db, (await originOf(db)).promoCode)
  if (inviterId !== undefined)
    await app.jobs.enqueue(db.tx, giveInviteBonus, {
      inviterId,
      childId: db.cabinetId,
      amountMinor: -fromInviter,
      refund: reference,
    })
}

/** How much was given back of each of these payments. */
export const refundedOf = (tx: Tx, sources: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  sql.refundedBySource(tx, sources)
