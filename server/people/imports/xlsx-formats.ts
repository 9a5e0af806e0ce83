/** What the number in a cell of a spreadsheet means: its style says whether it is a day, a percentage or a code. */
import type { Cell } from './table-file.ts'

export type NumberKind = 'plain' | 'day' | 'percent' | { zeros: number }

const DAYS = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])
const PERCENTS = new Set([9, 10])

/** @param code of a format that the file defines itself */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return DAYS.has(id) ? 'day' : PERCENTS.has(id) ? 'percent' : 'plain'
  const zeros = /^0{2,}$/.exec(code)?.[0].length
  if (zeros !== undefined) return { zeros }
  const signs = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').toLowerCase()
  if (/[dy]/.test(signs) && !/[#0]/.test(signs.replace(/\.0+/g, ''))) return 'day'
  return signs.includes('%') ? 'percent' : 'plain'
}

const DAY_MS = 24 * 60 * 60_000
/** Day 1 is the first of January 1900; the 29th of February of that year, which never was, is counted. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)

/** @returns `1990-04-03`; undefined for what is no day of the last or of this century */
export function dayOfSerial(serial: number, is1904 = false): string | undefined {
  const days = Math.floor(serial) + (!is1904 && serial < 60 ? 1 : 0)
  if (days < 1 || days > 73_050) return undefined
  return new Date((is1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Binary fractions end as they were typed: `0.1 + 0.2` is 0.3. */
const tidy = (number: number): number => Number(number.toPrecision(15))

export function cellOfNumber(text: string, kind: NumberKind, is1904: boolean): Cell {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text
  if (kind === 'day') return dayOfSerial(number, is1904) ?? tidy(number)
  if (kind === 'percent') return `${tidy(number * 100)}%`
  if (typeof kind === 'object' && Number.isInteger(number)) return String(number).padStart(kind.zeros, '0')
  // More digits than a number holds: only a text keeps them.
  return Number.isInteger(number) && Math.abs(number) > Number.MAX_SAFE_INTEGER ? text : tidy(number)
}
