/** Prices as they are shown. Pure. */
import { moneyText } from '../../../contract/figures.ts'
import { CURRENCY } from '../../../contract/limits.ts'

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
