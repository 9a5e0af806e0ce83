/** Prices as they are shown. Pure. */
import { PAYMENT_MAX_MINOR, PAYMENT_MIN_MINOR } from '../../../contract/business/payment-sums.ts'
import type { TariffPlan } from '../../../contract/business/finance.ts'
import { moneyText } from '../../../contract/figures.ts'
import { CURRENCY, SLOT_CARDS } from '../../../contract/limits.ts'

/** `39 EUR`: a tariff without decimals, as long as it has no cents. */
export function price(minor: number): string {
  const text = moneyText(minor)
  return `${minor % 100 === 0 ? text.slice(0, -3) : text}\u00a0${CURRENCY}`
}

/** `1 250.00 EUR` */
export function sum(minor: number): string {
  return `${moneyText(minor)}\u00a0${CURRENCY}`
}

/** `+40.00`, `−1.30`: with a real minus, so that the columns align. */
export function movement(minor: number): string {
  return `${minor < 0 ? '−' : '+'}${moneyText(Math.abs(minor))}`
}

export const NO_COST = { slots: 0, monthMinor: 0, dayMinor: 0 }

/**
 * What a plan costs with the blocks without which the issued cards would not fit into it.
 * @param cards issued so far
 */
export function costOf(
  { limits, priceMinor, slotPriceMinor }: Pick<TariffPlan, 'limits' | 'priceMinor' | 'slotPriceMinor'>,
  cards: number,
): typeof NO_COST {
  const slots = Math.max(0, Math.ceil((cards - limits.cards) / SLOT_CARDS))
  const monthMinor = priceMinor + slots * (slotPriceMinor ?? 0)
  return { slots, monthMinor, dayMinor: Math.ceil(monthMinor / 30) }
}

type Costs = { balanceMinor: number; priceMinor: number; modulesMinor: number }

/**
 * What ends a debt and pays for thirty days of the plan and its modules, as far as one payment can be that.
 * @param priceMinor of the plan with its blocks of cards
 */
export function neededMinor({ balanceMinor, priceMinor, modulesMinor }: Costs): number {
  const needed = Math.max(0, -balanceMinor) + priceMinor + modulesMinor
  return Math.min(PAYMENT_MAX_MINOR, Math.max(PAYMENT_MIN_MINOR, needed))
}
