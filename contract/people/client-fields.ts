/**
 * The plain texts of a client. A new one is a line here, a column of the same name and its labels; `docs/house.md` says
 * where. The API, the table's columns, export, form variables and the page of a client learn it from this list.
 *
 * What does not follow from here, on purpose: search is a generated column, so the migration that adds the field says
 * whether it is searched; variables on cards are the ten of the specification; a CRM gets what its connector maps
 * (`server/engines/crm/connector.ts`).
 */
type PlainField = {
  maxLength: number
  /** What a browser may fill in on a form. */
  autoComplete: string
}

export const PLAIN_FIELDS = {
  name: { maxLength: 60, autoComplete: 'given-name' },
  surname: { maxLength: 60, autoComplete: 'family-name' },
  middlename: { maxLength: 60, autoComplete: 'additional-name' },
} as const satisfies Readonly<Record<string, PlainField>>

export type PlainFieldName = keyof typeof PLAIN_FIELDS
export const PLAIN_FIELD_NAMES = Object.keys(PLAIN_FIELDS) as [PlainFieldName, ...PlainFieldName[]]

/** The same thing made for every plain field. */
export const forPlainFields = <T>(make: (name: PlainFieldName) => T) =>
  Object.fromEntries(PLAIN_FIELD_NAMES.map((name) => [name, make(name)])) as Record<PlainFieldName, T>
