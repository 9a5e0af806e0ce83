/** Messages to many: a push is written, its reach is counted, it goes once a Moscow day, and its numbers are kept per run. */
import { fillText } from '../../card/fill.ts'
import { clients as clientContract } from '../../contract/clients.ts'
import { pushes as contract, type Push, type PushRow } from '../../contract/pushes.ts'
import { moscowDay, moscowTimeText, nextMoscowDay } from '../base/clock.ts'
import { type CabinetDb, constraintOf } from '../base/db.ts'
import type { Floor } from '../base/floor.ts'
import { refusals } from '../base/refusal.ts'
import { activeCertificate } from '../certificates/certificates.ts'
import { getClient } from '../clients/clients.ts'
import * as passes from '../passes/passes.ts'
import { firstUnknown } from '../variables/variables.ts'
import { sendChunk, sendMessageJob } from './send.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const refuseClient = refusals(clientContract)
const CHUNK = 1000

function rowReply(row: sql.PushRow): PushRow {
  return {
    id: row.id, name: row.name, type: row.type, message: row.message, status: row.status, templates: row.templates,
    counts: { cards: row.cards ?? 0, sent: row.sent ?? 0, delivered: row.delivered ?? 0, failed: row.failed ?? 0, unknown: row.unknown ?? 0 },
    createdAt: row.created_at.toISOString(), sentAt: row.run_at?.toISOString() ?? null,
  }
}

const isMoving = (status: sql.PushStatus) => status === 'queue' || status === 'in_progress'

function reply(row: sql.PushRow, now: Date): Push {
  const isSentToday = row.moscow_day === moscowDay(now)
  const isFree = !isMoving(row.status)
  return {
    ...rowReply(row), version: row.version,
    allowed: { edit: isFree, remove: isFree, send: isFree && !isSentToday, sendAgainAt: isSentToday ? nextMoscowDay(now).toISOString() : null },
  }
}

export async function listPushes(db: CabinetDb, query: { page: number; limit: number; q: string; d: 'asc' | 'desc'; status?: sql.PushStatus | undefined }) {
  const { rows, total } = await sql.pushPage(db, { ...query, offset: (query.page - 1) * query.limit })
  return { data: rows.map(rowReply), meta: { total, page: query.page, limit: query.limit } }
}

export type PushInput = { name: string; message: string; templates: readonly string[] }

async function keepTemplates(db: CabinetDb, id: string, templateIds: readonly string[]): Promise<void> {
  try {
    await sql.setTemplates(db, id, templateIds)
  } catch (error) {
    if (constraintOf(error) === 'push_templates_template') throw refuse('template_not_found')
    throw error
  }
}

async function checkMessage(db: CabinetDb, message: string): Promise<void> {
  const unknown = await firstUnknown(db, [message])
  if (unknown !== undefined) throw refuse('unknown_variable', { name: unknown })
}

export async function createPush(floor: Floor, db: CabinetDb, type: string, input: PushInput): Promise<Push> {
  if (type !== 'text') throw refuse('push_type_unknown')
  if (!(await activeCertificate(floor, db))) throw refuse('cards_not_active')
  await checkMessage(db, input.message)
  const id = crypto.randomUUID()
  const now = floor.clock.now()
  await sql.insertPush(db, { id, name: input.name, message: input.message, created_at: now, updated_at: now })
  await keepTemplates(db, id, input.templates)
  return readPush(floor, db, id)
}

export async function readPush(floor: Floor, db: CabinetDb, id: string): Promise<Push> {
  const row = await sql.pushById(db, id)
  if (!row) throw refuse('push_not_found')
  return reply(row, floor.clock.now())
}

/** Takes the push, which must not be under way. */
async function lockFree(db: CabinetDb, id: string): Promise<void> {
  const row = await sql.lockPush(db, id)
  if (!row) throw refuse('push_not_found')
  if (isMoving(row.status)) throw refuse('push_in_queue')
}

export async function savePush(floor: Floor, db: CabinetDb, id: string, input: PushInput & { version: number }): Promise<Push> {
  await lockFree(db, id)
  await checkMessage(db, input.message)
  if (!(await sql.updatePush(db, id, input.version, { name: input.name, message: input.message, updated_at: floor.clock.now() }))) throw refuse('version_conflict')
  await keepTemplates(db, id, input.templates)
  return readPush(floor, db, id)
}

