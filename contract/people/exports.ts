import { z } from 'zod'
import { Bytes } from '../binary.ts'
import { call } from '../call.ts'
import { ClientFilters } from './clients.ts'
import { EXPORT_COLUMNS, EXPORT_SELECTED_MAX } from '../limits.ts'
import { Id, Time } from '../page.ts'
import { storedState } from '../stored-kind.ts'

/** Which clients are exported: all, those that match the search and filters of the table, or those selected. */
export const ExportRows = z.discriminatedUnion('of', [
  z.object({ of: z.literal('all') }),
  z.object({
    of: z.literal('filtered'),
    q: z.string().trim().max(100).default(''),
    filters: ClientFilters.default({}),
  }),
  z.object({ of: z.literal('selected'), ids: z.array(Id).min(1, { error: 'choose_some' }).max(EXPORT_SELECTED_MAX) }),
])
export type ExportRows = z.infer<typeof ExportRows>

export const ExportInput = z.object({
  columns: z
    .array(z.enum(EXPORT_COLUMNS))
    .min(1, { error: 'choose_some' })
    .max(EXPORT_COLUMNS.length)
    .refine((all) => new Set(all).size === all.length, { error: 'duplicate' }),
  rows: ExportRows,
})
export type ExportInput = z.infer<typeof ExportInput>

export const Export = z.object({
  id: Id,
  /** `expired`: it was ready, and its file has been deleted. */
  state: storedState(['queued', 'running', 'ready', 'failed', 'expired'], 'running'),
  done: z.int(),
  total: z.int(),
  askedAt: Time,
  /** Who started it. Only this user can download the file. */
  by: z.string(),
  isMine: z.boolean(),
  expiresAt: Time.nullable(),
})
export type Export = z.infer<typeof Export>

export const ExportStatus = z.object({
  /** The owner has not turned exports off. */
  isAllowed: z.boolean(),
  latest: Export.nullable(),
  /** When the next one can be started; null: now. */
  nextAt: Time.nullable(),
})
export type ExportStatus = z.infer<typeof ExportStatus>

export const clientExports = {
  startExport: call('POST', '/applications/{c}/clients/download/guests/csv', {
    who: 'member',
    right: 'export',
    summary: 'Start an export of clients',
    description:
      'Writes the clients to a CSV file. Possible once a day. The user receives an email with a link that ' +
      'requires a login and works for seven days.',
    body: ExportInput,
    status: 201,
    reply: ExportStatus,
    errors: { export_disabled: 400, export_once_a_day: 406, segment_not_found: 404 },
  }),
  exportStatus: call('GET', '/applications/{c}/clients/exportstatus', {
    who: 'member',
    operationId: 'readExportStatus',
    summary: 'Get the export status',
    description: 'Returns the latest export and the time from which the next one can be started.',
    reply: ExportStatus,
  }),
  downloadExport: call('GET', '/applications/{c}/clients/download/{id}', {
    who: 'member',
    right: 'export',
    writes: true,
    whileLimited: true,
    summary: 'Download an export',
    description:
      'Returns the file of an export to the user who started it. Every download is recorded in the audit log.',
    reply: Bytes,
    errors: { export_not_found: 404, export_disabled: 400 },
  }),
}
