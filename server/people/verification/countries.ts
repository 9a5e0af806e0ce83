/**
 * Where an account's SMS may be sent: to countries chosen by its owner, and never to numbers that earn money for their
 * holder.
 */
import { COUNTRY_OF_MASK } from '../../../contract/phone-countries.ts'
import type { CabinetDb } from '../../base/db.ts'
import { destinationOf } from '../../base/phone-number.ts'
import { phoneOf } from '../../platform/cabinets/cabinets.ts'

const OF_MASKS = [...new Set<string>(Object.values(COUNTRY_OF_MASK))].toSorted()

/** The default: the country of the cabinet's phone; without one, the countries whose masks a form can have. */
export async function usualCountries(db: CabinetDb): Promise<string[]> {
  const phone = await phoneOf(db)
  const country = phone === null ? null : destinationOf(phone).country
  return country === null ? OF_MASKS : [country]
}

/** @returns why the number is not allowed: its country or its kind */
export function barrierOf(phone: string, countries: readonly string[]): 'country' | 'number' | null {
  const { country, isSpecial } = destinationOf(phone)
  if (country === null || !countries.includes(country)) return 'country'
  return isSpecial ? 'number' : null
}