export async function removePush(db: CabinetDb, id: string): Promise<void> {
  await lockFree(db, id)
  await sql.deletePush(db, id)
}

export const reachOf = sql.reachOf

/** Freezes the audience and puts its chunks into the queue, all in the caller's transaction. The unique day of the run is the once-a-day rule. */
export async function startSend(floor: Floor, db: CabinetDb, id: string): Promise<Push> {
  await lockFree(db, id)
  if (!(await activeCertificate(floor, db))) throw refuse('cards_not_active')
  const push = await sql.pushById(db, id)
  if (!push || push.message.trim() === '' || push.templates.length === 0) throw refuse('push_incomplete')
  const now = floor.clock.now()
  const runId = crypto.randomUUID()
  let made
  try {
    made = await sql.insertRun(db, { id: runId, push_id: id, moscow_day: moscowDay(now), message: push.message, created_at: now }, CHUNK)
  } catch (error) {
    if (constraintOf(error) === 'push_runs_once_a_day') throw refuse('push_once_a_day', { next: moscowTimeText(nextMoscowDay(now)) })
    throw error
  }
  await sql.setStatus(db, id, 'queue')
  for (let no = 0; no < made.chunks; no++) await floor.jobs.enqueue(db.tx, sendChunk, { cabinetId: db.cabinetId, runId, no })
  if (made.chunks === 0) await sql.endRun(db, runId, now)
  return readPush(floor, db, id)
}

export async function sendStatus(db: CabinetDb, id: string) {
  const row = await sql.pushById(db, id)
  if (!row) throw refuse('push_not_found')
  return { status: row.status, ...await sql.progressOf(db, id) }
}

export async function statistics(db: CabinetDb, id: string) {
  if (!(await sql.pushById(db, id))) throw refuse('push_not_found')
  return {
    runs: (await sql.runsOf(db, id)).map((run) => ({
      cards: run.cards, sent: run.sent, delivered: run.delivered, failed: run.failed, unknown: run.unknown, apple: run.apple, google: run.google,
      createdAt: run.created_at.toISOString(), startedAt: run.started_at?.toISOString() ?? null, endedAt: run.ended_at?.toISOString() ?? null,
    })),
  }
}

/** One client, one message; the text may hold variables. */
export async function sendToClient(floor: Floor, db: CabinetDb, clientId: string, message: string): Promise<{ channels: ('apple' | 'google')[] }> {
  const client = await getClient(db, clientId)
  const tag = await passes.startChange(db)
  const pass = await passes.passOfClient(db, client.id)
  const [one] = pass ? await sql.recipients(db, [pass.id]) : []
  if (!pass || !one || (!one.hasApple && one.googleObjectId === null)) throw refuseClient('no_card_installed')
  const text = fillText(message, (await passes.wholeCard(db, pass)).values)
  const messageId = crypto.randomUUID()
  await sql.insertMessages(db, [{
    id: messageId, client_id: client.id, pass_id: pass.id, run_id: null, text, channel: one.hasApple ? 'apple' : 'google', state: 'queued',
    pass_version: pass.version + 1, at: floor.clock.now(),
  }])
  await passes.writeMessages(floor, db, [{ id: pass.id, text }], tag)
  await floor.jobs.enqueue(db.tx, sendMessageJob, { cabinetId: db.cabinetId, messageId })
  return { channels: [...(one.hasApple ? ['apple' as const] : []), ...(one.googleObjectId !== null ? ['google' as const] : [])] }
}

export async function pushHistory(db: CabinetDb, clientId: string, page: { page: number; limit: number }) {
  await getClient(db, clientId)
  const { rows, total } = await sql.messagesOf(db, clientId, { limit: page.limit, offset: (page.page - 1) * page.limit })
  return {
    data: rows.map((row) => ({ id: row.id, at: row.at.toISOString(), text: row.text, channel: row.channel, state: row.state, deliveredAt: row.delivered_at?.toISOString() ?? null })),
    meta: { total, page: page.page, limit: page.limit },
  }
}

export const latestPush = sql.latestPush
