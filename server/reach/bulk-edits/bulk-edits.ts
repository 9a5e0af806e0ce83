/**
 * Bulk edits: one change of many clients. Who is chosen is fixed when it starts; a job changes them, and another one
 * takes it back.
 */
import { BULK_KEPT_DAYS, type Language } from '../../../contract/limits.ts'
import type { ExportRows } from '../../../contract/people/exports.ts'
import type { RunningJob } from '../../../contract/platform/cabinets.ts'
import { type BulkAction, type BulkEdit, bulkEdits as contract } from '../../../contract/reach/bulk-edits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { constraintOf } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { findTemplate, templateNames } from '../../cards/templates/templates.ts'
import { clientsByIds, hasMoreClients, nameOfClient, tagsNamed } from '../../people/clients/clients.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { fullNames } from '../../platform/users/users.ts'
import { pushNames } from '../pushes/pushes.ts'
import type { BulkDoors } from './actions.ts'
import { fixAtOnce } from './fix.ts'
import { type BulkJobs, dropBulkEdit } from './run.ts'
import * as sql from './sql.ts'

export type { BulkDoors } from './actions.ts'
export { type BulkJobs, bulkJobsWith, dropBulkEdit } from './run.ts'

const refuse = refusals(contract)

function textOf(action: sql.StoredAction, templates: ReadonlyMap<string, string>): string {
  switch (action.kind) {
    case 'add_tags':
    case 'remove_tags':
      return action.tags.map((tag) => tag.name).join(', ')
    case 'template':
      return templates.get(action.template) ?? ''
    case 'amount':
      return action.reason
    case 'message':
      return action.message
    default:
      return ''
  }
}

async function replies(db: CabinetDb, rows: readonly sql.EditRow[], now: Date): Promise<BulkEdit[]> {
  const names = await fullNames(
    db.tx,
    rows.map((row) => row.made_by),
  )
  const needsTemplates = rows.some((row) => row.action.kind === 'template')
  const templates = new Map(needsTemplates ? (await templateNames(db)).map((one) => [one.id, one.name]) : [])
  const pushIds = rows.flatMap((row) => row.push_id ?? [])
  const pushes = pushIds.length === 0 ? undefined : await pushNames(db, pushIds)
  return rows.map((row) => {
    const { changed = 0, same = 0, refused = 0, undone = 0, kept = 0 } = row.counts
    const { action } = row
    return {
      id: row.id,
      kind: action.kind,
      text: textOf(action, templates),
      amount: action.kind === 'amount' ? { kind: action.amount, action: action.action, value: action.value } : null,
      state: stateOf(row),
      by: names.get(row.made_by) ?? '',
      at: row.created_at.toISOString(),
      total: row.total,
      done: row.done,
      counts: { changed, same, refused, undone, kept },
      pushUuid: row.push_id !== null && pushes?.has(row.push_id) ? row.push_id : null,
      canUndo: canUndo(row, now),
      expiresAt: row.expires_at.toISOString(),
    }
  })
}

const stateOf = ({ state, asked }: sql.EditRow): BulkEdit['state'] =>
  state === 'running' && asked ? 'preparing' : state

const canUndo = ({ state, action, counts, expires_at: end }: sql.EditRow, now: Date): boolean =>
  (state === 'done' || state === 'failed') && action.kind !== 'message' && (counts.changed ?? 0) > 0 && now < end

async function reply(db: CabinetDb, id: string, now: Date): Promise<BulkEdit> {
  const row = await sql.editById(db, id)
  const [one] = row ? await replies(db, [row], now) : []
  if (!one) throw refuse('bulk_edit_not_found')
  return one
}

/** @throws Refusal template_not_found, template_archived, tag_limit */
async function storedAction(db: CabinetDb, action: BulkAction, now: Date): Promise<sql.StoredAction> {
  if (action.kind === 'add_tags' || action.kind === 'remove_tags')
    return { kind: action.kind, tags: await tagsNamed(db, action.tags, now) }
  if (action.kind === 'template') {
    const template = await findTemplate(db, action.template)
    if (!template) throw refuse('template_not_found')
    if (template.archived_at !== null) throw refuse('template_archived')
  }
  return action
}

type By = { userId: string; lang: Language }

/** In a business with more clients the job fixes who is changed, some at a time: that is a row for each. */
const FIXED_AT_ONCE = 5_000

/**
 * @throws Refusal segment_not_found, template_not_found, template_archived, tag_limit, bulk_nobody, bulk_running
 */
