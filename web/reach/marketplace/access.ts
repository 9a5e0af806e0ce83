/** What the cabinet's tariff allows in the marketplace, and what its owner allows the user. */
import type { Cabinet } from '../../../contract/platform/cabinets.ts'

/** Base and higher include modules. */
export function hasModules(cabinet: Cabinet): boolean {
  return cabinet.tariff !== null && cabinet.tariff.key !== 'demo'
}

export function mayChangeModules(cabinet: Cabinet): boolean {
  return hasModules(cabinet) && cabinet.rights.includes('modules')
}
