/**
 * Fixes the audience of a push some cards at a time, each part in a transaction of its own together with how far it is:
 * no statement takes long, and a worker that is killed is followed by one that goes on behind the last part (decision
 * 192). No card is in two parts, whatever changes meanwhile: they are ranges of the client to whom a card was issued.
 */
import { type RawBuilder, sql as kysely } from 'kysely'
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { lookUpRows } from '../../base/look-up.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { conditionOfRules } from '../../people/segments/segments.ts'
import { cardsInWallets, cardsOfThese, clientBehind, type ClientRange } from '../passes/passes.ts'
import { readBot, selectReachable } from '../telegram/telegram.ts'
import * as audienceSql from './audience-sql.ts'
import * as runsSql from './runs-sql.ts'
import { sendChunk } from './send.ts'
import { sendToChats } from './send-to-chats.ts'

export const CHUNK = 1000
/** Cards that are looked at in one statement. */
const PART = 2000
const LAST_CLIENT = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const Which = z.object({ cabinetId: z.int(), runId: z.uuid() })
type Which = z.infer<typeof Which>

async function cardsOfPart(app: App, db: CabinetDb, audience: audienceSql.Audience, range: ClientRange) {
  const { push_id: pushId, rules, created_at: at } = audience
  const templates = await audienceSql.templateIdsOfPush(db, pushId)
  const chosen = {
    range,
    // Of any, where the push names none.
    isOfTemplate: (template: RawBuilder<string>) =>
      templates.length === 0 ? kysely<boolean>`true` : kysely<boolean>`${template} = any(${templates}::uuid[])`,
    holders: rules === null ? undefined : await conditionOfRules(db, rules, at),
  }
  if (audience.type !== 'telegram') return cardsInWallets(db, chosen)
  const bot = await readBot(app, db)
  return cardsOfThese(db, { ...chosen, people: kysely`${selectReachable(db, bot)}` })
}

/**
 * Fixes the next part, in the caller's transaction; with the last one the chunks are queued.
 * @returns `nobody`: that was the last part, and no card is in any
 */
export async function fixPart(
  app: App,
  db: CabinetDb,
  audience: audienceSql.Audience,
): Promise<'more' | 'whole' | 'nobody'> {
  const { run_id: runId, after_client: after } = audience
  const next = await clientBehind(db, after, PART)
  const range = { after, upTo: next ?? LAST_CLIENT }
  const found = await cardsOfPart(app, db, audience, range)
  // They go in one trip, in this order: a part is few of many, whatever PostgreSQL guesses.
  const [, added] = await Promise.all([
    lookUpRows(db),
    runsSql.addCards(db, { runId, before: audience.cards, chunkSize: CHUNK }, () => found),
  ])
  const cards = audience.cards + added.cards
  const silent = audience.silent + added.silent
  if (next !== undefined) {
    await audienceSql.moveAudience(db, runId, { after_client: next, cards, silent })
    return 'more'
  }
  if (cards === 0) return 'nobody'
  await endFixing(app, db, { ...audience, cards, silent })
  return 'whole'
}

type Fixed = Pick<audienceSql.Audience, 'run_id' | 'type' | 'cards' | 'silent'>

/** Everybody is in the run: its chunks are queued. */
export async function endFixing(app: App, db: CabinetDb, { run_id: runId, type, cards, silent }: Fixed): Promise<void> {
  await audienceSql.endAudience(db, runId)
  await runsSql.setCards(db, runId, cards - silent)
  const chunks = Array.from({ length: Math.ceil(cards / CHUNK) }, (_, no) => ({ cabinetId: db.cabinetId, runId, no }))
  await app.jobs.enqueueAll(db.tx, type === 'telegram' ? sendToChats : sendChunk, chunks)
}

const nobodyOf = ({ type }: audienceSql.Audience) => (type === 'telegram' ? 'telegram_to_nobody' : 'push_to_nobody')

/** @returns whether there is more to do */
async function goOn(app: App, db: CabinetDb, runId: string): Promise<boolean> {
  const audience = await audienceSql.lockAudience(db, runId)
  if (!audience) return false
  const state = await fixPart(app, db, audience)
  if (state === 'more') return true
  if (state === 'nobody') await audienceSql.takeRunBack(db, audience, nobodyOf(audience))
  await notifyOpenPages(db)
  return false
}

export const fixAudience: Job<Which> = defineJob({
  name: 'fix-audience',
  shape: Which,
  retry: { limit: 10, delaySeconds: 2 },
  atOnce: 2,
  async handle(app, { cabinetId, runId }) {
    while (await openForWork(app, cabinetId, (db) => goOn(app, db, runId))) {
      /* the next part */
    }
  },
  /** Nothing was sent yet: the push is as before, and can be sent again. */
  giveUp: (app, { cabinetId, runId }) =>
    openForWork(app, cabinetId, async (db) => {
      const audience = await audienceSql.lockAudience(db, runId)
      if (!audience) return
      await audienceSql.takeRunBack(db, audience, 'audience_failed')
      await notifyOpenPages(db)
    }),
})
