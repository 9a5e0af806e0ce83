/**
 * A system whose tills call us and wait for the answer: the card and its amounts are ours. Plain values in and out; the
 * vendor's protocol is the connector's, what happens to a client is the shop's.
 */
import type { Received } from './hooks.ts'

/** A request to the address of a business. `path` follows the address, without a slash before it. */
export type TillRequest = Received & { path: string }
export type TillAnswer = { status: number; type: string; body: string }

type Settings = Readonly<Record<string, string>>

export type CardHolder = {
  id: string
  cardNumber: number
  /** With the surname; it may be ''. */
  name: string
  /** Minor units; the discount in hundredths of a percent. */
  amounts: { balanceMinor: number; bonusMinor: number; discountHundredths: number }
}

/** Points or balance that are given, or taken when below zero. */
export type Move = { holderId: string; amount: 'balance' | 'bonus'; deltaMinor: number }

export type TillPurchase = {
  holderId: string
  /** The vendor's number of the document, as in `purchases.ts`. */
  id: string
  kind: 'sale' | 'refund'
  refundOf: string | null
  /** Above zero in both directions. */
  amountMinor: number
}

/** All of it happens, once, or nothing does. */
export type TillDocument = {
  /** The same when it is sent again, and the only one of it in all tills of the business. */
  id: string
  /** Which till; shown in the history of the client. */
  place: string
  /** What the vendor's people call it, such as the number of a receipt. */
  number: string
  /** In this order. */
  moves: readonly Move[]
  purchases: readonly TillPurchase[]
}

export type Settled =
  /** @param afterMinor of each movement: the amount after it */
  | { kind: 'done'; isRepeat: boolean; afterMinor: readonly number[] }
  /** Nobody falls below zero. */
  | { kind: 'too_little'; move: Move; hasMinor: number }
  | { kind: 'too_much'; move: Move }
  /** A client is not there any more. */
  | { kind: 'gone' }
  /** Another document had this id. */
  | { kind: 'changed' }
  /** The account of the business is read-only. */
  | { kind: 'limited' }

export type Shop = {
  /** By the number or the track of a card, or by the phone in any spelling. */
  find(code: string): Promise<CardHolder | undefined>
  settle(document: TillDocument): Promise<Settled>
}

export type Serve = {
  /** What a request throws takes back all that it has done. Nothing outside is called: somebody waits. */
  answer(request: TillRequest, shop: Shop, settings: Settings): Promise<TillAnswer>
  /** The vendor's own words for: not now. Nothing has happened. */
  away(request: TillRequest): TillAnswer
  /** Whether the system itself says how many points a purchase earns; else the programme of the account does. */
  earns(settings: Settings): boolean
}
