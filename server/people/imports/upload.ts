/** A file that was uploaded: read, kept sealed, and deleted when its time is over. */
import type { UploadedFile } from '../../../contract/binary.ts'
import { type ImportFile, imports as contract } from '../../../contract/people/imports.ts'
import { IMPORT_UNUSED_DAYS, type Language } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { refusals } from '../../base/refusal.ts'
import { listVariables } from '../../cards/variables/variables.ts'
import { openForWork, pointsStyle } from '../../platform/cabinets/cabinets.ts'
import { Which } from './check.ts'
import type { ImportDoors } from './doors.ts'
import { guessColumns, openQuestions } from './guess-columns.ts'
import { guessReading } from './guess-reading.ts'
import { textOf } from './line-values.ts'
import { sealParts } from './parts.ts'
import { type PackedFile, readUploaded } from './reader.ts'
import { readImport } from './reading.ts'
import * as removed from './remove-sql.ts'
import * as sql from './sql.ts'
import { FileRefused, type ReadOptions } from './table-file.ts'

const refuse = refusals(contract)

/** Files that were uploaded and not imported yet; older ones are deleted. */
const UNUSED_MAX = 5
const SAMPLES = 3

const HOUR_MS = 3_600_000
export const UNUSED: readonly sql.ImportRow['state'][] = ['reading', 'unread', 'ready', 'checking', 'checked']
const BUSY: readonly sql.ImportRow['state'][] = ['running', 'undoing']

/** Lines whose fate is forgotten in one transaction. */
const LINES = 2_000

/** @returns whether its lines are over */
async function isOver(app: App, db: CabinetDb, id: string): Promise<boolean> {
  const row = await sql.lockImport(db, id)
  if (!row) return removed.isRemoved(db, id)
  const now = app.clock.now()
  const leftMs = row.expires_at.getTime() - now.getTime()
  if (leftMs <= 0 && !BUSY.includes(row.state)) {
    if (UNUSED.includes(row.state)) await removed.markRemoved(db, id, now)
    return true
  }
  const afterSeconds = Math.ceil(Math.max(leftMs, HOUR_MS) / 1000)
  await app.jobs.enqueue(db.tx, dropImport, { cabinetId: db.cabinetId, id }, { afterSeconds })
  return false
}

/** What is left when all lines are gone. */
async function endDrop(db: CabinetDb, id: string): Promise<void> {
  if (await removed.isRemoved(db, id)) await removed.deleteRemoved(db, id)
  else await removed.forgetParts(db, id)
}

/**
 * Deletes a file that was never imported, and the lines of an import that can no longer be undone: those are as many as
 * the clients of the business, so some at a time.
 */
export const dropImport: Job<Which> = defineJob({
  name: 'drop-import',
  shape: Which,
  async handle(app, { cabinetId, id }) {
    if (!(await openForWork(app, cabinetId, (db) => isOver(app, db, id)))) return
    while (await openForWork(app, cabinetId, (db) => removed.clearLines(db, id, LINES)));
    await openForWork(app, cabinetId, (db) => endDrop(db, id))
  },
})

function infoOf(file: PackedFile, variables: readonly string[], points: string): sql.FileInfo {
  const { kind, encoding, separator, sheets, sheet, titles, sample } = file
  const guesses = guessColumns(titles, sample, variables, points)
  const samplesOf = (column: number) =>
    sample
      .map(({ cells }) => textOf(cells[column] ?? '').slice(0, 60))
      .filter((text) => text !== '')
      .slice(0, SAMPLES)
  return {
    kind,
    encoding,
    separator,
    sheets,
    sheet,
    columns: titles.map((title, column) => ({
      title,
      samples: samplesOf(column),
      guess: guesses[column] ?? 'skip',
    })),
    asks: openQuestions(sample, guesses),
    guessed: guessReading(sample, guesses),
  }
}

async function readOrRefuse(file: UploadedFile, options: ReadOptions): Promise<PackedFile> {
  try {
    return await readUploaded(file.bytes, options)
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    throw refuse('import_unreadable', { reason: error.reason, ...(error.line !== undefined && { line: error.line }) })
  }
}

type Caller = { userId: string; lang: Language }

/** Reads the file beside any transaction. @throws Refusal import_unreadable */
export async function uploadImport(
  app: App,
  cabinetId: number,
  { userId, lang }: Caller,
  { file, options }: { file: UploadedFile; options: ReadOptions },
  doors: ImportDoors,
): Promise<ImportFile> {
  const read = await readOrRefuse(file, options)
  const id = crypto.randomUUID()
  const now = app.clock.now()
  const sealed = sealParts(app, cabinetId, id, read.parts)
  return openForWork(app, cabinetId, async (db) => {
    const variables = (await listVariables(db)).filter((one) => !one.isSystem).map((one) => one.name)
    const row = {
      id,
      made_by: userId,
      lang,
      file_name: file.name,
      state: 'ready' as const,
      file: infoOf(read, variables, (await pointsStyle(db)).name),
      rows: read.rows,
      parts: sealed.length,
      created_at: now,
      expires_at: new Date(now.getTime() + IMPORT_UNUSED_DAYS * DAY_MS),
    }
    await sql.insertImport(db, row, sealed)
    for (const unused of await removed.markUnused(db, UNUSED_MAX, now))
      await app.jobs.enqueue(db.tx, dropImport, { cabinetId, id: unused })
    const afterSeconds = (IMPORT_UNUSED_DAYS * DAY_MS) / 1000
    await app.jobs.enqueue(db.tx, dropImport, { cabinetId, id }, { afterSeconds })
    return readImport(db, id, doors)
  })
}
