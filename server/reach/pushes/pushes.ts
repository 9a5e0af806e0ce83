/**
 * Messages to many: a text is written, its reach is counted, it goes once a Moscow day, and its numbers are kept per
 * run; other types are switched on.
 */
import { fillText } from '../../../card/fill.ts'
import { clients as clientContract } from '../../../contract/people/clients.ts'
import { PUSH_TYPES, pushes as contract, type Push, type PushRow } from '../../../contract/reach/pushes.ts'
import { moscowDay, moscowTimeText, nextMoscowDay } from '../../../contract/time.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { wakeLines } from '../../platform/notifications/notifications.ts'
import { getClient } from '../../people/clients/clients.ts'
import * as passes from '../passes/passes.ts'
import { bringPoints, waitsUntil } from '../passes/update-cards.ts'
import { type Points, pointsOf, setPoints } from '../../cards/places/places.ts'
import { holdSegment, segmentCondition } from '../../people/segments/segments.ts'
import { firstUnknown } from '../../cards/variables/variables.ts'
import { triggersOf } from './for-triggers-sql.ts'
import { sendChunk, sendMessageJob } from './send.ts'
import * as sql from './sql.ts'
import { checkBeacons, checkWhole, setActive } from './switch.ts'

const refuse = refusals(contract)
const refuseClient = refusals(clientContract)
const CHUNK = 1000

/** What the caller's tariff shows and lets choose. */
export type Sight = { hasStatistics: boolean; hasSegments: boolean }
/** The tariff as the call knows it: without one, and in the demo, there are no statistics. */
export const sightOf = (tariff: string | null): Sight => ({
  hasStatistics: tariff !== null && tariff !== 'demo',
  hasSegments: tariff === 'advanced' || tariff === 'expert',
})

function rowReply(row: sql.PushRow, { hasStatistics }: Sight): PushRow {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    message: row.message,
    status: row.status,
    isActive: row.is_active,
    points: row.points,
    templates: row.templates,
    segment: row.segment,
    counts: hasStatistics
      ? {
          cards: row.cards ?? 0,
          sent: row.sent ?? 0,
          delivered: row.delivered ?? 0,
          failed: row.failed ?? 0,
          unknown: row.unknown ?? 0,
        }
      : null,
    createdAt: row.created_at.toISOString(),
    sentAt: row.run_at?.toISOString() ?? null,
  }
}

const isMoving = (status: sql.PushStatus) => status === 'queue' || status === 'in_progress'

async function reply(app: App, db: CabinetDb, row: sql.PushRow, sight: Sight): Promise<Push> {
  const now = app.clock.now()
  const isSentToday = row.moscow_day === moscowDay(now)
  const isFree = !isMoving(row.status)
  const isText = row.type === 'text'
  const waits = isText
    ? null
    : await waitsUntil(
        app,
        db,
        row.templates.map((template) => template.id),
      )
  return {
    ...rowReply(row, sight),
    version: row.version,
    ...(isText ? { geoPoints: [], beacons: [] } : await pointsOf(db, row.id)),
    cardsAt: waits?.toISOString() ?? null,
    allowed: {
      edit: isFree,
      remove: isFree,
      send: isText && isFree && !isSentToday,
      sendAgainAt: isSentToday ? nextMoscowDay(now).toISOString() : null,
    },
  }
}

export type PushFilter = {
  q: string
  d: 'asc' | 'desc'
  type?: sql.PushType | undefined
  status?: sql.PushStatus | 'on' | 'off' | undefined
}

export async function listPushes(db: CabinetDb, query: PushFilter & { page: number; limit: number }, sight: Sight) {
  const { rows, total } = await sql.pushPage(db, { ...query, ...sliceOf(query) })
  return { data: rows.map((row) => rowReply(row, sight)), meta: metaOf(total, query) }
}

export type PushInput = { name: string; message: string; templates: readonly string[]; segment: string | null } & Points

async function keepTemplates(db: CabinetDb, id: string, templateIds: readonly string[]): Promise<void> {
  try {
    await sql.setTemplates(db, id, templateIds)
  } catch (error) {
    if (constraintOf(error) === 'push_templates_template') throw refuse('template_not_found')
    throw error
  }
}

/**
 * A segment is for what is sent: places and beacons stand on the card of everybody. Another tariff takes away no choice
 * that was made.
 */
async function checkSegment(
  app: App,
  db: CabinetDb,
  type: sql.PushType,
  { segment }: PushInput,
  before: string | null,
  { hasSegments }: Sight,
): Promise<void> {
  if (segment === null || segment === before) return
  if (type !== 'text') throw refuse('wrong_push_type')
  if (!hasSegments) throw refuse('segment_needs_plan')
  await holdSegment(db, segment, app.clock.now())
}

