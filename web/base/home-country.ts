/** The country in which the browser is, by its time zone: only where the zone lies in one country with a phone mask. */
import { type COUNTRY_OF_MASK, maskOfCountry } from '../../contract/phone-countries.ts'
import type { PhoneMask } from '../../contract/limits.ts'

type Country = (typeof COUNTRY_OF_MASK)[keyof typeof COUNTRY_OF_MASK]

/** The cities that name the zones of a country. */
const CITIES: Readonly<Record<Country, string>> = {
  RU:
    'Moscow Kaliningrad Samara Saratov Ulyanovsk Volgograd Astrakhan Kirov Yekaterinburg Omsk Novosibirsk Barnaul ' +
    'Tomsk Novokuznetsk Krasnoyarsk Irkutsk Chita Yakutsk Khandyga Vladivostok Ust-Nera Magadan Sakhalin ' +
    'Srednekolymsk Kamchatka Anadyr',
  AE: 'Dubai',
  PT: 'Lisbon Madeira Azores',
  CZ: 'Prague',
  BG: 'Sofia',
  TR: 'Istanbul',
  UA: 'Kyiv Kiev Uzhgorod Zaporozhye',
  AM: 'Yerevan',
  AZ: 'Baku',
  GE: 'Tbilisi',
  KZ: 'Almaty Qyzylorda Qostanay Kostanay Aqtobe Aqtau Atyrau Oral',
  KG: 'Bishkek',
  MX:
    'Mexico_City Cancun Merida Monterrey Matamoros Chihuahua Ciudad_Juarez Ojinaga Mazatlan Bahia_Banderas ' +
    'Hermosillo Tijuana',
  KW: 'Kuwait',
  SA: 'Riyadh',
  IT: 'Rome',
  MD: 'Chisinau',
  BY: 'Minsk',
  ES: 'Madrid Ceuta Canary',
  IL: 'Jerusalem',
  PL: 'Warsaw',
  EC: 'Guayaquil Galapagos',
}

/** Of a zone such as `Europe/Prague`; undefined: the server decides. */
export function maskOfZone(zone: string): PhoneMask | undefined {
  const city = zone.split('/').at(-1) ?? ''
  const country = Object.entries(CITIES).find(([, cities]) => cities.split(' ').includes(city))?.[0]
  return country === undefined ? undefined : maskOfCountry(country)
}
