/** A day as people write it: shown in the reader's habit, read in any that puts the day or the year first. */
import type { Language } from '../../../contract/limits.ts'
import { tagOf } from '../../../words/words.ts'

/** In English the month is a word: 08/04 would be April for some and August for others. */
export function dayText(day: string, lang: Language): string {
  const month = lang === 'en' ? 'short' : '2-digit'
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : tagOf(lang), {
    day: lang === 'en' ? 'numeric' : '2-digit',
    month,
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Two digits are a year of this century up to ten years from now, and one of the last beyond that. */
function wholeYear(text: string, thisYear: number): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year + (year > (thisYear % 100) + 10 ? 1900 : 2000)
}

/** @returns `YYYY-MM-DD`; null: no day that exists */
export function readDay(text: string, thisYear: number): string | null {
  const parts = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => /^\d{1,4}$|^\p{L}{3,}$/u.test(part))
  if (parts.length !== 3) return null
  const [first = '', middle = '', last = ''] = parts
  const isYearFirst = first.length === 4
  const month = MONTHS.indexOf(middle.slice(0, 3)) + 1 || Number(middle)
  const year = wholeYear(isYearFirst ? first : last, thisYear)
  const day = Number(isYearFirst ? last : first)
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : null
}