async function checkInput(db: CabinetDb, type: sql.PushType, input: PushInput): Promise<void> {
  if ((type !== 'geo' && input.geoPoints.length > 0) || (type !== 'beacon' && input.beacons.length > 0))
    throw refuse('wrong_push_type')
  const unknown = await firstUnknown(db, [
    input.message,
    ...[...input.geoPoints, ...input.beacons].map((point) => point.text),
  ])
  if (unknown !== undefined) throw refuse('unknown_variable', { name: unknown })
}

export async function createPush(app: App, db: CabinetDb, type: string, input: PushInput, sight: Sight): Promise<Push> {
  const known = PUSH_TYPES.find((one) => one === type)
  if (!known) throw refuse('push_type_unknown')
  await checkBeacons(db, known)
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  await checkInput(db, known, input)
  await checkSegment(app, db, known, input, null, sight)
  const id = crypto.randomUUID()
  const now = app.clock.now()
  await sql.insertPush(db, {
    id,
    type: known,
    name: input.name,
    message: input.message,
    segment_id: input.segment,
    created_at: now,
    updated_at: now,
  })
  await keepTemplates(db, id, input.templates)
  await setPoints(db, id, input)
  return readPush(app, db, id, sight)
}

async function getPush(db: CabinetDb, id: string): Promise<sql.PushRow> {
  const row = await sql.pushById(db, id)
  if (!row) throw refuse('push_not_found')
  return row
}

export async function readPush(app: App, db: CabinetDb, id: string, sight: Sight): Promise<Push> {
  return reply(app, db, await getPush(db, id), sight)
}

/** Takes the push, which must not be under way. */
async function lockFree(db: CabinetDb, id: string): Promise<sql.PushRow> {
  const row = await sql.lockPush(db, id)
  if (!row) throw refuse('push_not_found')
  if (isMoving(row.status)) throw refuse('push_in_queue')
  return getPush(db, id)
}

/** What cards carry of a push that is on: while it stays the same, no card needs to hear of a save. */
async function onCards(db: CabinetDb, push: sql.PushRow): Promise<string> {
  return JSON.stringify([
    push.message,
    push.templates.map((template) => template.id).sort(),
    await pointsOf(db, push.id),
  ])
}

export async function savePush(
  app: App,
  db: CabinetDb,
  id: string,
  input: PushInput & { version: number },
  sight: Sight,
): Promise<Push> {
  const before = await lockFree(db, id)
  await checkInput(db, before.type, input)
  await checkSegment(app, db, before.type, input, before.segment_id, sight)
  const carriedBefore = before.is_active ? await onCards(db, before) : ''
  if (
    !(await sql.updatePush(db, id, input.version, {
      name: input.name,
      message: input.message,
      segment_id: input.segment,
      updated_at: app.clock.now(),
    }))
  )
    throw refuse('version_conflict')
  await keepTemplates(db, id, input.templates)
  await setPoints(db, id, input)
  const after = await getPush(db, id)
  if (after.is_active) {
    await checkWhole(db, after)
    const templates = new Set([...before.templates, ...after.templates].map((template) => template.id))
    if ((await onCards(db, after)) !== carriedBefore) await bringPoints(app, db, [...templates])
  }
  return readPush(app, db, id, sight)
}

export async function switchPush(app: App, db: CabinetDb, id: string, isActive: boolean, sight: Sight): Promise<Push> {
  if (!(await sql.lockPush(db, id))) throw refuse('push_not_found')
  await setActive(app, db, await getPush(db, id), isActive)
  return readPush(app, db, id, sight)
}

export async function removePush(app: App, db: CabinetDb, id: string): Promise<void> {
  const push = await lockFree(db, id)
  const usedBy = await triggersOf(db, id)
  if (usedBy.length > 0)
    throw refuse('push_used_by_trigger', { where: usedBy.map((one) => one.name).join(', '), usedBy })
  await sql.deletePush(db, id)
  if (push.is_active)
    await bringPoints(
      app,
      db,
      push.templates.map((template) => template.id),
    )
}

/** Of a segment, as a condition over `clients`; undefined when all are meant. */
const amongOf = (app: App, db: CabinetDb, segment: string | null) =>
  segment === null ? Promise.resolve(undefined) : segmentCondition(db, segment, app.clock.now())

