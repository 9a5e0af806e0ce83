/**
 * The fields of a client that follow from one line here, a column of the same name and their labels; `docs/house.md`
 * says where. Reading, saving, the API, the export, the public form and the page of a client learn them from this list.
 *
 * | kind     | kept as       | unknown | asked on a form by      | in the export            |
 * | -------- | ------------- | ------- | ----------------------- | ------------------------ |
 * | `text`   | text          | `''`    | a text, an expression   | the text                 |
 * | `date`   | date          | null    | a date                  | `2026-11-21`             |
 * | `number` | integer       | null    | not asked               | digits                   |
 * | `flag`   | boolean       | false   | a checkbox              | `1` or `0`               |
 * | `choice` | text          | null    | a list of these values  | the value as it is kept  |
 *
 * The page of a client names the values of a choice by `clients.<field>.<value>` of the words.
 *
 * What does not follow from here, on purpose: search is a generated column, so the migration that adds a text says
 * whether it is searched; segments ask what `contract/people/segments.ts` lists; variables on cards are those of the
 * specification; a CRM gets what its connector maps (`server/engines/crm/connector.ts`).
 * `birthday` and `sex` are not in the list: segments, filters, triggers and CRMs have rules of their own for them.
 */
export type ClientField =
  | {
      kind: 'text'
      maxLength: number
      /** What a browser may fill in on a form. */
      autoComplete: string
      /** The business grants it: no form asks for it. */
      isGranted?: true
    }
  | { kind: 'date' }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'flag' }
  | { kind: 'choice'; values: readonly [string, ...string[]] }
export type ClientFieldKind = ClientField['kind']

export const CLIENT_FIELDS = {
  name: { kind: 'text', maxLength: 60, autoComplete: 'given-name' },
  surname: { kind: 'text', maxLength: 60, autoComplete: 'family-name' },
  middlename: { kind: 'text', maxLength: 60, autoComplete: 'additional-name' },
  privilege: { kind: 'text', maxLength: 60, autoComplete: 'off', isGranted: true },
} as const satisfies Readonly<Record<string, ClientField>>

export type ClientFieldName = keyof typeof CLIENT_FIELDS
export const CLIENT_FIELD_NAMES = Object.keys(CLIENT_FIELDS) as [ClientFieldName, ...ClientFieldName[]]

type ValueOf<F extends ClientField> = F extends { kind: 'text' }
  ? string
  : F extends { kind: 'number' }
    ? number | null
    : F extends { kind: 'flag' }
      ? boolean
      : string | null
export type ClientFieldValue = ValueOf<ClientField>
export type ClientFieldValues = { [Name in ClientFieldName]: ValueOf<(typeof CLIENT_FIELDS)[Name]> }

export const clientField = (name: ClientFieldName): ClientField => CLIENT_FIELDS[name]
export const isClientFieldName = (name: string): name is ClientFieldName => Object.hasOwn(CLIENT_FIELDS, name)

/** The same thing made for every field. */
export const forClientFields = <T>(make: (name: ClientFieldName, field: ClientField) => T) =>
  Object.fromEntries(CLIENT_FIELD_NAMES.map((name) => [name, make(name, clientField(name))])) as Record<
    ClientFieldName,
    T
  >

type GrantedName = {
  [Name in ClientFieldName]: (typeof CLIENT_FIELDS)[Name] extends { isGranted: true } ? Name : never
}[ClientFieldName]
type EnteredName = Exclude<ClientFieldName, GrantedName>

export function isGranted(name: ClientFieldName): name is GrantedName {
  const field = clientField(name)
  return field.kind === 'text' && field.isGranted === true
}

/** What people can say about themselves. */
export const ENTERED_FIELD_NAMES = CLIENT_FIELD_NAMES.filter((name): name is EnteredName => !isGranted(name))

/** Fields that a form can ask for. */
export const fieldsOfKind = (...kinds: readonly ClientFieldKind[]): EnteredName[] =>
  ENTERED_FIELD_NAMES.filter((name) => kinds.includes(clientField(name).kind))

/** A value as the text of an input; a flag is `1` or empty. */
export function textOfField(value: ClientFieldValue): string {
  if (typeof value === 'boolean') return value ? '1' : ''
  return value === null ? '' : String(value)
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** What the text of an input or of an entry means; a text that means nothing for its kind is the unknown value. */
export function valueOfField(field: ClientField, text: string): ClientFieldValue {
  switch (field.kind) {
    case 'text':
      return text
    case 'flag':
      return text === '1'
    case 'date':
      return isDay(text) ? text : null
    case 'choice':
      return field.values.includes(text) ? text : null
    case 'number': {
      const number = /^-?\d{1,15}$/.test(text) ? Number(text) : null
      return number !== null && number >= field.min && number <= field.max ? number : null
    }
  }
}
