/** Starts sending a push: fixes the audience and queues the chunks; reports the progress. */
import { isSentType, pushes as contract, type Push, type SentType } from '../../../contract/reach/pushes.ts'
import { sql as kysely } from 'kysely'
import type { App } from '../../base/app.ts'
import { moscowDay, moscowTimeText, nextMoscowDay } from '../../../contract/time.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import type { ClientCondition } from '../../people/clients/clients.ts'
import { segmentCondition } from '../../people/segments/segments.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { cardsInWallets, cardsOfThese, countReach } from '../passes/passes.ts'
import { type Bot, readBot, selectReachable } from '../telegram/telegram.ts'
import { countsOf, lockFree, missingOf, readPush, type Included } from './reply.ts'
import { sendChunk } from './send.ts'
import { sendToChats } from './send-to-chats.ts'
import * as runsSql from './runs-sql.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const CHUNK = 1000

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

/** To whom the push goes, as cards, and how many clients are in its audience where that is something else. */
async function audienceOf(app: App, db: CabinetDb, push: sql.PushRow) {
  const holders = await amongOf(app, db, push.segment_id)
  const isOfTemplate = (template: Parameters<typeof sql.isTemplateOfPush>[2]) =>
    sql.isTemplateOfPush(db, push.id, template)
  if (push.type !== 'telegram') return { cards: cardsInWallets(db, { isOfTemplate, holders }), of: {}, job: sendChunk }
  const bot = await readBot(app, db)
  if (!bot) throw refuse('telegram_not_connected')
  const templates = push.templates.map((one) => one.id)
  return {
    cards: cardsOfThese(db, { people: kysely`${selectReachable(db, bot)}`, isOfTemplate, holders }),
    of: { audience: (await countAudience(db, templates, holders)).clients },
    job: sendToChats,
  }
}

/**
 * Fixes the audience and queues its chunks, all in the caller's transaction. The unique day of the run is the
 * once-a-day rule.
 */
export async function startSend(app: App, db: CabinetDb, id: string, included: Included): Promise<Push> {
  const push = await lockFree(db, id)
  if (!isSentType(push.type)) throw refuse('wrong_push_type')
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  const missing = missingOf(push.type, push)
  if (missing.length > 0) throw refuse('push_incomplete', { missing: missing.join() })
  const now = app.clock.now()
  const runId = crypto.randomUUID()
  const { cards, of, job } = await audienceOf(app, db, push)
  let made
  try {
    made = await runsSql.insertRun(
      db,
      {
        id: runId,
        push_id: id,
        trigger_id: null,
        moscow_day: moscowDay(now),
        message: push.message,
        created_at: now,
        ...of,
      },
      cards,
      CHUNK,
    )
  } catch (error) {
    if (constraintOf(error) === 'push_runs_once_a_day')
      throw refuse('push_once_a_day', { next: moscowTimeText(nextMoscowDay(now)) })
    throw error
  }
  // The transaction takes the run back: the day is not used up.
  if (made.chunks === 0) throw refuse(push.type === 'telegram' ? 'telegram_to_nobody' : 'push_to_nobody')
  await sql.setStatus(db, id, 'queue')
  for (let no = 0; no < made.chunks; no++) await app.jobs.enqueue(db.tx, job, { cabinetId: db.cabinetId, runId, no })
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