/** @throws Refusal segment_not_found */
export async function reachOf(
  app: App,
  db: CabinetDb,
  { templates, segment }: Pick<PushInput, 'templates' | 'segment'>,
) {
  return sql.reachOf(db, templates, await amongOf(app, db, segment))
}

/**
 * Freezes the audience and puts its chunks into the queue, all in the caller's transaction. The unique day of the run
 * is the once-a-day rule.
 */
export async function startSend(app: App, db: CabinetDb, id: string, sight: Sight): Promise<Push> {
  const push = await lockFree(db, id)
  if (push.type !== 'text') throw refuse('wrong_push_type')
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  const missing = [push.message.trim() === '' && 'message', push.templates.length === 0 && 'templates'].filter(
    (one) => one !== false,
  )
  if (missing.length > 0) throw refuse('push_incomplete', { missing: missing.join() })
  const now = app.clock.now()
  const runId = crypto.randomUUID()
  let made
  try {
    made = await sql.insertRun(
      db,
      { id: runId, push_id: id, moscow_day: moscowDay(now), message: push.message, created_at: now },
      await amongOf(app, db, push.segment_id),
      CHUNK,
    )
  } catch (error) {
    if (constraintOf(error) === 'push_runs_once_a_day')
      throw refuse('push_once_a_day', { next: moscowTimeText(nextMoscowDay(now)) })
    throw error
  }
  await sql.setStatus(db, id, 'queue')
  for (let no = 0; no < made.chunks; no++)
    await app.jobs.enqueue(db.tx, sendChunk, { cabinetId: db.cabinetId, runId, no })
  if (made.chunks === 0) await sql.endRun(db, runId, now)
  await wakeLines(db)
  return readPush(app, db, id, sight)
}

export async function sendStatus(db: CabinetDb, id: string) {
  const row = await sql.pushById(db, id)
  if (!row) throw refuse('push_not_found')
  return { status: row.status, ...(await sql.progressOf(db, id)) }
}

export async function statistics(db: CabinetDb, id: string) {
  if (!(await sql.pushById(db, id))) throw refuse('push_not_found')
  return {
    runs: (await sql.runsOf(db, id)).map((run) => ({
      cards: run.cards,
      sent: run.sent,
      delivered: run.delivered,
      failed: run.failed,
      unknown: run.unknown,
      apple: run.apple,
      google: run.google,
      createdAt: run.created_at.toISOString(),
      startedAt: run.started_at?.toISOString() ?? null,
      endedAt: run.ended_at?.toISOString() ?? null,
    })),
  }
}

/** One client, one message; the text may hold variables. */
export async function sendToClient(
  app: App,
  db: CabinetDb,
  clientId: string,
  message: string,
): Promise<{ channels: ('apple' | 'google')[] }> {
  const client = await getClient(db, clientId)
  const tag = await passes.startChange(db)
  const pass = await passes.passOfClient(db, client.id)
  const [one] = pass ? await sql.recipients(db, [pass.id]) : []
  if (!pass || !one || (!one.hasApple && one.googleObjectId === null)) throw refuseClient('no_card_installed')
  const text = fillText(message, (await passes.wholeCard(db, pass)).values)
  const messageId = crypto.randomUUID()
  await sql.insertMessages(db, [
    {
      id: messageId,
      client_id: client.id,
      pass_id: pass.id,
      run_id: null,
      text,
      channel: one.hasApple ? 'apple' : 'google',
      state: 'queued',
      pass_version: pass.version + 1,
      at: app.clock.now(),
    },
  ])
  await passes.writeMessages(app, db, [{ id: pass.id, text }], tag)
  await app.jobs.enqueue(db.tx, sendMessageJob, { cabinetId: db.cabinetId, messageId })
  return {
    channels: [
      ...(one.hasApple ? ['apple' as const] : []),
      ...(one.googleObjectId !== null ? ['google' as const] : []),
    ],
  }
}

export async function pushHistory(db: CabinetDb, clientId: string, page: { page: number; limit: number }) {
  await getClient(db, clientId)
  const { rows, total } = await sql.messagesOf(db, clientId, sliceOf(page))
  return {
    data: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      text: row.text,
      channel: row.channel,
      state: row.state,
      deliveredAt: row.delivered_at?.toISOString() ?? null,
    })),
    meta: metaOf(total, page),
  }
}

/** The text that was sent or written last. */
export function latestPush(db: CabinetDb): Promise<sql.PushRow | undefined> {
  return sql.latestPush(db)
}

export { pointSettings } from './switch.ts'
export type { PushStatus } from './sql.ts'
export { runningSends } from './running.ts'
export { reachedBy, sendToClients } from './for-triggers.ts'
