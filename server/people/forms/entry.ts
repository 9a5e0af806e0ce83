/** Checks one entry of a form. Pure: the public page and the editor's test box use the same rules. */
import { Email } from '../../../contract/page.ts'
import type { FormField } from '../../../contract/people/forms.ts'
import { COUNTRY_OF_MASK } from '../../../contract/phone-countries.ts'
import { moscowDay } from '../../../contract/time.ts'
import { toE164 } from '../../base/phone-number.ts'
import { readExpression, TEXT_MAX } from './expression.ts'

export type Entry = { value: string } | { fault: string }

const YEAR_MIN = 1900
const YEAR_MAX = 2199

/** The date as `YYYY-MM-DD` when it exists and is of these three centuries, else null. */
export function calendarDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= YEAR_MIN && year <= YEAR_MAX ? date.toISOString().slice(0, 10) : null
}

/** A birthday has been; other dates, such as that of a wedding, may be to come. */
function readDate(raw: Readonly<Record<string, string>>, { key, variableName }: FormField, now: Date): Entry {
  const whole = /^(\d{4})-(\d{2})-(\d{2})$/.exec(raw[key] ?? '')
  const parts = whole ? [whole[1], whole[2], whole[3]] : [raw[`${key}_y`], raw[`${key}_m`], raw[`${key}_d`]]
  if (parts.every((part) => !part)) return { value: '' }
  const day = calendarDay(Number(parts[0]), Number(parts[1]), Number(parts[2]))
  if (day === null) return { fault: 'date' }
  return variableName === 'birthday' && day > moscowDay(now) ? { fault: 'date_to_come' } : { value: day }
}

/**
 * @param raw values of the page by field key; a date comes in three parts `key_d`, `key_m`, `key_y`
 * @returns the value to store (phones in E.164, dates in ISO 8601, checkboxes as `1` or empty), or the code of the
 * fault
 */
export function readEntry(field: FormField, raw: Readonly<Record<string, string>>, now: Date): Entry {
  const text = (raw[field.key] ?? '').normalize('NFC').trim()
  if (field.type === 'checkbox') {
    const isTicked = text !== '' && text !== '0'
    return isTicked || !field.required ? { value: isTicked ? '1' : '' } : { fault: 'required' }
  }
  if (field.type === 'date') {
    const entry = readDate(raw, field, now)
    return 'value' in entry && entry.value === '' && field.required ? { fault: 'required' } : entry
  }
  // A hidden field cannot be missing.
  if (text === '') return field.required && !field.isHidden ? { fault: 'required' } : { value: '' }
  if (text.length > TEXT_MAX) return { fault: 'too_long' }
  if (/\p{Cc}/u.test(text)) return { fault: 'control_characters' }
  switch (field.type) {
    case 'tel': {
      const number = toE164(text, field.mask === 'world' ? undefined : COUNTRY_OF_MASK[field.mask])
      return number ? { value: number } : { fault: 'phone' }
    }
    case 'email':
      return Email.safeParse(text).success ? { value: text } : { fault: 'email' }
    case 'list':
      return field.values.some((value) => value.normalize('NFC') === text) ? { value: text } : { fault: 'invalid' }
    case 'regex': {
      const expression = readExpression(field.regularExpression)
      return 'code' in expression || expression.matches(text) ? { value: text } : { fault: 'invalid' }
    }
    // What only a newer version knows is taken as a text.
    case 'string':
    default:
      return /[<>{}]/.test(text) ? { fault: 'control_characters' } : { value: text }
  }
}
