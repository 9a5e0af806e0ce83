import { z } from 'zod'
import { Bytes } from '../binary.ts'
import { call } from '../call.ts'
import { IMPORT_ENCODINGS, IMPORT_SEPARATORS, KNOWN_CLIENTS, LINE_FAULTS, Target } from './import-kinds.ts'
import { IMPORT_LIMITS } from '../limits.ts'
import { Id, OptionalText, Paging, Time } from '../page.ts'
import { storedKind, storedState } from '../stored-kind.ts'

export * from './import-kinds.ts'

export const ImportChoices = z.object({
  /** What each column of the file is. Only `skip` may be there more than once. */
  columns: z
    .array(Target)
    .min(1)
    .max(IMPORT_LIMITS.columns)
    .refine((all) => new Set(all.filter((one) => one !== 'skip')).size === all.filter((one) => one !== 'skip').length, {
      error: 'duplicate',
    })
    .refine((all) => all.some((one) => one === 'tel' || one === 'cardNumber' || one === 'cardTrack'), {
      error: 'required',
    }),
  /** Country (ISO 3166) of phone numbers without a country code; null: each needs one. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  /** How `03/04/1990` is read. */
  dates: z.enum(['dmy', 'mdy']),
  /** How `1,250` is read. */
  decimal: z.enum(['comma', 'point']),
  /** Card design of lines that name none. */
  template: Id,
  known: z.enum(KNOWN_CLIENTS),
  /** Archived clients whom the file names come back; otherwise they are left alone. */
  bringBack: z.boolean(),
  /** Where the consent of these people comes from, and its day where the file names none. */
  consentSource: OptionalText(200),
  consentOn: z.iso.date().nullable(),
  /** New clients are written to the connected CRM too. */
  toCrm: z.boolean(),
  /** Of clients of a CRM: they get no card now, but the link to it when preorders are sent. */
  asPreorders: z.boolean().default(false),
  /** Of clients of a CRM: those without a phone are brought too. */
  withoutPhone: z.boolean().default(false),
})
export type ImportChoices = z.infer<typeof ImportChoices>

