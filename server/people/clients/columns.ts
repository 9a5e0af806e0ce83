/** Values of a client that the cabinet may change, with the column of each. */
import {
  CLIENT_FIELD_NAMES,
  type ClientFieldName,
  type ClientFieldValues,
  forClientFields,
} from '../../../contract/people/client-fields.ts'
import type { ClientInput } from '../../../contract/people/clients.ts'

export const COLUMNS = {
  ...(Object.fromEntries(CLIENT_FIELD_NAMES.map((name) => [name, name])) as { readonly [K in ClientFieldName]: K }),
  birthday: 'birthday',
  sex: 'sex',
  email: 'email',
  tel: 'tel',
  balanceMinor: 'balance_minor',
  bonusMinor: 'bonus_minor',
  discountHundredths: 'discount_hundredths',
  promoCode: 'promo_code',
  extra: 'extra',
} as const satisfies Partial<Record<keyof ClientInput, string>>

export type Facts = Pick<ClientInput, keyof typeof COLUMNS>
/** The same values as columns of a row. */
export type FactColumns = { -readonly [K in keyof typeof COLUMNS as (typeof COLUMNS)[K]]: ClientInput[K] }

export function columnsOf(facts: Facts): FactColumns {
  return Object.fromEntries(
    Object.entries(COLUMNS).map(([fact, column]) => [column, facts[fact as keyof Facts]]),
  ) as FactColumns
}

export function factsOf(row: FactColumns): Facts {
  return Object.fromEntries(Object.entries(COLUMNS).map(([fact, column]) => [fact, row[column]])) as Facts
}

const UNKNOWN = { text: '', date: null, number: null, flag: false, choice: null } as const

/** The declared fields of a client of whom nothing is known. */
export const emptyFields = () => forClientFields((_, field) => UNKNOWN[field.kind]) as ClientFieldValues
