/** What single cells mean: days, amounts, percentages, phones. Pure; undefined where a text means nothing. */
import type { CountryCode } from 'libphonenumber-js/max'
import { toE164 } from '../../base/phone-number.ts'
import type { Cell } from './table-file.ts'
import { dayOfSerial } from './xlsx-formats.ts'

/** An apostrophe before a formula keeps a spreadsheet from running it; our exports write it, too. */
export const textOf = (cell: Cell): string => {
  const text = String(cell)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
  // How people write that there is nothing.
  return /^[-–—]+$/.test(text) ? '' : text
}

/** A spreadsheet would run it. A sign before digits is none: `+420 601 …`, `-5`. */
export const isFormula = (text: string): boolean => /^[=@＝＠]|^[+\-＋－](?![\d\s(.,])/u.test(text)

const COUNTRYLESS = 9

/** @returns E.164. Spreadsheets drop the plus of a number with its country code. */
export function phoneOf(text: string, country: string | null): string | undefined {
  const local = country === null ? undefined : (country as CountryCode)
  const bare = text.replace(/^(tel|phone|тел)\.?:?\s*/i, '')
  const digits = bare.replace(/\D/g, '')
  if (/e\+?\d+$/i.test(bare) || digits.length < 5) return undefined
  return toE164(bare, local) ?? (digits.length > COUNTRYLESS ? toE164(`+${digits}`) : null) ?? undefined
}

/** A number as it is dialled inside its country. */
export const isLocalPhone = (text: string): boolean =>
  /^(?!00)[\d\s()./-]+$/.test(text) && /^\d{6,12}$/.test(text.replace(/\D/g, ''))

function isoDay(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return undefined
  return at.toISOString().slice(0, 10)
}

/** `7.4.90` is of the last century where this one has not come so far. */
function fullYear(text: string, today: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  const century = Number(today.slice(0, 2)) * 100
  return century + year > Number(today.slice(0, 4)) ? century - 100 + year : century + year
}

/** Which of day and month comes first is open. */
export const isOpenDay = (cell: Cell): boolean => {
  const [, first, second] = /^(\d{1,2})\/(\d{1,2})\/\d{2,4}\b/.exec(textOf(cell)) ?? []
  return first !== undefined && first !== second && Number(first) <= 12 && Number(second) <= 12
}

/** @returns `1990-04-03` */
export function dayOf(cell: Cell, order: 'dmy' | 'mdy', today: string): string | undefined {
  const text = textOf(cell)
  if (/^\d{4,5}$/.test(text)) return dayOfSerial(Number(text))
  const [, year, month, day] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  if (year !== undefined) return isoDay(Number(year), Number(month), Number(day))
  const [, one, sign, two, end] =
    /^(\d{1,2})\s?([./-])\s?(\d{1,2})\s?[./-]\s?(\d{4}|\d{2})(?:[T ].*|\.)?$/.exec(text) ?? []
  if (one === undefined || two === undefined || end === undefined) return undefined
  // With a slash the file decides; a first part above twelve leaves no choice.
  const isMonthFirst = sign === '/' && (order === 'mdy' ? Number(one) <= 12 : Number(two) > 12)
  const whole = fullYear(end, today)
  return isMonthFirst ? isoDay(whole, Number(one), Number(two)) : isoDay(whole, Number(two), Number(one))
}

/** Thousands or decimals: nothing in `1,250` says which. */
export const isOpenAmount = (cell: Cell): boolean =>
  typeof cell === 'string' && /^[^\d]*\d{1,3}[.,]\d{3}[^\d]*$/.test(textOf(cell))

/**
 * In hundredths: `1 250,5` is 125050.
 * @returns undefined for what is no number, has more than two decimals, or is negative
 */
export function hundredthsOf(cell: Cell, decimal: 'comma' | 'point'): number | undefined {
  if (typeof cell === 'number') return exact(cell.toFixed(6))
  const text = textOf(cell).replace(/[\s'’]|[\p{Sc}%]|(?:eur|czk|usd|kč|руб|р|rub)\.?$/giu, '')
  if (!/^\d[\d.,]*$/.test(text)) return undefined
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return exact(text)
  const sign = text[last] as '.' | ','
  const other = sign === '.' ? ',' : '.'
  const isGrouped = new RegExp(`^\\d{1,3}(?:\\${sign}\\d{3})+$`).test(text)
  const isDecimal = text.includes(other) || !isGrouped || (text.split(sign).length === 2 && sign === SIGNS[decimal])
  if (!isDecimal) return exact(text.replaceAll(sign, ''))
  if (text.split(sign).length > 2) return undefined
  return exact(text.replaceAll(other, '').replace(sign, '.'))
}
const SIGNS = { comma: ',', point: '.' } as const

function exact(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === undefined || !/^\d{0,2}0*$/.test(part)) return undefined
  const value = Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, '0'))
  return value <= 1_000_000_000_00 ? value : undefined
}

const MALE = ['m', 'male', 'man', 'mr', 'м', 'муж', 'мужской', 'мужчина', 'mann', 'männlich', 'herr', 'muž', 'pan']
const FEMALE = [
  'f',
  'female',
  'woman',
  'mrs',
  'ms',
  'ж',
  'жен',
  'женский',
  'женщина',
  'w',
  'frau',
  'weiblich',
  'žena',
  'ž',
  'paní',
]

export function sexOf(text: string): 'male' | 'female' | undefined {
  const word = text.toLowerCase().replace(/\.$/, '')
  return MALE.includes(word) ? 'male' : FEMALE.includes(word) ? 'female' : undefined
}
