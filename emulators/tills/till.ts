/** A till of an emulated CRM: guests with points, what was sold to them, and what is wrong with the CRM. Pure. */
import { randomUUID } from 'node:crypto'

export type TillGuest = { id: string; name: string; phone: string; points: number }

/** What each emulated CRM offers to its till. */
export type Counter = {
  name: string
  title: string
  /** The word of this system for those who come. */
  guests(): TillGuest[]
  /** @param id undefined: a new one */
  saveGuest(id: string | undefined, facts: { name: string; phone: string }): string
  /** Moves points as a sale there does, in whole hundredths. */
  movePoints(id: string, points: number): void
  /** Writes down what was sold or given back, where this system keeps receipts. */
  keepReceipt?(receipt: KeptReceipt): void
  /** The smallest part of a point that this system knows. */
  step: number
  /** Phones of guests that the system does not save. */
  refused: Set<string>
  /** What the owner enters to connect it. */
  access: readonly (readonly [label: string, value: string])[]
  /** Everything that has to survive a restart, as JSON. */
  keep(): unknown
  restore(kept: unknown): void
}

/** `saleId`: of a refund, the receipt that it gives back. */
export type KeptReceipt = {
  id: string
  guest: string
  kind: 'sale' | 'refund'
  sum: number
  at: string
  saleId?: string
}

export const SWITCHES = ['none', 'away', 'slow', 'limit', 'garbage'] as const
export type Switch = (typeof SWITCHES)[number]

export type Receipt = {
  id: string
  guest: string
  sum: number
  paid: number
  earned: number
  at: string
  isRefunded: boolean
}
export type TillState = { trouble: Switch; receipts: Receipt[] }

/** A purchase earns this part of what is paid with money. */
export const EARNED_PERCENT = 5
const RECEIPTS_MAX = 200

/** Why the till does not do what was asked. */
export class Impossible extends Error {}

const hundredths = (value: number) => Math.round(value * 100) / 100
const down = (value: number, step: number) => Math.floor(Math.round(value * 100) / Math.round(step * 100)) * step

/** @param typed as it was typed: `12,50` or `12.50`; '' is 0 */
export function sumOf(typed: string): number {
  const text = typed.trim().replace(/\s/g, '').replace(',', '.')
  if (!/^\d{0,7}(\.\d{1,2})?$/.test(text)) throw new Impossible('Enter an amount, such as 12.50.')
  return Number(text)
}

function guestOf(counter: Counter, id: string): TillGuest {
  const guest = counter.guests().find((one) => one.id === id)
  if (!guest) throw new Impossible('This guest is not there any more.')
  return guest
}

export function sell(counter: Counter, state: TillState, id: string, { sum, paid }: { sum: number; paid: number }) {
  const guest = guestOf(counter, id)
  if (sum <= 0) throw new Impossible('Enter what the purchase costs.')
  if (paid > sum) throw new Impossible('Points can pay no more than the purchase costs.')
  if (paid > guest.points) throw new Impossible('The guest has fewer points.')
  if (hundredths(down(paid, counter.step)) !== hundredths(paid)) throw new Impossible('Only whole points can pay here.')
  const earned = hundredths(down(((sum - paid) * EARNED_PERCENT) / 100, counter.step))
  const moved = hundredths(earned - paid)
  if (moved !== 0) counter.movePoints(id, moved)
  const receipt = { id: randomUUID(), guest: id, sum, paid, earned, at: new Date().toISOString(), isRefunded: false }
  state.receipts = [receipt, ...state.receipts].slice(0, RECEIPTS_MAX)
  counter.keepReceipt?.({ id: receipt.id, guest: id, kind: 'sale', sum, at: receipt.at })
}

/** What was earned is taken back, as far as it is still there, and what was paid with points is given back. */
export function refund(counter: Counter, state: TillState, receiptId: string): void {
  const receipt = state.receipts.find(({ id }) => id === receiptId)
  if (!receipt || receipt.isRefunded) throw new Impossible('This purchase has been refunded.')
  const { points } = guestOf(counter, receipt.guest)
  const moved = hundredths(Math.max(receipt.paid - receipt.earned, -points))
  if (moved !== 0) counter.movePoints(receipt.guest, moved)
  state.receipts = state.receipts.map((one) => (one === receipt ? { ...one, isRefunded: true } : one))
  const { guest, sum, id: saleId } = receipt
  counter.keepReceipt?.({ id: randomUUID(), guest, kind: 'refund', sum, at: new Date().toISOString(), saleId })
}

/** @param points as they are after it */
export function setPoints(counter: Counter, id: string, points: number): void {
  const guest = guestOf(counter, id)
  if (hundredths(down(points, counter.step)) !== hundredths(points))
    throw new Impossible('This system has whole points.')
  const moved = hundredths(points - guest.points)
  if (moved !== 0) counter.movePoints(id, moved)
}

export function saveGuest(
  counter: Counter,
  id: string | undefined,
  { name, phone }: { name: string; phone: string },
): string {
  const plain = phone.replace(/[\s()-]/g, '')
  if (!/^\+\d{9,15}$/.test(plain))
    throw new Impossible('Enter a phone number with its country code, such as +420601234567.')
  if (name.trim() === '' || name.length > 100) throw new Impossible('Enter a name.')
  if (id !== undefined) guestOf(counter, id)
  if (counter.guests().some((one) => one.phone === plain && one.id !== id))
    throw new Impossible('Another guest has this phone number.')
  return counter.saveGuest(id, { name: name.trim(), phone: plain })
}