export async function startBulkEdit(
  app: App,
  db: CabinetDb,
  { userId, lang }: By,
  { rows, action }: { rows: ExportRows; action: BulkAction },
  { jobs, doors }: { jobs: BulkJobs; doors: BulkDoors },
): Promise<BulkEdit> {
  const now = app.clock.now()
  if (await sql.hasRunning(db)) throw refuse('bulk_running')
  const id = crypto.randomUUID()
  const isForJob = rows.of !== 'selected' && (await hasMoreClients(db, FIXED_AT_ONCE))
  const edit = {
    id,
    made_by: userId,
    lang,
    action: await storedAction(db, action, now),
    asked: isForJob ? await doors.asked(db, rows) : rows,
    created_at: now,
    expires_at: new Date(now.getTime() + BULK_KEPT_DAYS * DAY_MS),
  }
  await orRunning(() => sql.insertEdit(db, edit))
  if (!isForJob && (await fixAtOnce({ db, doors, edit })) === 0) throw refuse('bulk_nobody')
  await app.jobs.enqueue(db.tx, jobs.run, { cabinetId: db.cabinetId, id })
  const afterSeconds = (BULK_KEPT_DAYS * DAY_MS) / 1000
  await app.jobs.enqueue(db.tx, dropBulkEdit, { cabinetId: db.cabinetId, id }, { afterSeconds })
  await notifyOpenPages(db)
  return reply(db, id, now)
}

/** Of two that start together the index lets one go on. */
async function orRunning<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (constraintOf(error) === 'bulk_edits_running') throw refuse('bulk_running')
    throw error
  }
}

/** @throws Refusal bulk_edit_not_found, bulk_moved_on, bulk_running */
export async function undoBulkEdit(
  app: App,
  db: CabinetDb,
  id: string,
  jobs: BulkJobs,
  checkRight: (action: sql.StoredAction) => void,
): Promise<BulkEdit> {
  const now = app.clock.now()
  const row = await sql.lockEdit(db, id)
  if (!row) throw refuse('bulk_edit_not_found')
  checkRight(row.action)
  if (!canUndo(row, now)) throw refuse('bulk_moved_on')
  await orRunning(() =>
    sql.updateEdit(db, id, {
      state: 'undoing',
      total: row.counts.changed ?? 0,
      done: 0,
      after_client: null,
      started_at: now,
      ended_at: null,
    }),
  )
  await app.jobs.enqueue(db.tx, jobs.undo, { cabinetId: db.cabinetId, id })
  await notifyOpenPages(db)
  return reply(db, id, now)
}

export async function listBulkEdits(db: CabinetDb, page: { page: number; limit: number }, now: Date) {
  const { rows, total } = await sql.editPage(db, sliceOf(page))
  return { data: await replies(db, rows, now), meta: metaOf(total, page) }
}

/** @throws Refusal bulk_edit_not_found */
export const readBulkEdit = (db: CabinetDb, id: string, now: Date): Promise<BulkEdit> => reply(db, id, now)

/** @throws Refusal bulk_edit_not_found */
export async function listBulkLeft(db: CabinetDb, id: string, page: { page: number; limit: number }) {
  const edit = await sql.editById(db, id)
  if (!edit) throw refuse('bulk_edit_not_found')
  const rows = await sql.leftPage(db, id, sliceOf(page))
  // At its end they have been counted, of everybody.
  const total = edit.ended_at ? (edit.counts.refused ?? 0) + (edit.counts.kept ?? 0) : await sql.countLeft(db, id)
  const clients = new Map(
    (
      await clientsByIds(
        db,
        rows.map((row) => row.client_id),
      )
    ).map((one) => [one.id, one]),
  )
  const data = rows.map(({ client_id: clientId, reason }) => {
    const client = clients.get(clientId)
    return {
      id: clientId,
      name: client ? nameOfClient(client) : '',
      cardNumber: client?.card_number ?? 0,
      reason: reason ?? ('gone' as const),
    }
  })
  return { data, meta: metaOf(total, page) }
}

const JOB_STATES: Readonly<Record<BulkEdit['state'], RunningJob['state']>> = {
  preparing: 'preparing',
  running: 'running',
  done: 'done',
  failed: 'failed',
  undoing: 'running',
  undone: 'done',
}

/** Running ones, and those that have ended since. */
export async function runningBulkEdits(db: CabinetDb, since: Date): Promise<RunningJob[]> {
  return (await sql.recentEdits(db, since)).map((row) => ({
    kind: 'bulk' as const,
    id: row.id,
    subjectId: row.id,
    name: '',
    state: JOB_STATES[stateOf(row)],
    done: row.done,
    total: row.total,
    failed: (row.state === 'undone' ? row.counts.kept : row.counts.refused) ?? 0,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }))
}

/** Of a client who is erased. */
export const forgetInBulkEdits = (db: CabinetDb, clientId: string): Promise<void> => sql.forgetClient(db, clientId)
