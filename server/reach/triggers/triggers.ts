/**
 * Triggers: actions that run automatically. Here they are saved, ordered and switched; `run.ts` runs them. When several
 * triggers would do the same kind of action to one client in one pass, the one placed higher does it.
 */
import { triggers as contract, type Trigger, type TriggerInput } from '../../../contract/reach/triggers.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { lockLimits, readLimits } from '../../platform/cabinets/cabinets.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { lockTextPush } from '../pushes/pushes.ts'
import * as acts from './acts-sql.ts'
import { isPassed, nextRun, type Schedule } from './due.ts'
import { recordPart } from './insiders.ts'
import { queueRun } from './jobs.ts'
import { type Missing, missingOf } from './missing.ts'
import { breakOff } from './part.ts'
import { segmentCondition } from '../../people/segments/segments.ts'
import { removeLocked } from './remove.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

const DRAFT_LIFE_MS = DAY_MS
const DRAFTS_MAX = 20

const isUnderWay = (row: sql.TriggerRow) => row.push_status === 'queue' || row.push_status === 'in_progress'
const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

function reply(row: sql.TriggerRow, position = row.position): Trigger {
  return {
    id: row.id,
    name: row.name,
    isDraft: row.is_draft,
    isActive: row.is_active,
    position,
    activation: row.activation,
    segment: named(row.segment_id, row.segment_name),
    action: row.action,
    push:
      row.push_id === null ? null : { id: row.push_id, name: row.push_name ?? '', status: row.push_status ?? 'draft' },
    template: named(row.template_id, row.template_name),
    date: row.day,
    time: row.time,
    daysToBirthday: row.days_to_birthday,
    daysAfterCreate: row.days_after_create,
    removeTemplateAfterDays: row.back_after_days,
    missing: missingOf(row),
    nextRunAt: row.next_run_at?.toISOString() ?? null,
    lastRun: row.last_run_at && { at: row.last_run_at.toISOString(), clients: row.last_run_clients ?? 0 },
    version: row.version,
    createdAt: row.created_at.toISOString(),
    allowed: { toggle: row.activation !== 'now' || !row.is_active, remove: !isUnderWay(row) },
  }
}

export async function listTriggers(db: CabinetDb) {
  const rows = await sql.allTriggers(db)
  const areCardsActive = (await activeCertificate(db)) !== undefined
  return {
    triggers: rows.map((row, index) => reply(row, index + 1)),
    limit: (await readLimits(db)).triggers,
    newer: await sql.countNewer(db),
    areCardsActive,
  }
}

/**
 * Counted while the cabinet's row is locked, so that two requests at the same time cannot both take the last place.
 */
async function checkLimit(db: CabinetDb): Promise<void> {
  const { triggers: limit } = await lockLimits(db)
  if ((await sql.countTriggers(db)).total >= limit) throw refuse('trigger_limit', { limit })
}

export async function createTrigger(app: App, db: CabinetDb): Promise<Trigger> {
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  await checkLimit(db)
  const now = app.clock.now()
  await sql.dropOldDrafts(db, new Date(now.getTime() - DRAFT_LIFE_MS), DRAFTS_MAX - 1)
  const id = crypto.randomUUID()
  await sql.insertDraft(db, id, now)
  return readTrigger(db, id)
}

export async function readTrigger(db: CabinetDb, id: string): Promise<Trigger> {
  const row = await sql.triggerById(db, id)
  if (!row) throw refuse('trigger_not_found')
  return reply(row)
}

async function take(db: CabinetDb, id: string): Promise<sql.TriggerRow> {
  const row = await sql.lockTrigger(db, id)
  if (!row) throw refuse('trigger_not_found')
  return row
}

const passed = () => refuse('trigger_date_passed', {}, { date: { code: 'moment_passed' } })

/** The field at which a missing part is shown. */
const NEEDS: Readonly<Record<Missing, { field: keyof TriggerInput; code: string }>> = {
  segment: { field: 'segment', code: 'trigger_segment' },
  push: { field: 'push', code: 'trigger_push' },
  message: { field: 'push', code: 'trigger_message' },
  template: { field: 'template', code: 'trigger_template' },
  date: { field: 'date', code: 'trigger_date' },
  time: { field: 'time', code: 'trigger_time' },
}

function checkReady(row: sql.TriggerRow, now: Date): void {
  const missing = missingOf(row)
  if (missing.length > 0)
    throw refuse(
      'trigger_incomplete',
      { missing: missing.join(', ') },
      Object.fromEntries(missing.map((name) => [NEEDS[name].field, { code: NEEDS[name].code }])),
    )
  if (isPassed(row, now)) throw passed()
}

/** Starts again without memory of earlier runs. Clients who are in the segment by now have not entered it. */
async function start(app: App, db: CabinetDb, row: sql.TriggerRow): Promise<void> {
  const now = app.clock.now()
  // In a small account the first part is the last one.
  const after = row.activation === 'input' ? await recordPart(db, row, { after: null, since: now }) : null
  await sql.updateTrigger(db, row.id, {
    is_active: true,
    ran_day: null,
    started_at: now,
    looked_at: null,
    insiders_after: after,
    next_run_at: after === null ? (row.activation === 'now' ? now : nextRun(row, now)) : null,
  })
  if (row.activation === 'now' || after !== null) await queueRun(app, db)
}