/** `reading`: everybody is read from a CRM; `unread`: that has stopped, and can go on. */
export const IMPORT_STATES = [
  'reading',
  'unread',
  'ready',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Lines by what became of them. Before the import: `fresh`, `changing`; after it: `added`, `changed`. */
export const ImportCounts = z.object({
  fresh: z.int(),
  changing: z.int(),
  added: z.int(),
  changed: z.int(),
  /** Known, and nothing about them differs. */
  same: z.int(),
  /** Known, and left as they are because the user wants it so, or because they belong to the CRM. */
  known: z.int(),
  /** Known, and in the archive. */
  archived: z.int(),
  bad: z.int(),
  /** Of a CRM: here already, not linked yet; the exchange links them and lets their amounts meet. */
  matched: z.int(),
  /** Of a CRM: here already, but it is unclear whether it is the same person. */
  doubt: z.int(),
  undone: z.int(),
  /** Not undone, because somebody changed the client since. */
  kept: z.int(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** Why reading from a CRM has stopped. */
export const READING_STOPS = ['away', 'access', 'lists_nobody', 'off'] as const

/** Amounts of a client in minor units and hundredths of a percent; null: there is no such amount. */
const LineAmounts = z.object({
  balanceMinor: z.int().nullable(),
  bonusMinor: z.int().nullable(),
  discountHundredths: z.int().nullable(),
})

export const ImportRow = z.object({
  id: Id,
  /** Or the name of the CRM. */
  fileName: z.string(),
  isOfCrm: z.boolean(),
  /** `failed`: stopped half-way; it can be continued or undone. */
  state: storedState(IMPORT_STATES, 'running'),
  by: z.string(),
  at: Time,
  rows: z.int(),
  /** Lines of the current step. */
  total: z.int(),
  done: z.int(),
  counts: ImportCounts,
  /** The file and its lines are deleted then; until then the import can be started, or undone. */
  expiresAt: Time,
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportFile = ImportRow.extend({
  kind: z.enum(['csv', 'xlsx']),
  encoding: z.enum(IMPORT_ENCODINGS).nullable(),
  separator: z.enum(IMPORT_SEPARATORS).nullable(),
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()), guess: Target })),
  /** What the file leaves open, so that the user has to say. */
  asks: z.object({ dates: z.boolean(), decimal: z.boolean() }),
  /** Countries (ISO 3166) that phone numbers can be of. */
  countries: z.array(z.string()),
  /** The saved choices, or what we would choose. */
  choices: ImportChoices.extend({ columns: z.array(Target), template: Id.nullable() }),
  /** Without the file the refused lines cannot be downloaded: it is deleted when a client is erased. */
  hasFile: z.boolean(),
  faults: z.array(z.object({ code: z.enum(LINE_FAULTS), lines: z.int() })),
  /** The first lines as they were understood. */
  sample: z.array(
    z.object({
      line: z.int(),
      verdict: z.enum(['fresh', 'changing', 'same', 'known', 'archived', 'bad', 'matched', 'doubt']),
      name: z.string(),
      tel: z.string(),
      card: z.string(),
      ...LineAmounts.shape,
      /** Of a client who is here already: the amounts here, and after the exchange by the rules of the owner. */
      here: LineAmounts.nullable(),
      after: LineAmounts.nullable(),
      faults: z.array(z.enum(LINE_FAULTS)),
    }),
  ),
  /** Cards that the plan still allows. */
  room: z.int(),
  crm: z.object({ title: z.string(), writes: z.boolean() }).nullable(),
  /** The exchange with the CRM goes on: what is matched is linked by it. Otherwise the first meeting decides. */
  isExchanging: z.boolean(),
  stoppedBy: storedKind(READING_STOPS).nullable(),
})
export type ImportFile = z.infer<typeof ImportFile>

const GONE = { import_not_found: 404 } as const
const NO_DEMO = { integration_not_on_demo: 403 } as const
const MOVED = { ...GONE, import_moved_on: 409 } as const

export const imports = {
  uploadImport: call('POST', '/applications/{c}/imports', {
    who: 'member',
    right: 'import',
    asksOutside: true,
    summary: 'Upload a file of clients',
    description:
      'Reads a CSV or XLSX file of up to 20 MB and 100,000 lines, and guesses what its columns are. Nothing is ' +
      'imported yet. `encoding` and `separator` are guessed if they are left out. `reason` of a refusal says why the ' +
      'file cannot be read. Amounts are in the smallest currency unit, discounts in hundredths of a percent.',
    upload: { field: 'file', maxBytes: IMPORT_LIMITS.fileBytes },
    body: z.object({
      encoding: z.enum(IMPORT_ENCODINGS).optional(),
      separator: z.enum(IMPORT_SEPARATORS).optional(),
      sheet: z.string().max(100).optional(),
    }),
    status: 201,
    reply: ImportFile,
    errors: { import_unreadable: 422 },
  }),
  bringFromCrm: call('POST', '/applications/{c}/imports/crm', {
    who: 'member',
    right: 'import',
    summary: 'Bring clients from the CRM',
    description:
      'Begins to read everybody whom the connected CRM has, at the pace that it allows. Nobody is added yet: what is ' +
      'read is checked and started like a file. Reading that is under way is not begun twice.',
    status: 201,
    reply: ImportRow,
    errors: { ...NO_DEMO, integration_not_configured: 409, integration_not_active: 409, clients_not_listed: 409 },
  }),
  readOnFromCrm: call('POST', '/applications/{c}/imports/{id}/read', {
    who: 'member',
    right: 'import',
    summary: 'Go on reading from the CRM',
    description: 'Goes on where reading has stopped, for example because the CRM was away.',
    reply: ImportRow,
    errors: {
      ...MOVED,
      ...NO_DEMO,
      integration_not_configured: 409,
      integration_not_active: 409,
      clients_not_listed: 409,
    },
  }),
  listImports: call('GET', '/applications/{c}/imports', {
    who: 'member',
    right: 'import',
    summary: 'List imports',
    description: 'Returns the imports of clients, newest first.',
    paged: true,
    query: Paging,
    reply: z.array(ImportRow),
  }),
  readImport: call('GET', '/applications/{c}/imports/{id}', {
    who: 'member',
    right: 'import',
    summary: 'Get an import',
    description:
      'Returns an import with its columns, the choices, and, after the check, what each kind of line comes to. ' +
      'Amounts are in the smallest currency unit, discounts in hundredths of a percent.',
    reply: ImportFile,
    errors: GONE,
  }),
  checkImport: call('POST', '/applications/{c}/imports/{id}/check', {
    who: 'member',
    right: 'import',
    summary: 'Check an import',
    description:
      'Saves the choices and checks every line without changing a client. A job does it; `readImport` says how far ' +
      'it is.',
    body: ImportChoices,
    reply: ImportRow,
    errors: { ...MOVED, template_not_found: 404, template_archived: 409, unknown_variable: 422 },
  }),
  startImport: call('POST', '/applications/{c}/imports/{id}/start', {
    who: 'member',
    right: 'import',
    summary: 'Start an import',
    description:
      'Imports the lines that passed the check. A job does it; one that stopped half-way goes on where it was. No ' +
      'message is sent to anybody. Refused if the plan does not allow as many cards.',
    reply: ImportRow,
    errors: { ...MOVED, template_not_found: 404, template_archived: 409, import_no_room: 409 },
  }),
  undoImport: call('POST', '/applications/{c}/imports/{id}/undo', {
    who: 'member',
    right: 'import',
    summary: 'Undo an import',
    description:
      'Removes the clients that the import added and gives changed ones their former values. Clients who have been ' +
      'changed since, or have the card on a phone, stay as they are; `listKeptClients` names them.',
    reply: ImportRow,
    errors: MOVED,
  }),
  listKeptClients: call('GET', '/applications/{c}/imports/{id}/kept', {
    who: 'member',
    right: 'import',
    summary: 'List clients that stayed',
    description: 'Returns the clients of an import that could not be undone, by their line in the file.',
    paged: true,
    query: Paging,
    reply: z.array(z.object({ line: z.int(), id: Id, name: z.string(), cardNumber: z.int() })),
    errors: GONE,
  }),
  downloadFaults: call('GET', '/applications/{c}/imports/{id}/faults', {
    who: 'member',
    right: 'import',
    writes: true,
    summary: 'Download refused lines',
    description:
      'Returns a CSV file of the lines that were not imported, each with its number and the reasons. Once corrected ' +
      'it can be imported as it is. Every download is recorded in the audit log.',
    reply: Bytes,
    errors: MOVED,
  }),
  deleteImport: call('DELETE', '/applications/{c}/imports/{id}', {
    who: 'member',
    right: 'import',
    summary: 'Discard an import',
    description: 'Deletes a file that has not been imported, with everything that was read from it.',
    reply: z.object({}),
    errors: MOVED,
  }),
}
