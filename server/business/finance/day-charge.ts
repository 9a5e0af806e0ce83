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

/** How many days after `day` the balance pays for in full. Infinity when they cost nothing. */
export function daysPaid(priceMinor: number, balanceMinor: number, day: string): number {
  if (balanceMinor < 0) return 0
  if (priceMinor === 0) return Infinity
  const next = dayNumber(day) + 1
  const budget = upTo(priceMinor, next) + balanceMinor
  // The last day number n whose sum stays in the budget: floor(price · n / 30) ≤ budget.
  return Math.max(0, Math.ceil(((budget + 1) * PRICE_DAYS) / priceMinor) - 1 - next)
}
