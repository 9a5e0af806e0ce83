/**
 * Figures as people read them on screens and pages, in every language alike: thousands are set apart by a narrow space
 * that never breaks a figure in two, and a point is before the decimals. Cards keep a space of their own, see
 * `card/values.ts`.
 */

const NARROW_SPACE = '\u202F'

/** @param digits of a whole number without a sign */
const grouped = (digits: string, space = NARROW_SPACE): string => digits.replace(/\B(?=(\d{3})+$)/g, space)

/** `12500` → `12 500`, `-4.5` → `−4.5`: at most two decimals, none that are needless. */
export function numberText(value: number): string {
  const [whole = '', decimals] = String(Number(Math.abs(value).toFixed(2))).split('.')
  return `${value < 0 ? '−' : ''}${grouped(whole)}${decimals === undefined ? '' : `.${decimals}`}`
}

/** `125000` → `1 250.00`: always two decimals. */
export function moneyText(minor: number, space = NARROW_SPACE): string {
  const size = Math.abs(minor)
  const cents = (size % 100).toString().padStart(2, '0')
  return `${minor < 0 ? '−' : ''}${grouped(Math.floor(size / 100).toString(), space)}.${cents}`
}

/**
 * `32000` → `320`, and with decimals `320.00`. A part of a point is always shown: a till may give one to a business
 * that counts whole points, and what is there is not hidden.
 */
export function pointsText(minor: number, hasDecimals: boolean, space = NARROW_SPACE): string {
  const text = moneyText(minor, space)
  return hasDecimals || minor % 100 !== 0 ? text : text.slice(0, -3)
}

/** What a sentence counts: its number is grouped when the sentence is filled. Years and codes have other names. */
const COUNTED: ReadonlySet<string> = new Set(['count', 'total', 'limit', 'max', 'min'])

/** A value of a sentence as it is put in. @param name its placeholder */
export const filledIn = (value: unknown, name: string | undefined): unknown =>
  typeof value === 'number' && COUNTED.has(name ?? '') ? numberText(value) : value
