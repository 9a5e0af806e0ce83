/** What the tariff of the cabinet allows on a form. */
import type { Cabinet } from '../../../contract/platform/cabinets.ts'

/** Themes other than the light one are in Advanced and Expert. */
export function hasThemes(cabinet: Cabinet): boolean {
  return cabinet.tariff?.key === 'advanced' || cabinet.tariff?.key === 'expert'
}

/** A logo and a background that support puts on the page are in Expert. */
export function hasLook(cabinet: Cabinet): boolean {
  return cabinet.tariff?.key === 'expert'
}

/** A promo code that no visitor sees is in Base and higher. */
export function hasHiddenPromo(cabinet: Cabinet): boolean {
  return cabinet.tariff !== null && cabinet.tariff.key !== 'demo'
}
