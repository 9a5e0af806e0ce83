/** One line of a file as the facts of a client, or the reasons why it is none. Pure. */
import { isClientFieldName, valueOfField, clientField } from '../../../contract/people/client-fields.ts'
import { ClientInput } from '../../../contract/people/clients.ts'
import type { ImportChoices, ImportTarget, LineFault } from '../../../contract/people/imports.ts'
import { IMPORT_LIMITS, PLASTIC_NUMBER_MAX, TAG_NAME_MAX, TAGS_OF_CLIENT_MAX } from '../../../contract/limits.ts'
import type { ImportedFacts } from '../clients/import-change.ts'
import { dayOf, hundredthsOf, isFormula, isLocalPhone, phoneOf, sexOf, textOf } from './line-values.ts'
import type { Cell, Line } from './table-file.ts'

export type Reading = Pick<ImportChoices, 'columns' | 'country' | 'dates' | 'decimal'> & {
  /** A day, `2026-11-22`. */
  today: string
  templates: readonly { id: string; name: string }[]
}
/** `column` is undefined where the fault is of the whole line. */
export type FaultOf = { code: LineFault; column?: number; other?: number }
export type ReadLine = { line: number; facts: ImportedFacts; faults: FaultOf[] }

type Read = (cell: Cell, text: string, reading: Reading, target: string) => Partial<ImportedFacts> | LineFault

const CARD_TRACK_MAX = 60

/** The first word is the first name, as a form asks for it; a comma turns them around. */
function nameParts(text: string): Partial<ImportedFacts> {
  const [before = '', after] = text.split(',', 2).map((part) => part.trim())
  if (after !== undefined && after !== '') return { name: after, surname: before }
  const [name = '', ...others] = text.split(' ')
  return { name, surname: others.join(' ') }
}

function checked(name: 'email' | 'promoCode', column: 'email' | 'promo_code', text: string, fault: LineFault) {
  const parsed = ClientInput.shape[name].safeParse(text)
  return parsed.success ? { [column]: parsed.data } : fault
}

const amount =
  (column: 'balance_minor' | 'bonus_minor'): Read =>
  (cell, _, { decimal }) => {
    const value = hundredthsOf(cell, decimal)
    return value === undefined ? 'amount' : { [column]: value }
  }

const READERS: Readonly<Record<string, Read>> = {
  fullName: (_, text) => nameParts(text),
  tel: (_, text, { country }) => {
    const tel = phoneOf(text, country)
    return tel === undefined ? (country === null && isLocalPhone(text) ? 'phone_country' : 'phone') : { tel }
  },
  email: (_, text) => checked('email', 'email', text.replace(/^mailto:/i, ''), 'email'),
  birthday: (cell, _, { dates, today }) => {
    const day = dayOf(cell, dates, today)
    return day === undefined || day < '1900-01-01' || day > today ? 'date' : { birthday: day }
  },
  consent: (cell, _, { dates, today }) => {
    const day = dayOf(cell, dates, today)
    return day === undefined || day < '1990-01-01' || day > today ? 'date' : { consent_on: day }
  },
  sex: (_, text) => {
    const sex = sexOf(text)
    return sex === undefined ? 'sex' : { sex }
  },
  cardNumber: (_, text) => {
    const number = /^\d{1,15}$/.test(text.replaceAll(' ', '')) ? Number(text.replaceAll(' ', '')) : 0
    return number < 1 || number > PLASTIC_NUMBER_MAX ? 'card_number' : { card_number: number }
  },
  cardTrack: (_, text) => (text.length > CARD_TRACK_MAX ? 'too_long' : { card_track: text }),
  balance: amount('balance_minor'),
  bonus: amount('bonus_minor'),
  discount: (cell, _, { decimal }) => {
    const value = hundredthsOf(cell, decimal)
    return value === undefined || value > 100_00 ? 'discount' : { discount_hundredths: value }
  },
  promoCode: (_, text) => checked('promoCode', 'promo_code', text, 'too_long'),
  tags: (_, text) => {
    const tags = text
      .split(/[,;]/)
      .map((name) => name.trim())
      .filter((name) => name !== '')
    const isLong = tags.length > TAGS_OF_CLIENT_MAX || tags.some((name) => name.length > TAG_NAME_MAX)
    return isLong ? 'too_long' : { tags: [...new Set(tags)] }
  },
  template: (_, text, { templates }) => {
    const found = templates.find(({ name }) => name.toLowerCase() === text.toLowerCase())
    return found ? { template_id: found.id } : 'template_unknown'
  },
}

const readOwn: Read = (_, text, _reading, target) =>
  text.length > 200 ? 'too_long' : { extra: { [target.slice('extra:'.length)]: text } }

/** A field that the contract declares, by its kind. */
const readField: Read = (_, text, { dates, today }, target) => {
  if (!isClientFieldName(target)) return 'value'
  const field = clientField(target)
  const value = valueOfField(field, field.kind === 'date' ? (dayOf(text, dates, today) ?? '') : text)
  if (field.kind !== 'text' && (value === null || value === false)) return 'value'
  const parsed = ClientInput.shape[target].safeParse(value)
  return parsed.success ? { [target]: parsed.data } : field.kind === 'text' ? 'too_long' : 'value'
}

const readerOf = (target: ImportTarget): Read =>
  target.startsWith('extra:') ? readOwn : (READERS[target] ?? readField)

function readCell(cell: Cell, target: ImportTarget, reading: Reading): Partial<ImportedFacts> | LineFault {
  const text = textOf(cell)
  // Absent is not zero: an empty cell says nothing.
  if (text === '') return {}
  if (text.length > IMPORT_LIMITS.cellLength) return 'too_long'
  if (/\p{Cc}/u.test(text)) return 'control_characters'
  if (isFormula(text)) return 'formula'
  return readerOf(target)(cell, text, reading, target)
}

const KEY_FAULTS: readonly LineFault[] = ['phone', 'phone_country', 'card_number']

export function readLine({ line, cells }: Line, reading: Reading): ReadLine {
  const facts: ImportedFacts = {}
  const faults: FaultOf[] = []
  for (const [column, target] of reading.columns.entries()) {
    if (target === 'skip') continue
    const found = readCell(cells[column] ?? '', target, reading)
    if (typeof found === 'string') faults.push({ code: found, column })
    else Object.assign(facts, found, found.extra && { extra: { ...facts.extra, ...found.extra } })
  }
  const hasKey = facts.tel !== undefined || facts.card_number !== undefined || facts.card_track !== undefined
  // A key that is there and wrong has its own reason.
  if (!hasKey && !faults.some(({ code }) => KEY_FAULTS.includes(code))) faults.push({ code: 'no_key' })
  return { line, facts, faults }
}
