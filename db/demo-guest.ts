/** Somebody who has a card of the demo, and everything that happened to them. Amounts are in minor units. */
import type { AmountKind } from '../contract/limits.ts'
import type { Person } from './demo-names.ts'

export type Amount = {
  at: Date
  kind: AmountKind
  delta: number
  source: 'cabinet' | 'promo' | 'purchase'
  reason: string
  till: string
}
export type Purchase = { at: Date; amountMinor: number; text: string; senderId: string; earned: number | null }
export type Message = {
  /** Place in the list of sendings. */
  sending: number
  at: Date
  wallet: Wallet
  isAccepted: boolean
  fetchedAt: Date | null
  /** Points at that time. */
  bonus: number
  /** How often the card had changed by then, this message included. */
  change: number
}
export type Wallet = 'apple' | 'google'

export type Guest = Person & {
  id: string
  tel: string
  birthday: string
  joinedAt: Date
  cardAt: Date
  /** Place in the list of origins; null: added at the till, without the form. */
  origin: number | null
  /** Half of those who know a code have it from a friend. */
  code: 'welcome' | { inviter: Guest } | null
  held: { wallet: Wallet; from: Date; until: Date | null } | null
  everyDays: number
  amounts: Amount[]
  purchases: Purchase[]
  messages: Message[]
  sums: Record<AmountKind, number>
  changedAt: Date
}

/** Between two changes of one visit: a history has them in the order in which they happened. */
const APART_MS = 20

export function change(guest: Guest, amount: Amount): void {
  const last = guest.amounts.at(-1)?.at.getTime() ?? 0
  const at = new Date(Math.max(amount.at.getTime(), last + APART_MS))
  guest.amounts.push({ ...amount, at })
  guest.sums[amount.kind] += amount.delta
  guest.changedAt = at
}
