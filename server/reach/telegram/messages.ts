/** A message of the business to one client: written down, sent by a job, and never sent twice when nobody knows. */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { monthsBefore } from '../../base/months-before.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { type Bot, readBot } from './bot.ts'
import * as sql from './messages-sql.ts'
import { reachableChats, sendToChat, settleOutcome } from './send.ts'

type Of = { cabinetId: number; messageId: string }
type Ready = { bot: Bot; chatId: number; text: string }

/** Takes a message that is in the queue. One that a killed worker has left as `sending` may have arrived. */
async function take(app: App, db: CabinetDb, id: string): Promise<Ready | undefined> {
  const message = await sql.lockMessage(db, id)
  if (message?.state === 'sending') await sql.settleMessage(db, id, { state: 'unknown', at: app.clock.now() })
  if (message?.state !== 'queued') return undefined
  const bot = await readBot(app, db)
  const chatId = bot && (await reachableChats(db, bot, [message.client_id])).get(message.client_id)
  const failure = !bot ? 'off' : chatId === undefined ? 'not_linked' : null
  if (!bot || chatId === undefined) {
    await sql.settleMessage(db, id, { state: 'not_sent', failure, at: app.clock.now() })
    return undefined
  }
  await sql.setSending(db, id)
  return { bot, chatId, text: message.text }
}

export const sendTelegramMessage: Job<Of> = defineJob({
  name: 'send-telegram-message',
  shape: z.object({ cabinetId: z.int(), messageId: z.uuid() }),
  // About an hour: 5 s, 10 s, 20 s, …
  retry: { limit: 9, delaySeconds: 5 },
  atOnce: 2,
  async handle(app, { cabinetId, messageId }) {
    const ready = await openForWork(app, cabinetId, (db) => take(app, db, messageId))
    if (!ready) return
    const outcome = await sendToChat(app, cabinetId, ready.bot, ready)
    const { kind } = outcome
    const isPassing = kind === 'throttled' || kind === 'temporary'
    await openForWork(app, cabinetId, async (db) => {
      await settleOutcome(app, db, { ...ready, outcome })
      if (isPassing) return sql.backToQueue(db, messageId)
      const state = kind === 'sent' || kind === 'unknown' ? kind : 'not_sent'
      await sql.settleMessage(db, messageId, { state, failure: state === 'sent' ? null : kind, at: app.clock.now() })
    })
    if (isPassing) throw new Error(`Telegram: ${kind}`)
  },
  giveUp: (app, { cabinetId, messageId }) =>
    openForWork(app, cabinetId, (db) =>
      sql.settleMessage(db, messageId, { state: 'not_sent', failure: 'temporary', at: app.clock.now() }),
    ),
})

/** In the caller's transaction. @param text 1–4096 characters */
export async function queueMessage(app: App, db: CabinetDb, clientId: string, text: string): Promise<void> {
  const now = app.clock.now()
  const id = crypto.randomUUID()
  await sql.sweepMessages(db, monthsBefore(now, app.env.messagesKeptMonths))
  await sql.insertMessage(db, { id, client_id: clientId, text, at: now })
  await app.jobs.enqueue(db.tx, sendTelegramMessage, { cabinetId: db.cabinetId, messageId: id })
}

/** Of these clients, the latest first. @returns `state` as it is known, `sending` as still in the queue */
export async function messagesOf(db: CabinetDb, clientIds: readonly string[], page: { offset: number; limit: number }) {
  const { rows, total } = await sql.messagesOf(db, clientIds, page)
  return {
    rows: rows.map(({ id, at, text, state }) => ({ id, at, text, state: state === 'sending' ? 'queued' : state })),
    total,
  }
}
