/** One spelling for a phone number, E.164, and the country that a number belongs to. */
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type NumberType,
} from 'libphonenumber-js/max'

/**
 * `8 (912) 345-67-89` with RU, `+7 912 345 67 89` and `0079123456789` all give `+79123456789`.
 * @returns null when it is no phone number; without `country` a country code is needed
 */
export function toE164(text: string, country?: CountryCode): string | null {
  const cleaned = text.normalize('NFKC').trim().replace(/^00/, '+')
  const number = parsePhoneNumberFromString(
    cleaned,
    country ? { defaultCountry: country, extract: false } : { extract: false },
  )
  return number?.isPossible() && number.isValid() ? number.number : null
}

/** Premium numbers, or numbers that receive no SMS. */
const SPECIAL: readonly NumberType[] = [
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
]

/** @returns the country of an E.164 number (ISO 3166); null for networks of no country, such as satellites */
export function destinationOf(phone: string): { country: string | null; isSpecial: boolean } {
  const number = parsePhoneNumberFromString(phone, { extract: false })
  return { country: number?.country ?? null, isSpecial: number !== undefined && SPECIAL.includes(number.getType()) }
}

/** Every country with its own numbers, and its calling code. */
export const CALLING_CODES: ReadonlyMap<string, string> = new Map(
  getCountries().map((country) => [country, `+${getCountryCallingCode(country)}`]),
)
