/** What the cabinet's tariff allows in the marketplace. */
import type { Cabinet } from '../../../contract/platform/cabinets.ts'

/** Base and higher include modules. */
export function hasModules(cabinet: Cabinet): boolean {
  return cabinet.tariff !== null && cabinet.tariff.key !== 'demo'
}
