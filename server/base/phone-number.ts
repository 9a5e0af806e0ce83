/** One spelling for a phone number: E.164. */
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/**
 * `8 (912) 345-67-89` with RU, `+7 912 345 67 89` and `0079123456789` all give `+79123456789`.
 * @returns null when it is no phone number; without `country` a country code is needed
 */
export function toE164(text: string, country?: CountryCode): string | null {
  const cleaned = text.normalize('NFKC').trim().replace(/^00/, '+')
  const number = parsePhoneNumberFromString(cleaned, country ? { defaultCountry: country, extract: false } : { extract: false })
  return number?.isPossible() && number.isValid() ? number.number : null
}
