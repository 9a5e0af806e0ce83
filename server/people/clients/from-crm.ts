/** Which columns of a client a CRM changes. */
import { ClientInput } from '../../../contract/people/clients.ts'
import type { FactColumns } from './columns.ts'
import { CLIENT_FIELD_NAMES, clientField, valueOfField } from '../../../contract/people/client-fields.ts'
import { isBirthday } from './birthday.ts'

export type CrmPerson = {
  name?: string
  surname?: string
  middlename?: string
  email?: string
  birthday?: string | null
  sex?: 'male' | 'female' | null
  /** Only when it was corrected over there; it is taken over in any case. */
  tel?: string
}
export type CrmAmounts = { balanceMinor?: number; bonusMinor?: number; discountHundredths?: number }
/** `rewrites`: the CRM overrides values of the cabinet; otherwise it only fills in blanks. */
export type FromCrm = {
  person: CrmPerson
  amounts: CrmAmounts
  rewrites: boolean
  /** Values of mapped fields that are taken over: `field:privilege`, `variable:Size`. */
  fields?: Readonly<Record<string, string>>
}

const PEOPLE = ['name', 'surname', 'middlename', 'email', 'birthday', 'sex'] as const
const AMOUNTS = [
  ['balanceMinor', 'balance_minor'],
  ['bonusMinor', 'bonus_minor'],
  ['discountHundredths', 'discount_hundredths'],
] as const

/** Columns that change. A value that does not pass the rules of a client is left out, and the others are applied. */
export function changeOf(
  before: FactColumns,
  { person, amounts, rewrites, fields = {} }: FromCrm,
  now: Date,
): Partial<FactColumns> {
  const change: Record<string, unknown> = {}
  for (const fact of PEOPLE) {
    const parsed = ClientInput.shape[fact].safeParse(person[fact] ?? '')
    if (!parsed.success || parsed.data === null || parsed.data === '' || parsed.data === before[fact]) continue
    if (fact === 'birthday' && !isBirthday(parsed.data, now)) continue
    const isBlank = before[fact] === null || before[fact] === ''
    if (rewrites || isBlank) change[fact] = parsed.data
  }
  const tel = ClientInput.shape.tel.safeParse(person.tel ?? '')
  if (tel.success && tel.data !== '' && tel.data !== before.tel) change.tel = tel.data
  for (const [amount, column] of AMOUNTS) {
    const parsed = ClientInput.shape[amount].safeParse(amounts[amount])
    if (parsed.success && parsed.data !== before[column]) change[column] = parsed.data
  }
  return { ...change, ...mappedChange(before, fields) }
}

function mappedChange(before: FactColumns, fields: Readonly<Record<string, string>>): Partial<FactColumns> {
  const change: Record<string, unknown> = {}
  for (const name of CLIENT_FIELD_NAMES) {
    const text = fields[`field:${name}`]
    if (text === undefined) continue
    const parsed = ClientInput.shape[name].safeParse(valueOfField(clientField(name), text))
    if (parsed.success && parsed.data !== before[name]) change[name] = parsed.data
  }
  const variables = Object.entries(fields).flatMap(([key, text]) =>
    key.startsWith('variable:') ? [[key.slice('variable:'.length), text] as const] : [],
  )
  const extra = { ...before.extra, ...Object.fromEntries(variables) }
  if (variables.some(([name, text]) => before.extra[name] !== text)) change.extra = extra
  return change
}
