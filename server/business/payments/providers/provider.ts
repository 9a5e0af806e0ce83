/**
 * What a payment provider does for the product. A second one is a folder beside Robokassa's and a line in
 * `providers.ts`.
 */
import type { HASHES, REFUSED_REASONS } from '../../../../contract/business/payments.ts'
import type { Outbound } from '../../../base/outbound/outbound.ts'

/** Our shop at the provider, and where it is. */
export type PaymentShop = {
  login: string
  /** Signs what we send to the payer's browser. */
  password1: string
  /** Signs what the provider and we say to each other. */
  password2: string
  hash: (typeof HASHES)[number]
  isTest: boolean
  payUrl: string
  serviceUrl: string
}

export type Order = {
  number: number
  cabinetId: number
  /** Identifier of the business in its addresses: the way back. */
  place: string
  totalMinor: number
  currency: string
  culture: 'ru' | 'en'
  description: string
  until: Date
}

export type Fields = Readonly<Record<string, string>>

export type Reason = (typeof REFUSED_REASONS)[number]

/** A signed call of the provider: the only proof of a payment beside its answer to `askState`. */
export type PaymentCall =
  | { kind: 'paid'; number: number; cabinetId: number; totalMinor: number | null; isTest: boolean }
  | { kind: 'refused'; reason: Reason }

export type AskedState =
  | { kind: 'paid'; totalMinor: number | null }
  /** `unknown`: the payer never came so far. */
  | { kind: 'waiting' | 'unknown' | 'cancelled' | 'failed' }
  | { kind: 'unanswered'; detail: string }

export type Checked = 'right' | 'wrong_login' | 'wrong_password' | 'unanswered'

export type PaymentProvider = {
  key: 'robokassa'
  payUrl: string
  serviceUrl: string
  linkOf(shop: PaymentShop, order: Order): string
  readResult(shop: PaymentShop, fields: Fields): PaymentCall
  /** What the provider takes as "understood". */
  answerTo(number: number): string
  /** Where the payer's browser comes back; nothing is credited by it. Null: it does not say. */
  placeOf(fields: Fields): string | null
  askState(shop: PaymentShop, order: Pick<Order, 'number' | 'cabinetId'>, outbound: Outbound): Promise<AskedState>
  check(shop: PaymentShop, outbound: Outbound): Promise<Checked>
}