function columnsOf(input: TriggerInput) {
  return {
    name: input.name,
    activation: input.activation,
    segment_id: input.segment,
    action: input.action,
    push_id: input.push,
    template_id: input.template,
    day: input.date,
    time: input.time,
    days_to_birthday: input.daysToBirthday,
    days_after_create: input.daysAfterCreate,
    back_after_days: input.removeTemplateAfterDays,
  }
}

/** The foreign keys check that the parts exist; drafts of segments and other types of push are refused here. */
async function store(db: CabinetDb, id: string, change: sql.TriggerChange, now: Date): Promise<void> {
  if (change.segment_id) await segmentCondition(db, change.segment_id, now)
  if (change.push_id && !(await lockTextPush(db, change.push_id))) throw refuse('push_not_found')
  try {
    await sql.saveTrigger(db, id, change)
  } catch (error) {
    if (constraintOf(error) === 'triggers_template') throw refuse('template_not_found')
    throw error
  }
}

const isSameMoment = (one: Schedule, other: Schedule) =>
  one.activation === other.activation && one.day === other.day && one.time === other.time

export async function saveTrigger(
  app: App,
  db: CabinetDb,
  id: string,
  input: TriggerInput & { version: number },
): Promise<Trigger> {
  const before = await take(db, id)
  if (before.version !== input.version) throw refuse('version_conflict')
  if (before.is_draft) await checkLimit(db)
  const now = app.clock.now()
  const change = columnsOf(input)
  // A trigger whose moment has passed may still be renamed.
  if (isPassed(change, now) && (before.is_active || !isSameMoment(change, before))) throw passed()
  await store(db, id, { ...change, is_draft: false, updated_at: now }, now)
  const wasInPass = await breakOff(app, db, before)
  const after = await take(db, id)
  if (after.is_active) checkReady(after, now)
  const mustStart = after.activation === 'now' && !after.is_active && missingOf(after).length === 0
  const isOther = before.activation !== after.activation || before.segment_id !== after.segment_id
  if (mustStart || (after.is_active && isOther)) await start(app, db, after)
  // Those whom its pass had not come to are due still.
  else if (after.is_active && after.insiders_after === null)
    await sql.updateTrigger(db, id, { next_run_at: wasInPass ? now : nextRun(after, now) })
  return readTrigger(db, id)
}

export async function switchTrigger(app: App, db: CabinetDb, id: string, isActive: boolean): Promise<Trigger> {
  const row = await take(db, id)
  if (!isActive) {
    if (row.activation === 'now') throw refuse('trigger_now_stays_on')
    await breakOff(app, db, row)
    // Who is recorded by now stays so: that is put right when it is turned on again.
    await sql.updateTrigger(db, id, { is_active: false, next_run_at: null, insiders_after: null })
  } else if (!row.is_active) {
    checkReady(row, app.clock.now())
    await start(app, db, row)
  }
  return readTrigger(db, id)
}

/** @param checkRight refuses a person who may not delete; a draft, which the editor leaves behind, anybody may */
export async function removeTrigger(app: App, db: CabinetDb, id: string, checkRight: () => void): Promise<void> {
  const trigger = await take(db, id)
  if (!trigger.is_draft) checkRight()
  if (isUnderWay(trigger)) throw refuse('trigger_push_queued')
  await removeLocked(app, db, id)
}

export async function orderTriggers(db: CabinetDb, ids: readonly string[]): Promise<void> {
  const known = (await sql.lockAllIds(db)).toSorted((one, other) => one.position - other.position).map((one) => one.id)
  if (ids.some((id) => !known.includes(id))) throw refuse('trigger_not_found')
  await sql.setPositions(db, [...new Set([...ids, ...known])])
}

/** Saved triggers of the cabinet, and how many of them are on. */
export function countTriggers(db: CabinetDb): Promise<{ total: number; active: number }> {
  return sql.countTriggers(db)
}

/** Triggers that send a push, by their order. */
export function triggersOfPush(db: CabinetDb, pushId: string): Promise<{ id: string; name: string }[]> {
  return sql.triggersOfPush(db, pushId)
}

/** Triggers that are for segments, the oldest first. */
export function triggersOfSegments(
  db: CabinetDb,
  segmentIds: readonly string[],
): Promise<{ segment: string; id: string; name: string }[]> {
  return sql.triggersOfSegments(db, segmentIds)
}

export { estimate } from './estimate.ts'
export { clearTrigger } from './remove.ts'

/** How many triggers move clients to each of these templates. */
export async function countTriggersOf(
  db: CabinetDb,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return templateIds.length === 0 ? new Map() : new Map(await sql.countTriggersOf(db, templateIds))
}

/** Names by id; unknown ids are left out. */
export function triggerNames(db: CabinetDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return sql.triggerNames(db, ids)
}

/** What triggers have done for a client. */
export async function actsOnClient(db: CabinetDb, clientId: string): Promise<{ trigger: string; at: string }[]> {
  return (await acts.actsOnClient(db, clientId)).map(({ trigger, at }) => ({ trigger, at: at.toISOString() }))
}
