/**
 * Imports of clients from a file: the file is read, its lines are checked without touching anybody, then imported by a
 * job, and taken back by another.
 */
import {
  type ImportChoices,
  type ImportRow,
  type ImportState,
  imports as contract,
} from '../../../contract/people/imports.ts'
import { IMPORT_KEPT_DAYS } from '../../../contract/limits.ts'
import { DAY_MS, moscowDay } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { findTemplate, keepTemplate } from '../../cards/templates/templates.ts'
import { firstUnknownOwnName } from '../../cards/variables/variables.ts'
import { passCardNumbers, readCardUse } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import type { Which } from './check.ts'
import { getImport, named } from './reading.ts'
import { markRemoved } from './remove-sql.ts'
import * as sql from './sql.ts'
import { dropImport } from './upload.ts'
import { STAGED_TARGETS } from './staged-line.ts'

export { checkImportWith } from './check.ts'
export { runImportWith, undoImportWith } from './run.ts'
export type { ImportDoors } from './doors.ts'
export { downloadFaults, listImports, listKeptClients, readImport, runningImports } from './reading.ts'
export { beginStaging, resumeStaging, stagePage, stagingOf, stopStaging } from './staging.ts'
export { dropImport }
export { uploadImport } from './upload.ts'
export { countImportFiles, forgetInImports, importsOfClient } from './of-client.ts'
export type ImportJobs = Record<'check' | 'run' | 'undo', Job<Which>>

const refuse = refusals(contract)

/** @throws Refusal import_not_found, import_moved_on */
async function lockIn(app: App, db: CabinetDb, id: string, states: readonly ImportState[]): Promise<sql.ImportRow> {
  const row = await sql.lockImport(db, id)
  if (!row) throw refuse('import_not_found')
  if (!states.includes(row.state) || row.expires_at <= app.clock.now()) throw refuse('import_moved_on')
  return row
}

/** New clients get no card of a design that is out of use. @throws Refusal template_not_found, template_archived */
async function expectDesign(db: CabinetDb, id: string, find = findTemplate): Promise<void> {
  const template = await find(db, id)
  if (!template) throw refuse('template_not_found')
  if (template.archived_at !== null) throw refuse('template_archived')
}

/** @throws Refusal invalid_input, template_not_found, template_archived, unknown_variable */
async function expectPossible(app: App, db: CabinetDb, row: sql.ImportRow, choices: ImportChoices): Promise<void> {
  if (choices.columns.length !== row.file.columns.length)
    throw refuse('invalid_input', {}, { columns: { code: 'invalid' } })
  if (choices.consentOn !== null && choices.consentOn > moscowDay(app.clock.now()))
    throw refuse('invalid_input', {}, { consentOn: { code: 'date' } })
  await expectDesign(db, choices.template)
  const own = choices.columns.filter((one) => one.startsWith('extra:')).map((one) => one.slice('extra:'.length))
  const unknown = await firstUnknownOwnName(db, own)
  if (unknown !== undefined) throw refuse('unknown_variable', { name: unknown })
}

/** Starts the next step of an import, at its first line. */
async function startStep(
  app: App,
  db: CabinetDb,
  row: sql.ImportRow,
  change: Parameters<typeof sql.updateImport>[2],
  job: Job<Which>,
): Promise<ImportRow> {
  await sql.updateImport(db, row.id, { done: 0, after_line: 0, started_at: app.clock.now(), ended_at: null, ...change })
  await app.jobs.enqueue(db.tx, job, { cabinetId: db.cabinetId, id: row.id })
  await notifyOpenPages(db)
  return named(db, await getImport(db, row.id))
}

/** What a CRM says has its places, and clients who are here already are left to the exchange. */
const OF_CRM = { columns: STAGED_TARGETS, known: 'skip', bringBack: false, toCrm: false } as const

/**
 * @throws Refusal import_not_found, import_moved_on, invalid_input, template_not_found, template_archived,
 *   unknown_variable
 */
export async function checkImport(app: App, db: CabinetDb, id: string, wanted: ImportChoices, jobs: ImportJobs) {
  const row = await lockIn(app, db, id, ['ready', 'checked'])
  const choices = row.crm === null ? wanted : { ...wanted, ...OF_CRM }
  await expectPossible(app, db, row, choices)
  return startStep(app, db, row, { state: 'checking', choices, counts: {}, total: row.rows }, jobs.check)
}

/** @throws Refusal import_not_found, import_moved_on, import_no_room, template_not_found, template_archived */
export async function startImport(app: App, db: CabinetDb, id: string, jobs: ImportJobs): Promise<ImportRow> {
  const row = await lockIn(app, db, id, ['checked', 'failed'])
  const { fresh = 0, changing = 0, matched = 0, doubt = 0 } = row.counts
  if (fresh > 0 && row.choices) await expectDesign(db, row.choices.template, keepTemplate)
  const { used, limit } = await readCardUse(db)
  if (used + fresh > limit) throw refuse('import_no_room', { room: Math.max(0, limit - used), fresh })
  await passCardNumbers(db, (plastic) => sql.highestNewNumber(db, id, plastic))
  const step = { state: 'running' as const, total: fresh + changing + (row.crm === null ? 0 : matched + doubt) }
  // One that is continued keeps its end.
  if (row.state === 'failed') return startStep(app, db, row, step, jobs.run)
  const expires_at = new Date(app.clock.now().getTime() + IMPORT_KEPT_DAYS * DAY_MS)
  return startStep(app, db, row, { ...step, expires_at }, jobs.run)
}

/** A design of which an import is making cards stays until its end. */
export const isImportedNow = (db: CabinetDb, templateId: string): Promise<boolean> => sql.isRunningWith(db, templateId)

/** @throws Refusal import_not_found, import_moved_on */
export async function undoImport(app: App, db: CabinetDb, id: string, jobs: ImportJobs): Promise<ImportRow> {
  const row = await lockIn(app, db, id, ['done', 'failed'])
  const { added = 0, changed = 0 } = row.counts
  return startStep(app, db, row, { state: 'undoing', total: added + changed }, jobs.undo)
}

/** @throws Refusal import_not_found, import_moved_on */
export async function deleteImport(app: App, db: CabinetDb, id: string): Promise<void> {
  await lockIn(app, db, id, ['reading', 'unread', 'ready', 'checked'])
  await markRemoved(db, id, app.clock.now())
  await app.jobs.enqueue(db.tx, dropImport, { cabinetId: db.cabinetId, id })
}
