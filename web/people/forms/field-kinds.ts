/** Types of fields of a form, and the variables that each may write. Pure. */
import { fieldsOfKind } from '../../../contract/people/client-fields.ts'
import { CLIENT_VARIABLES, type FormField } from '../../../contract/people/forms.ts'
import type { FieldType } from '../../../contract/limits.ts'
import type { Variable } from '../../../contract/cards/variables.ts'

export type ClientVariable = (typeof CLIENT_VARIABLES)[number]

/** Columns of a client that fit a type of field; own variables accept any type. */
const FITTING: Readonly<Record<FieldType, readonly ClientVariable[]>> = {
  string: [...fieldsOfKind('text'), 'promo', 'email'],
  tel: ['tel'],
  email: ['email'],
  date: ['birthday', ...fieldsOfKind('date')],
  list: ['sex', 'promo', ...fieldsOfKind('choice')],
  regex: ['promo', ...fieldsOfKind('text'), 'email'],
  checkbox: fieldsOfKind('flag'),
}

export type VariableChoice = { name: string; isClient: boolean; isTaken: boolean }

export function isClientVariable(name: string): name is ClientVariable {
  return (CLIENT_VARIABLES as readonly string[]).includes(name)
}

/**
 * Variables that a field can write, columns of the client first. Always contains the one it writes now; `isTaken`
 * marks those that another active field writes.
 */
export function variableChoices(
  field: FormField,
  fields: readonly FormField[],
  variables: readonly Variable[],
): VariableChoice[] {
  const taken = new Set(
    fields.filter((other) => other.active && other.key !== field.key).map((other) => other.variableName),
  )
  const own = variables.filter((variable) => !variable.isSystem).map((variable) => variable.name)
  const names = [...FITTING[field.type], ...own]
  const all = names.includes(field.variableName) || field.variableName === '' ? names : [field.variableName, ...names]
  return all.map((name) => ({ name, isClient: isClientVariable(name), isTaken: taken.has(name) }))
}

/** A key that no field of the form has: `date`, `date2`, `date3`. */
export function freeKey(fields: readonly FormField[], type: FieldType): string {
  const keys = new Set(fields.map((field) => field.key))
  let key: string = type
  for (let n = 2; keys.has(key); n++) key = `${type}${n}`
  return key
}

/** A new field; it writes the first free variable of its type, if there is one. */
export function newField(
  type: FieldType,
  fields: readonly FormField[],
  variables: readonly Variable[],
  words: { label: string; value: string },
): FormField {
  const blank: FormField = {
    key: freeKey(fields, type),
    type,
    label: words.label,
    variableName: '',
    required: false,
    active: true,
    errorMessage: '',
    regularExpression: '',
    values: type === 'list' ? [words.value] : [],
    checked: false,
    mask: 'world',
  }
  return {
    ...blank,
    variableName: variableChoices(blank, fields, variables).find((choice) => !choice.isTaken)?.name ?? '',
  }
}

/** A text that asks for the promo code. */
export function newPromoField(fields: readonly FormField[], label: string): FormField {
  return { ...newField('string', fields, [], { label, value: '' }), variableName: 'promo' }
}
