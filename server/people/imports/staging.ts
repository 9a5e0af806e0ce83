/** Everybody whom a CRM has, on the way to being imported: kept sealed page by page, as the lines of a file are. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type ImportRow, imports as contract, type READING_STOPS } from '../../../contract/people/imports.ts'
import { IMPORT_UNUSED_DAYS, type Language } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import type { Found } from '../../engines/crm/connector.ts'
import type { Everybody } from '../../engines/crm/everybody.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { sealPart } from './parts.ts'
import { getImport, named } from './reading.ts'
import * as sql from './sql.ts'
import { lineOf, STAGED_COLUMNS } from './staged-line.ts'
import { dropImport } from './upload.ts'

const refuse = refusals(contract)
const pack = promisify(gzip)

type System = { name: string; title: string }
type Stop = (typeof READING_STOPS)[number]

/** @returns the one that is being read already, if there is one */
export async function beginStaging(
  app: App,
  db: CabinetDb,
  { name, title }: System,
  { userId, lang }: { userId: string; lang: Language },
): Promise<{ row: ImportRow; isNew: boolean }> {
  await sql.lockStaging(db)
  const known = await sql.openStaging(db)
  if (known) return { row: await named(db, known), isNew: false }
  const id = crypto.randomUUID()
  const now = app.clock.now()
  await sql.insertImport(
    db,
    {
      id,
      made_by: userId,
      lang,
      file_name: title,
      state: 'reading',
      crm: name,
      file: {
        kind: 'csv',
        encoding: null,
        separator: null,
        sheets: [],
        sheet: null,
        columns: STAGED_COLUMNS.map(([column, guess]) => ({
          title: say(lang, `imports.staged.${column}`),
          samples: [],
          guess,
        })),
        asks: { dates: false, decimal: false },
        guessed: { country: null, dates: null, decimal: null },
      },
      rows: 0,
      parts: 0,
      created_at: now,
      expires_at: new Date(now.getTime() + IMPORT_UNUSED_DAYS * DAY_MS),
    },
    [],
  )
  const afterSeconds = (IMPORT_UNUSED_DAYS * DAY_MS) / 1000
  await app.jobs.enqueue(db.tx, dropImport, { cabinetId: db.cabinetId, id }, { afterSeconds })
  await notifyOpenPages(db)
  return { row: await named(db, await getImport(db, id)), isNew: true }
}

/** Where reading goes on; undefined when it does not. */
export async function stagingOf(db: CabinetDb, id: string): Promise<{ system: string; cursor: string } | undefined> {
  const row = await sql.findImport(db, id)
  return row?.state === 'reading' && row.crm !== null ? { system: row.crm, cursor: row.cursor } : undefined
}

/**
 * Keeps a page and where the next one begins. A page that was asked for twice is kept once.
 * @returns whether there is more to read
 */
export async function stagePage(
  app: App,
  db: CabinetDb,
  id: string,
  from: string,
  page: Everybody<Found>,
): Promise<boolean> {
  const row = await sql.lockImport(db, id)
  if (row?.state !== 'reading' || row.cursor !== from) return false
  const lines = page.found.map((found, place) => lineOf(row.rows + place + 1, found))
  if (lines.length > 0) {
    const packed = await pack(Buffer.from(JSON.stringify(lines)))
    await sql.insertPart(db, id, row.parts, sealPart(app, db.cabinetId, id, row.parts, packed))
  }
  const rows = row.rows + lines.length
  await sql.updateImport(db, id, {
    rows,
    parts: row.parts + (lines.length > 0 ? 1 : 0),
    cursor: page.next,
    done: rows,
    total: Math.max(rows, page.total ?? row.total),
    ...(page.isEnd && { state: 'ready' as const, total: rows, ended_at: app.clock.now() }),
  })
  if (page.isEnd) await notifyOpenPages(db)
  return !page.isEnd
}

export async function stopStaging(app: App, db: CabinetDb, id: string, stoppedBy: Stop): Promise<void> {
  if ((await sql.lockImport(db, id))?.state !== 'reading') return
  await sql.updateImport(db, id, { state: 'unread', stopped_by: stoppedBy, ended_at: app.clock.now() })
  await notifyOpenPages(db)
}

/** @throws Refusal import_not_found, import_moved_on */
export async function resumeStaging(app: App, db: CabinetDb, id: string, system: string): Promise<ImportRow> {
  const row = await sql.lockImport(db, id)
  if (!row) throw refuse('import_not_found')
  if (row.state !== 'unread' || row.crm !== system || row.expires_at <= app.clock.now()) throw refuse('import_moved_on')
  await sql.updateImport(db, id, { state: 'reading', stopped_by: null, ended_at: null })
  await notifyOpenPages(db)
  return named(db, await getImport(db, id))
}
