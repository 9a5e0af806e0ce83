/**
 * Sends the chunks of a push by Telegram. A message is claimed before Telegram is asked, and one whose claim was left
 * without an outcome is never sent again: Telegram knows no number of ours, so a repeat would arrive twice. A worker
 * that is killed leaves at most as many as it sends at one time, and they count as unknown.
 */
import { z } from 'zod'
import { fillText } from '../../../card/fill.ts'
import { TELEGRAM_TEXT_MAX } from '../../../contract/limits.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as passes from '../passes/passes.ts'
import { type Bot, reachableChats, readBot, sendToChat, settleOutcome } from '../telegram/telegram.ts'
import * as chatsSql from './chats-sql.ts'
import { endRun } from './end-run.ts'
import { messageKey } from './message-ids.ts'
import * as messagesSql from './messages-sql.ts'
import * as runsSql from './runs-sql.ts'

/** Messages whose outcome closes together. */
const BATCH_SIZE = 100
/** Sent at one time; the bot's own pace is kept over all processes by the room of Telegram. */
const AT_ONCE = 10
/** A worker that has had a message for so long is gone. */
const CLAIM_MS = 2 * MINUTE_MS

const Chunk = z.object({ cabinetId: z.int(), runId: z.uuid(), no: z.int() })
type Chunk = z.infer<typeof Chunk>
type SendOutcome = Awaited<ReturnType<typeof sendToChat>>
type Batch = { bot: Bot; from: number; ids: string[] }

/** @returns undefined when nothing is left to send */
function beginBatch(app: App, chunk: Chunk): Promise<Batch | undefined> {
  const { cabinetId, runId, no } = chunk
  return openForWork(app, cabinetId, async (db) => {
    const row = await runsSql.chunkOf(db, runId, no)
    const run = await runsSql.runById(db, runId)
    if (!row || !run || row.done >= row.passes.length) return undefined
    const bot = await readBot(app, db)
    if (!bot) {
      await endChunk(app, db, chunk, 'bot_off')
      return undefined
    }
    if (row.given_up_at) await runsSql.reopenChunk(db, runId, no)
    await runsSql.markStarted(db, runId, run.push_id, app.clock.now())
    const ids = row.passes.slice(row.done, row.done + BATCH_SIZE)
    await storeMessages(app, db, { runId, message: run.message, ids })
    return { bot, from: row.done, ids }
  })
}

/** Stored once, with the values of that moment. */
async function storeMessages(
  app: App,
  db: CabinetDb,
  { runId, message, ids }: { runId: string; message: string; ids: readonly string[] },
): Promise<void> {
  const people = await passes.peopleOfCards(db, ids)
  const written = await chatsSql.clientsWritten(db, runId, [...people.values()])
  const values = await passes.valuesOfCards(db, message.includes('{') ? await passes.findPasses(db, ids) : [])
  const rows = [...people].flatMap(([passId, clientId]) => {
    if (written.has(clientId)) return []
    written.add(clientId)
    return {
      id: messageKey(runId, passId),
      client_id: clientId,
      pass_id: passId,
      run_id: runId,
      text: fillText(message, values.get(passId) ?? {}).slice(0, TELEGRAM_TEXT_MAX),
      channel: 'telegram' as const,
      state: 'queued' as const,
      apple: null,
      google: null,
      is_silent: false,
      // No version of the card shows it.
      pass_version: 0,
      at: app.clock.now(),
    }
  })
  await messagesSql.insertMessages(db, rows)
}

type Sending = chatsSql.Claimed & { chatId: number }

/** Claims the next few. @returns undefined when none is left; `none` of them may be one that can be written to */
function claimNext(app: App, { cabinetId, runId }: Chunk, { bot, ids }: Batch): Promise<Sending[] | undefined> {
  return openForWork(app, cabinetId, async (db) => {
    const claimed = await chatsSql.claimNext(db, { runId, ids }, AT_ONCE, app.clock.now())
    if (claimed.length === 0) return undefined
    const chats = await reachableChats(
      db,
      bot,
      claimed.map((one) => one.clientId),
    )
    const sending = claimed.flatMap((one) => {
      const chatId = chats.get(one.clientId)
      return chatId === undefined || one.text.trim() === '' ? [] : [{ ...one, chatId }]
    })
    const found = new Set(sending.map((one) => one.id))
    const lost = claimed.filter((one) => !found.has(one.id))
    await chatsSql.settleClaimed(
      db,
      lost.map(({ id, clientId }) => ({
        id,
        state: 'not_sent',
        failure: chats.has(clientId) ? 'empty' : 'not_linked',
      })),
    )
    return sending
  })
}

