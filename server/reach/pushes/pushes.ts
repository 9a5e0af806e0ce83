/**
 * Push messages: a text is written, its reach is counted, it is sent at most once a Moscow day, and its numbers are
 * kept per run. Geo and beacon pushes are switched on instead of sent.
 */
import {
  isSentType,
  PUSH_TYPES,
  type PushRepeat,
  type PushSchedule,
  pushes as contract,
  type Push,
} from '../../../contract/reach/pushes.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals, refuseAny } from '../../base/refusal.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { updatePoints } from '../passes/update-cards.ts'
import { keepPlaces, type Points, pointsOf, setPoints } from '../../cards/places/places.ts'
import { lockSegment } from '../../people/segments/segments.ts'
import { readBot } from '../telegram/telegram.ts'
import { checkInput } from './check-input.ts'
import { endRun } from './end-run.ts'
import { getPush, lockFree, missingOf, readPush, rowReply, type Included } from './reply.ts'
import { removeLocked } from './remove.ts'
import * as inWalletsSql from './in-wallets-sql.ts'
import * as messagesSql from './messages-sql.ts'
import * as scheduleSql from './schedule-sql.ts'
import * as runsSql from './runs-sql.ts'
import * as usesSql from './uses-sql.ts'
import * as sql from './sql.ts'
import { checkBeacons, checkWhole, setActive, showOnCards } from './switch.ts'

const refuse = refusals(contract)

export type PushFilter = {
  q: string
  d: 'asc' | 'desc'
  type?: sql.PushType | undefined
  status?: sql.PushStatus | 'on' | 'off' | undefined
}

export async function listPushes(
  db: CabinetDb,
  query: PushFilter & { page: number; limit: number },
  included: Included,
) {
  const { rows, total } = await sql.pushPage(db, { ...query, ...sliceOf(query) })
  return { data: rows.map((row) => rowReply(row, included)), meta: metaOf(total, query) }
}

export type PushInput = {
  name: string
  message: string
  templates: readonly string[]
  segment: string | null
  schedule?: PushSchedule | null
} & Points

async function keepTemplates(db: CabinetDb, id: string, templateIds: readonly string[]): Promise<void> {
  try {
    await sql.setTemplates(db, id, templateIds)
  } catch (error) {
    if (constraintOf(error) === 'push_templates_template') throw refuse('template_not_found')
    throw error
  }
}

/** Pushes that are sent have a segment: points are on everybody's card. One chosen under a better tariff stays. */
async function checkSegment(
  app: App,
  db: CabinetDb,
  type: sql.PushType,
  { segment }: PushInput,
  before: string | null,
  { hasSegments }: Included,
): Promise<void> {
  if (segment === null || segment === before) return
  if (!isSentType(type)) throw refuse('wrong_push_type')
  if (!hasSegments) throw refuse('segment_needs_plan')
  await lockSegment(db, segment, app.clock.now())
}

/** A moment that is saved already may be passing now; a new one may not have passed. */
async function keepSchedule(
  app: App,
  db: CabinetDb,
  push: { id: string; type: sql.PushType; send_at: Date | null; send_repeat: PushRepeat | null },
  input: PushInput,
): Promise<void> {
  const { schedule = null } = input
  // What only a newer version can read is not taken away by a form that could not show it.
  if (schedule === null && push.send_repeat !== null && !scheduleSql.isKnownRepeat(push.send_repeat)) return
  const at = schedule && new Date(schedule.at)
  if (at && !isSentType(push.type)) throw refuse('wrong_push_type')
  if (at && missingOf(push.type, input).length > 0) throw refuse('push_incomplete')
  if (at?.getTime() === push.send_at?.getTime() && (schedule?.repeat ?? null) === push.send_repeat) return
  if (at && at <= app.clock.now()) throw refuseAny('invalid_input', {}, { 'schedule.at': { code: 'moment_passed' } })
  await scheduleSql.putSchedule(db, push.id, schedule && at && { at, repeat: schedule.repeat })
}

export async function createPush(
  app: App,
  db: CabinetDb,
  type: string,
  input: PushInput,
  included: Included,
): Promise<Push> {
  const known = PUSH_TYPES.find((one) => one === type)
  if (!known) throw refuse('push_type_unknown')
  await checkBeacons(db, known)
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  if (known === 'telegram' && !(await readBot(app, db))) throw refuse('telegram_not_connected')
  await checkInput(db, known, input)
  await checkSegment(app, db, known, input, null, included)
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
  await keepSchedule(app, db, { id, type: known, send_at: null, send_repeat: null }, input)
  await setPoints(db, id, input)
  await keepPlaces(db, input.geoPoints, now)
  return readPush(app, db, id, included)
}

