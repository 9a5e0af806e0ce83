/** Countries of the phone masks by the names their own people use. */
import type { PhoneMask } from '../../contract/limits.ts'

type Country = { region: string; tongue: string }

const COUNTRIES: Readonly<Record<Exclude<PhoneMask, 'world'>, Country>> = {
  ru: { region: 'RU', tongue: 'ru' }, ruMobile: { region: 'RU', tongue: 'ru' }, uae: { region: 'AE', tongue: 'ar' },
  pt: { region: 'PT', tongue: 'pt' }, cz: { region: 'CZ', tongue: 'cs' }, bg: { region: 'BG', tongue: 'bg' }, tr: { region: 'TR', tongue: 'tr' },
  ua: { region: 'UA', tongue: 'uk' }, arm: { region: 'AM', tongue: 'hy' }, az: { region: 'AZ', tongue: 'az' }, ge: { region: 'GE', tongue: 'ka' },
  kz: { region: 'KZ', tongue: 'kk' }, kgz: { region: 'KG', tongue: 'ky' }, mx: { region: 'MX', tongue: 'es' }, kw: { region: 'KW', tongue: 'ar' },
  sa: { region: 'SA', tongue: 'ar' }, it: { region: 'IT', tongue: 'it' }, mda: { region: 'MD', tongue: 'ro' }, by: { region: 'BY', tongue: 'be' },
  esp: { region: 'ES', tongue: 'es' }, il: { region: 'IL', tongue: 'he' }, pl: { region: 'PL', tongue: 'pl' }, ecu: { region: 'EC', tongue: 'es' },
}

const nameIn = (tongue: string, region: string) => new Intl.DisplayNames([tongue], { type: 'region' }).of(region) ?? region

/**
 * @param tag BCP 47 tag of the reader's language
 * @returns the country's own name, and the reader's word for it where the two differ; null for any country
 */
export function countryName(mask: PhoneMask, tag: string): { own: string; read: string | null } | null {
  if (mask === 'world') return null
  const { region, tongue } = COUNTRIES[mask]
  const [own, read] = [nameIn(tongue, region), nameIn(tag, region)]
  return { own, read: read === own ? null : read }
}
