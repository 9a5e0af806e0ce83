/** Imports as people see them: the list, one with its columns and lines, the lines that were refused. */
import type { Binary } from '../../../contract/binary.ts'
import {
  type ImportFile,
  type ImportRow,
  type ImportState,
  imports as contract,
} from '../../../contract/people/imports.ts'
import type { RunningJob } from '../../../contract/platform/cabinets.ts'
import type { Language } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { CALLING_CODES, destinationOf } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusal.ts'
import { templateNames } from '../../cards/templates/templates.ts'
import { phoneOf, readCardUse } from '../../platform/cabinets/cabinets.ts'
import { fullNames } from '../../platform/users/users.ts'
import { clientsByIds, nameOfClient } from '../clients/clients.ts'
import type { ImportDoors } from './doors.ts'
import { faultyLines } from './faults-file.ts'
import { sampleOf } from './sample.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

/** Where phones of people who read this language are, unless the business has a phone of its own. */
const COUNTRY_OF: Readonly<Record<Language, string | null>> = { en: null, cz: 'CZ', de: 'DE', ru: 'RU' }

function rowReply(row: sql.ImportRow, by: string): ImportRow {
  const {
    fresh = 0,
    changing = 0,
    added = 0,
    changed = 0,
    same = 0,
    known = 0,
    archived = 0,
    bad = 0,
    matched = 0,
    doubt = 0,
    undone = 0,
    kept = 0,
  } = row.counts
  return {
    id: row.id,
    fileName: row.file_name,
    isOfCrm: row.crm !== null,
    state: row.state,
    by,
    at: row.created_at.toISOString(),
    rows: row.rows,
    total: row.total,
    done: row.done,
    counts: { fresh, changing, added, changed, same, known, archived, bad, matched, doubt, undone, kept },
    expiresAt: row.expires_at.toISOString(),
  }
}

export async function named(db: CabinetDb, row: sql.ImportRow): Promise<ImportRow> {
  return rowReply(row, (await fullNames(db.tx, [row.made_by])).get(row.made_by) ?? '')
}

/** @throws Refusal import_not_found */
export async function getImport(db: CabinetDb, id: string): Promise<sql.ImportRow> {
  const row = await sql.findImport(db, id)
  if (!row) throw refuse('import_not_found')
  return row
}

export async function listImports(db: CabinetDb, page: { page: number; limit: number }) {
  const { rows, total } = await sql.listImports(db, sliceOf(page))
  const names = await fullNames(
    db.tx,
    rows.map((row) => row.made_by),
  )
  return { data: rows.map((row) => rowReply(row, names.get(row.made_by) ?? '')), meta: metaOf(total, page) }
}

async function firstChoices(db: CabinetDb, row: sql.ImportRow): Promise<ImportFile['choices']> {
  const { country, dates, decimal } = row.file.guessed
  const phone = await phoneOf(db)
  const templates = (await templateNames(db)).filter((one) => !one.is_archived)
  return {
    columns: row.file.columns.map(({ guess }) => guess),
    country: country ?? (phone === null ? null : destinationOf(phone).country) ?? COUNTRY_OF[row.lang],
    dates: dates ?? 'dmy',
    decimal: decimal ?? (row.lang === 'en' ? 'point' : 'comma'),
    template: (templates.find((one) => one.is_default) ?? templates[0])?.id ?? null,
    known: 'fill',
    bringBack: false,
    consentSource: '',
    consentOn: null,
    toCrm: false,
    asPreorders: false,
    withoutPhone: false,
  }
}

function faultsOf(db: CabinetDb, { id, counts }: sql.ImportRow): Promise<ImportFile['faults']> | ImportFile['faults'] {
  if (!counts.bad && !counts.doubt) return []
  return counts.faults ?? sql.countFaults(db, id)
}

/** @throws Refusal import_not_found */
export async function readImport(db: CabinetDb, id: string, doors: ImportDoors): Promise<ImportFile> {
  const row = await getImport(db, id)
  const { used, limit } = await readCardUse(db)
  const { guessed: _, ...file } = row.file
  return {
    ...(await named(db, row)),
    ...file,
    countries: [...CALLING_CODES.keys()],
    choices: row.choices ?? (await firstChoices(db, row)),
    hasFile: row.parts > 0,
    faults: await faultsOf(db, row),
    sample: await sampleOf(db, row, doors),
    room: Math.max(0, limit - used),
    crm: await doors.crmOf(db),
    isExchanging: row.crm !== null && (await doors.meetingOf(db)) !== null,
    stoppedBy: row.stopped_by as ImportFile['stoppedBy'],
  }
}

/** @throws Refusal import_not_found */
export async function listKeptClients(db: CabinetDb, id: string, page: { page: number; limit: number }) {
  const { state, counts } = await getImport(db, id)
  // They are counted at its end.
  const total = state === 'undoing' ? await sql.countKept(db, id) : (counts.kept ?? 0)
  const rows = total === 0 ? [] : await sql.keptRows(db, id, sliceOf(page))
  const ids = rows.flatMap((row) => row.client_id ?? [])
  const clients = new Map((await clientsByIds(db, ids)).map((one) => [one.id, one]))
  const data = rows.flatMap(({ line, client_id: clientId }) => {
    const client = clients.get(clientId ?? '')
    return client ? [{ line, id: client.id, name: nameOfClient(client), cardNumber: client.card_number }] : []
  })
  return { data, meta: metaOf(total, page) }
}

/** @throws Refusal import_not_found, import_moved_on */
export async function downloadFaults(app: App, db: CabinetDb, id: string, lang: Language): Promise<Binary> {
  const row = await getImport(db, id)
  if (row.parts === 0 || row.state === 'ready' || row.state === 'checking') throw refuse('import_moved_on')
  return {
    bytes: new Uint8Array(),
    parts: faultyLines(app, db.cabinetId, row, lang),
    type: 'text/csv; charset=utf-8',
    name: `${row.file_name.replace(/\.\w+$/, '')}-refused.csv`,
  }
}

const JOB_STATES: Readonly<Partial<Record<ImportState, RunningJob['state']>>> = {
  reading: 'running',
  unread: 'failed',
  checking: 'running',
  running: 'running',
  undoing: 'running',
  done: 'done',
  undone: 'done',
  failed: 'failed',
}

/** Imports that go on, and those that ended since then. */
export async function runningImports(db: CabinetDb, since: Date): Promise<RunningJob[]> {
  return (await sql.recentImports(db, since)).flatMap((row) => {
    const state = JOB_STATES[row.state]
    if (!state) return []
    return [
      {
        kind: 'import' as const,
        id: row.id,
        subjectId: row.id,
        name: row.file_name,
        state: state === 'running' && row.done === 0 ? ('queued' as const) : state,
        done: row.done,
        total: row.total,
        failed: 0,
        startedAt: (row.started_at ?? row.created_at).toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
      },
    ]
  })
}
