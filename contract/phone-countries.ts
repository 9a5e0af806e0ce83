/** The country of each phone mask; `world` has none. */
import type { PhoneMask } from './limits.ts'

export const COUNTRY_OF_MASK = {
  ru: 'RU',
  ruMobile: 'RU',
  uae: 'AE',
  pt: 'PT',
  cz: 'CZ',
  bg: 'BG',
  tr: 'TR',
  ua: 'UA',
  arm: 'AM',
  az: 'AZ',
  ge: 'GE',
  kz: 'KZ',
  kgz: 'KG',
  mx: 'MX',
  kw: 'KW',
  sa: 'SA',
  it: 'IT',
  mda: 'MD',
  by: 'BY',
  esp: 'ES',
  il: 'IL',
  pl: 'PL',
  ecu: 'EC',
} as const satisfies Record<Exclude<PhoneMask, 'world'>, string>

/** The mask of a country; `world` where it has none. */
export const maskOfCountry = (country: string | null): PhoneMask =>
  (Object.entries(COUNTRY_OF_MASK).find(([, one]) => one === country)?.[0] as PhoneMask | undefined) ?? 'world'
