/** The kinds of things that an import knows: columns, files, reasons. */
import { z } from 'zod'
import { CLIENT_FIELD_NAMES } from './client-fields.ts'

/** What a column of a file can be; `extra:motto` is a variable of the business. */
export const IMPORT_TARGETS = [
  'skip',
  'fullName',
  ...CLIENT_FIELD_NAMES,
  'tel',
  'email',
  'birthday',
  'sex',
  'cardNumber',
  'cardTrack',
  'balance',
  'bonus',
  'discount',
  'promoCode',
  'tags',
  'template',
  'consent',
] as const
export type ImportTarget = (typeof IMPORT_TARGETS)[number] | `extra:${string}`
/** One of them, of a column. */
export const Target = z.union([z.enum(IMPORT_TARGETS), z.templateLiteral(['extra:', z.string().min(1).max(40)])])

export const IMPORT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'windows-1250'] as const
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number]
export const IMPORT_SEPARATORS = ['comma', 'semicolon', 'tab'] as const
export type ImportSeparator = (typeof IMPORT_SEPARATORS)[number]

/** Why a file cannot be read: the `reason` of `import_unreadable`. */
export const UNREADABLE = [
  'old_excel',
  'not_a_table',
  'damaged',
  'too_large',
  'too_many_rows',
  'too_many_columns',
  'empty',
] as const
export type Unreadable = (typeof UNREADABLE)[number]

/** Why a line is not imported. */
export const LINE_FAULTS = [
  'no_key',
  'phone',
  'phone_country',
  'email',
  'date',
  'sex',
  'card_number',
  'amount',
  'discount',
  'value',
  'too_long',
  'control_characters',
  'formula',
  'template_unknown',
  'two_clients',
  'other_card',
  'erased_card',
  'repeated',
  'taken',
  'card_limit',
  'tag_limit',
  'company',
  'no_phone',
  'several_there',
  'linked_elsewhere',
] as const
export type LineFault = (typeof LINE_FAULTS)[number]

/** What happens to clients who are known already, by phone or card. */
export const KNOWN_CLIENTS = ['skip', 'fill', 'overwrite'] as const
export type KnownClients = (typeof KNOWN_CLIENTS)[number]
