/** Countries of the phone masks, by the names in their own languages. */
import type { PhoneMask } from '../../../contract/limits.ts'
import { COUNTRY_OF_MASK } from '../../../contract/phone-countries.ts'

const TONGUES: Readonly<Record<Exclude<PhoneMask, 'world'>, string>> = {
  ru: 'ru',
  ruMobile: 'ru',
  uae: 'ar',
  pt: 'pt',
  cz: 'cs',
  bg: 'bg',
  tr: 'tr',
  ua: 'uk',
  arm: 'hy',
  az: 'az',
  ge: 'ka',
  kz: 'kk',
  kgz: 'ky',
  mx: 'es',
  kw: 'ar',
  sa: 'ar',
  it: 'it',
  mda: 'ro',
  by: 'be',
  esp: 'es',
  il: 'he',
  pl: 'pl',
  ecu: 'es',
}

const nameIn = (tongue: string, region: string) =>
  new Intl.DisplayNames([tongue], { type: 'region' }).of(region) ?? region

/**
 * @param tag BCP 47 tag of the reader's language
 * @returns the country's own name, and its name in the reader's language if it differs; null for any country
 */
export function countryName(mask: PhoneMask, tag: string): { own: string; read: string | null } | null {
  if (mask === 'world') return null
  const region = COUNTRY_OF_MASK[mask]
  const [own, read] = [nameIn(TONGUES[mask], region), nameIn(tag, region)]
  return { own, read: read === own ? null : read }
}
