/** What the tariff of the cabinet allows in the marketplace. */
import type { Cabinet } from '../../../contract/platform/cabinets.ts'

/** Modules are in Base and higher. */
export function hasModules(cabinet: Cabinet): boolean {
  return cabinet.tariff !== null && cabinet.tariff.key !== 'demo'
}
