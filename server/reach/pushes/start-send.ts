/** Starts sending a push, whose audience is fixed next (`audience.ts`), and reports the progress. */
import { isSentType, pushes as contract, type Push, type SentType } from '../../../contract/reach/pushes.ts'
import { sql as kysely } from 'kysely'
import type { App } from '../../base/app.ts'
import { moscowDay, moscowTimeText, nextMoscowDay } from '../../../contract/time.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import type { ClientCondition } from '../../people/clients/clients.ts'
import { rulesOf, segmentCondition } from '../../people/segments/segments.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { countReach } from '../passes/passes.ts'
import { type Bot, readBot, selectReachable } from '../telegram/telegram.ts'
import { fixAudience, fixPart } from './audience.ts'
import * as audienceSql from './audience-sql.ts'
import { countsOf, lockFree, missingOf, readPush, type Included } from './reply.ts'
import { newRunId } from './message-ids.ts'
import * as runsSql from './runs-sql.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
/** The clients of a segment; undefined when the push is for all clients. */
const amongOf = (app: App, db: CabinetDb, segment: string | null) =>
  segment === null ? Promise.resolve(undefined) : segmentCondition(db, segment, app.clock.now())

const isLinked = (db: CabinetDb, bot: Bot): ClientCondition => kysely`clients.id in (${selectReachable(db, bot)})`

type Asked = { type: SentType; templates: readonly string[]; segment: string | null }

/** @throws Refusal segment_not_found */
export async function reachOf(app: App, db: CabinetDb, { type, templates, segment }: Asked) {
  const among = await amongOf(app, db, segment)
  if (type === 'text') return { ...(await countReach(db, templates, among)), linked: null }
  const bot = await readBot(app, db)
  return {
    ...(await countAudience(db, templates, among)),
    linked: bot ? await countLinked(db, bot, templates, among) : null,
  }
}

/** Whether their card is in a wallet is nothing to Telegram. */
const countAudience = (db: CabinetDb, templates: readonly string[], among: ClientCondition | undefined) =>
  countReach(db, templates.length === 0 ? null : templates, among)

async function countLinked(
  db: CabinetDb,
  bot: Bot,
  templates: readonly string[],
  among: ClientCondition | undefined,
): Promise<number> {
  const linked = isLinked(db, bot)
  return (await countAudience(db, templates, among ? kysely`(${among} and ${linked})` : linked)).clients
}

/** Only of a push by Telegram: how many clients it is for, with a linked chat or not. */
async function audienceOf(app: App, db: CabinetDb, push: sql.PushRow): Promise<{ audience?: number }> {
  if (push.type !== 'telegram') return {}
  if (!(await readBot(app, db))) throw refuse('telegram_not_connected')
  const templates = push.templates.map((one) => one.id)
  return { audience: (await countAudience(db, templates, await amongOf(app, db, push.segment_id))).clients }
}

/**
 * Begins to fix the audience, in the caller's transaction; of a small account that is all of it, and its chunks are
 * queued. The unique day of the run is the once-a-day rule.
 */
export async function startSend(app: App, db: CabinetDb, id: string, included: Included): Promise<Push> {
  const push = await lockFree(db, id)
  if (!isSentType(push.type)) throw refuse('wrong_push_type')
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  const missing = missingOf(push.type, push)
  if (missing.length > 0) throw refuse('push_incomplete', { missing: missing.join() })
  const now = app.clock.now()
  const runId = newRunId(now)
  const rules = push.segment_id === null ? null : await rulesOf(db, push.segment_id)
  const of = await audienceOf(app, db, push)
  try {
    await runsSql.insertRun(db, {
      id: runId,
      push_id: id,
      trigger_id: null,
      moscow_day: moscowDay(now),
      message: push.message,
      created_at: now,
      ...of,
    })
  } catch (error) {
    if (constraintOf(error) === 'push_runs_once_a_day')
      throw refuse('push_once_a_day', { next: moscowTimeText(nextMoscowDay(now)) })
    throw error
  }
  await audienceSql.insertAudience(db, { runId, rules, statusBefore: push.status })
  const audience = await audienceSql.lockAudience(db, runId)
  const state = audience && (await fixPart(app, db, audience))
  // The transaction takes the run back: the day is not used up.
  if (state === 'nobody') throw refuse(push.type === 'telegram' ? 'telegram_to_nobody' : 'push_to_nobody')
  await audienceSql.markQueued(db, id)
  if (state === 'more') await app.jobs.enqueue(db.tx, fixAudience, { cabinetId: db.cabinetId, runId })
  await notifyOpenPages(db)
  return readPush(app, db, id, included)
}

export async function sendStatus(db: CabinetDb, id: string) {
  const row = await sql.pushById(db, id)
  if (!row) throw refuse('push_not_found')
  return { status: row.status, ...(await runsSql.progressOf(db, id)) }
}

export async function statistics(db: CabinetDb, id: string) {
  if (!(await sql.pushById(db, id))) throw refuse('push_not_found')
  return {
    runs: (await runsSql.runsOf(db, id)).map((run) => ({
      ...countsOf(run),
      apple: run.apple,
      google: run.google,
      createdAt: run.created_at.toISOString(),
      startedAt: run.started_at?.toISOString() ?? null,
      endedAt: run.ended_at?.toISOString() ?? null,
    })),
  }
}