/** Undefined: Telegram has not taken it, and it may be sent again. */
function stateOf({ kind }: SendOutcome): chatsSql.Settled['state'] | undefined {
  if (kind === 'throttled' || kind === 'temporary') return undefined
  return kind === 'sent' || kind === 'unknown' ? kind : 'not_sent'
}

/** @returns kinds of the outcomes */
async function sendGroup(app: App, chunk: Chunk, { bot }: Batch, group: readonly Sending[]) {
  const { cabinetId } = chunk
  const outcomes = await Promise.all(
    group.map(async ({ id, chatId, text }) => ({
      id,
      chatId,
      outcome: await sendToChat(app, cabinetId, bot, { chatId, text }),
    })),
  )
  await openForWork(app, cabinetId, async (db) => {
    for (const { chatId, outcome } of outcomes) await settleOutcome(app, db, { bot, chatId, outcome })
    const settled = outcomes.map(({ id, outcome }) => ({ id, state: stateOf(outcome), failure: outcome.kind }))
    await chatsSql.settleClaimed(
      db,
      settled.flatMap(({ id, state, failure }) =>
        state === undefined ? [] : [{ id, state, failure: state === 'sent' ? null : failure }],
      ),
    )
    await chatsSql.releaseClaims(
      db,
      settled.flatMap(({ id, state }) => (state === undefined ? [id] : [])),
    )
  })
  return new Set(outcomes.map(({ outcome }) => outcome.kind))
}

/** @returns false: the run has ended @throws Error when what is left is to be tried again */
async function sendBatch(app: App, chunk: Chunk, batch: Batch): Promise<boolean> {
  const { cabinetId, runId, no } = chunk
  for (let group = await claimNext(app, chunk, batch); group; group = await claimNext(app, chunk, batch)) {
    const kinds = await sendGroup(app, chunk, batch, group)
    if (kinds.has('bad_token')) {
      await openForWork(app, cabinetId, (db) => endChunk(app, db, chunk, 'bot_lost'))
      return false
    }
    if (kinds.has('temporary')) throw new Error('Telegram did not take all messages')
  }
  const { from, ids } = batch
  await openForWork(app, cabinetId, async (db) => {
    await runsSql.chunkOf(db, runId, no)
    const before = new Date(app.clock.now().getTime() - CLAIM_MS)
    if ((await chatsSql.settleLeft(db, { runId, ids }, before)) > 0)
      throw new Error('another worker sends a part of it')
    await runsSql.closeBatch(db, { runId, no, from, ids, silent: [] })
    await endRun(app, db, runId)
  })
  return true
}

/** The rest of the chunk is not sent. */
async function endChunk(app: App, db: CabinetDb, chunk: Chunk, reason: 'bot_off' | 'bot_lost' | null): Promise<void> {
  const { runId, no } = chunk
  const row = await runsSql.chunkOf(db, runId, no)
  if (!row || row.given_up_at) return
  if (reason !== null) await chatsSql.stopRun(db, runId, reason)
  const ids = row.passes.slice(row.done, row.done + BATCH_SIZE)
  await chatsSql.endMessages(db, { runId, ids })
  await runsSql.closeBatch(db, { runId, no, from: row.done, ids, silent: [] })
  await runsSql.giveUpChunk(db, runId, no, app.clock.now())
  await endRun(app, db, runId)
}

export const sendToChats: Job<Chunk> = defineJob({
  name: 'send-to-chats',
  shape: Chunk,
  retry: { limit: 10, delaySeconds: 2 },
  atOnce: 2,
  async handle(app, chunk) {
    for (let batch = await beginBatch(app, chunk); batch; batch = await beginBatch(app, chunk))
      if (!(await sendBatch(app, chunk, batch))) return
  },
  giveUp: (app, chunk) => openForWork(app, chunk.cabinetId, (db) => endChunk(app, db, chunk, null)),
})
