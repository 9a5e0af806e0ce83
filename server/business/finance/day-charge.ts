/**
 * What a day of a tariff costs: a thirtieth of its price. Cents that do not divide are spread so that any thirty
 * days in a row cost the price to the cent. A day is named as in Moscow, `2026-11-21`.
 */
import { dayNumber } from '../../../contract/time.ts'

export const PRICE_DAYS = 30

const upTo = (priceMinor: number, days: number) => Math.floor((priceMinor * days) / PRICE_DAYS)

/** @param priceMinor for thirty days */
export function dayCharge(priceMinor: number, day: string): number {
  const number = dayNumber(day)
  return upTo(priceMinor, number + 1) - upTo(priceMinor, number)
}

/**
 * How many days after `day` the balance pays for in full. Infinity when they cost nothing.
 * @param prices for thirty days, each charged for itself
 */
export function daysPaid(prices: readonly number[], balanceMinor: number, day: string): number {
  if (balanceMinor < 0) return 0
  const total = prices.reduce((sum, one) => sum + one, 0)
  if (total === 0) return Infinity
  const next = dayNumber(day) + 1
  const costOf = (days: number) => prices.reduce((sum, one) => sum + upTo(one, next + days) - upTo(one, next), 0)
  // A price differs from its share by less than a cent, so the answer is no further away than that.
  const cents = prices.length
  let days = Math.max(0, Math.floor(((balanceMinor - cents) * PRICE_DAYS) / total))
  while (costOf(days + 1) <= balanceMinor) days++
  return days
}