/** What cards have of an active push: while that stays the same, a save need not update them. */
async function contentOnCards(db: CabinetDb, push: sql.PushRow): Promise<string> {
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
  included: Included,
): Promise<Push> {
  const before = await lockFree(db, id)
  await checkInput(db, before.type, input)
  await checkSegment(app, db, before.type, input, before.segment_id, included)
  const carriedBefore = before.is_active ? await contentOnCards(db, before) : ''
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
  await keepSchedule(app, db, before, input)
  await setPoints(db, id, input)
  await keepPlaces(db, input.geoPoints, app.clock.now())
  const after = await getPush(db, id)
  if (after.is_active) {
    await checkWhole(db, after)
    const templates = new Set([...before.templates, ...after.templates].map((template) => template.id))
    if ((await contentOnCards(db, after)) !== carriedBefore) {
      await showOnCards(db, after)
      await updatePoints(app, db, [...templates])
    }
  }
  return readPush(app, db, id, included)
}

export async function switchPush(
  app: App,
  db: CabinetDb,
  id: string,
  isActive: boolean,
  included: Included,
): Promise<Push> {
  if (!(await sql.lockPush(db, id))) throw refuse('push_not_found')
  await setActive(app, db, await getPush(db, id), isActive)
  return readPush(app, db, id, included)
}

/** @param triggersOf finds the triggers that send the push; called while its row is locked */
export async function removePush(
  app: App,
  db: CabinetDb,
  id: string,
  triggersOf: () => Promise<{ id: string; name: string }[]>,
): Promise<void> {
  const push = await lockFree(db, id)
  const usedBy = await triggersOf()
  if (usedBy.length > 0)
    throw refuse('push_used_by_trigger', { where: usedBy.map((one) => one.name).join(', '), usedBy })
  await removeLocked(app, db, id)
  if (push.is_active)
    await updatePoints(
      app,
      db,
      push.templates.map((template) => template.id),
    )
}

/** The text push that was sent or created last. */
export function latestPush(db: CabinetDb): Promise<sql.PushRow | undefined> {
  return sql.latestPush(db)
}

/** Pushes that are for segments, the oldest first. */
export function pushesOfSegments(
  db: CabinetDb,
  segmentIds: readonly string[],
): Promise<{ segment: string; id: string; name: string }[]> {
  return usesSql.pushesOfSegments(db, segmentIds)
}

/** A text push cannot be deleted until the end of the transaction. @returns false when there is none such */
export function lockTextPush(db: CabinetDb, id: string): Promise<boolean> {
  return sql.lockTextPush(db, id)
}

/** Marks the message of a version that a phone has fetched, also one whose push Apple has not accepted yet. */
export async function markDelivered(app: App, db: CabinetDb, passId: string, version: number): Promise<void> {
  for (const runId of await messagesSql.markDelivered(db, passId, version, app.clock.now())) {
    await runsSql.moveWaiting(db, runId, { waiting: 1, sent: 1, unknown: 0 })
    await endRun(app, db, runId)
  }
}

/** A card has left a wallet: noted at the latest message that it had there. */
export async function markRemoved(
  db: CabinetDb,
  pass: { id: string; client_id: string },
  wallet: 'apple' | 'google',
  at: Date,
): Promise<void> {
  await inWalletsSql.markRemoved(db, pass, wallet, at)
}

export { countsOf, readPush, includedIn } from './reply.ts'
export { reachOf, sendStatus, startSend, statistics } from './start-send.ts'
export { addChosen, beginForChosen, sendToChosen } from './to-chosen.ts'
export { pushHistory, sendToClient } from './to-client.ts'
export { pointSettings } from './switch.ts'
export { runningSends } from './running.ts'
export { beginTriggerRun, reachedBy } from './for-triggers.ts'
export { addPeople, finishRun } from './run-of-people.ts'
export { columnOfPush } from './in-queries.ts'
export { clearPush } from './remove.ts'

/** How many pushes each of these templates has. */
export async function countPushesOf(
  db: CabinetDb,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return templateIds.length === 0 ? new Map() : new Map(await usesSql.countPushesOf(db, templateIds))
}

/** Variables that texts of pushes name, the oldest push first. */
export function pushesNaming(db: CabinetDb, names: readonly string[]) {
  return usesSql.pushesNaming(db, names)
}

/** Names by id; unknown ids are left out. */
export function pushNames(db: CabinetDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return usesSql.pushNames(db, ids)
}

/** Messages that a client was sent. */
export const countMessages = (db: CabinetDb, clientId: string): Promise<number> =>
  messagesSql.countMessages(db, clientId)

/** The messages of an erased client stay in the figures, without their texts. @returns how many they are */
export const emptyMessages = (db: CabinetDb, clientId: string): Promise<number> =>
  messagesSql.emptyMessages(db, clientId)

/** What people have sent last, the newest first. */
export function latestRuns(db: CabinetDb, limit: number): Promise<runsSql.SentRun[]> {
  return runsSql.latestRuns(db, limit)
}

/** Names of these pushes; of one that was deleted there is none. */
export function namesOfPushes(db: CabinetDb, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return runsSql.namesOfPushes(db, ids)
}
