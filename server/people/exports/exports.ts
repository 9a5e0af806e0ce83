/**
 * Exports of clients: one a Moscow day, written by a job, open for seven days to the person who asked for it. An email
 * has only a link that needs a login.
 */
import type { Binary } from '../../../contract/binary.ts'
import {
  type Export,
  type ExportInput,
  type ExportRows,
  type ExportStatus,
  clientExports as contract,
} from '../../../contract/people/exports.ts'
import type { RunningJob } from '../../../contract/platform/cabinets.ts'
import type { Language } from '../../../contract/limits.ts'
import { moscowDay, moscowTimeText, nextMoscowDay } from '../../../contract/time.ts'
import type { SignedIn } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refuseAny, refusals } from '../../base/refusal.ts'
import { isExportAllowed, openForWork } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { fullNames } from '../../platform/users/users.ts'
import { listVariables } from '../../cards/variables/variables.ts'
import { openPart } from './parts.ts'
import * as sql from './sql.ts'
import type { WriteExport } from './write.ts'

const refuse = refusals(contract)

function reply(row: sql.ExportRow, by: string, userId: string, now: Date): Export {
  const isOver = row.expires_at !== null && row.expires_at <= now
  return {
    id: row.id,
    state: row.state === 'ready' && isOver ? 'expired' : row.state,
    done: row.done,
    total: row.total,
    askedAt: row.asked_at.toISOString(),
    by,
    isMine: row.asked_by === userId,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

export async function exportStatus(app: App, db: CabinetDb, userId: string): Promise<ExportStatus> {
  const latest = await sql.latestExport(db)
  const now = app.clock.now()
  const names = await fullNames(db.tx, latest ? [latest.asked_by] : [])
  const isUsed = latest !== undefined && latest.state !== 'failed' && latest.moscow_day === moscowDay(now)
  return {
    isAllowed: await isExportAllowed(db),
    latest: latest ? reply(latest, names.get(latest.asked_by) ?? '', userId, now) : null,
    nextAt: isUsed ? nextMoscowDay(now).toISOString() : null,
  }
}

/** The latest export while it is written, and for a while after; only the person who asked for it can open it. */
export async function runningExports(db: CabinetDb, userId: string, since: Date): Promise<RunningJob[]> {
  const latest = await sql.latestExport(db)
  if (!latest) return []
  const isOver = latest.state === 'ready' || latest.state === 'failed'
  if (isOver && (latest.ready_at ?? latest.asked_at) < since) return []
  return [
    {
      kind: 'export',
      id: latest.id,
      subjectId: latest.asked_by === userId ? latest.id : null,
      name: '',
      state: latest.state === 'ready' ? 'done' : latest.state,
      done: latest.done,
      total: latest.total,
      failed: 0,
      startedAt: latest.asked_at.toISOString(),
      endedAt: latest.ready_at?.toISOString() ?? null,
    },
  ]
}

/** How many clients are asked for, about. */
type CountAsked = (db: CabinetDb, rows: ExportRows, now: Date) => Promise<{ count: number }>

/** @throws Refusal export_disabled, export_once_a_day, email_not_confirmed */
export async function startExport(
  app: App,
  db: CabinetDb,
  user: SignedIn,
  lang: Language,
  input: ExportInput,
  { count, writeExport }: { count: CountAsked; writeExport: WriteExport },
): Promise<ExportStatus> {
  if (!(await isExportAllowed(db))) throw refuse('export_disabled')
  // The link goes to this address, so it must be confirmed.
  if (!user.isEmailVerified) throw refuseAny('email_not_confirmed')
  const now = app.clock.now()
  const own = (await listVariables(db)).filter((one) => !one.isSystem).map((one) => one.name)
  const choice = { ...input, variables: input.columns.includes('extra') ? own : [] }
  // In a large account about so many: the file counts its rows.
  const total = (await count(db, input.rows, now)).count
  const id = crypto.randomUUID()
  const isFirst = await sql.insertExport(db, {
    id,
    moscow_day: moscowDay(now),
    asked_by: user.userId,
    lang,
    choice,
    total,
    asked_at: now,
  })
  if (!isFirst) throw refuse('export_once_a_day', { next: moscowTimeText(nextMoscowDay(now)) })
  await sql.deleteExpiredParts(db, now)
  await app.jobs.enqueue(db.tx, writeExport, { cabinetId: db.cabinetId, id })
  await notifyOpenPages(db)
  return exportStatus(app, db, user.userId)
}

/** A piece at a time, so that a large file is never in memory as a whole. */
async function* piecesOf(app: App, cabinetId: number, id: string, parts: number): AsyncGenerator<Buffer> {
  for (let no = 0; no < parts; no++) {
    const sealed = await openForWork(app, cabinetId, (db) => sql.partOf(db, id, no))
    // The seven days may end during a slow download; half a file must not look complete.
    if (!sealed) throw new Error('a piece of an export is gone')
    yield await openPart(app, cabinetId, id, no, sealed)
  }
}

/** @throws Refusal export_not_found, the same for another person's file and an unknown id */
export async function downloadExport(
  app: App,
  db: CabinetDb,
  cabinet: { domain: string },
  user: SignedIn,
  id: string,
): Promise<Binary> {
  const row = await sql.exportById(db, id)
  const isThere = row?.state === 'ready' && row.expires_at !== null && row.expires_at > app.clock.now()
  if (!row || !isThere || row.asked_by !== user.userId) throw refuse('export_not_found')
  if (!(await isExportAllowed(db))) throw refuse('export_disabled')
  return {
    bytes: new Uint8Array(),
    parts: piecesOf(app, db.cabinetId, id, row.parts),
    type: 'text/csv; charset=utf-8',
    name: `clients-${cabinet.domain}-${row.moscow_day}.csv`,
  }
}

export { asText, BOM, csvLines } from './csv.ts'
export { writeExportWith } from './write.ts'
export { type CardLookups, chosenClients } from './chosen.ts'

/** Files of exports that can be downloaded or are being written. */
export const countExportFiles = (db: CabinetDb): Promise<number> => sql.countFiles(db)

/** Deletes all files of exports: any of them may have a client in it who was erased. @returns how many there were */
export const dropExportFiles = (db: CabinetDb, now: Date): Promise<number> => sql.dropFiles(db, now)
