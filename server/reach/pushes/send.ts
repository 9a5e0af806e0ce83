/**
 * Sends the queued chunks of a push. The audience is fixed, each card's message is stored before any wallet is
 * notified, and every outside call has a key that is the same in every try: after a crash no card is left out and no
 * message is shown twice.
 */
import { z } from 'zod'
import { DAY_MS } from '../../../contract/time.ts'
import { fillText } from '../../../card/fill.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { namedUuid } from '../../base/named-uuid.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as passes from '../passes/passes.ts'
import { GoogleUnreachable } from '../../engines/wallet/google/refusals.ts'
import * as messagesSql from './messages-sql.ts'
import * as runsSql from './runs-sql.ts'
import type * as sql from './sql.ts'

/** Cards in one batch of a chunk: few enough that a crash repeats little, many enough to fill a connection. */
const BATCH_SIZE = 200
/**
 * At the first attempt after this time, a message that no wallet has accepted or refused is left as "unknown". Until
 * then the job is retried. Its retries last longer than this, so that one of them closes the batch.
 */
const GIVE_UP_MS = 10 * 60 * 1000
/** Google announces three messages per card in 24 hours; a fourth is stored silently. */
const GOOGLE_NOTICES = { max: 3, windowMs: DAY_MS }

/** The id of a message, derived from run and card, so that it is the same in every try. */
export const messageKey = (runId: string, passId: string): string => namedUuid(`${runId}|${passId}`)

export type Target = passes.Recipient & { text: string; messageId: string; isRepeat: boolean }

async function sendToGoogle(app: App, cabinetId: number, target: Target): Promise<sql.MessageState> {
  const now = app.clock.now()
  const recent = target.googleNotifiedAt.filter((at) => now.getTime() - at.getTime() < GOOGLE_NOTICES.windowMs)
  const notifies = recent.length < GOOGLE_NOTICES.max
  try {
    const message = { id: target.messageId, header: target.organisation, body: target.text }
    const outcome = await passes
      .googleOf(app)
      .addMessage(
        'object',
        target.googleObjectId as string,
        { ...message, messageType: notifies ? 'TEXT_AND_NOTIFY' : 'TEXT' },
        { isRepeat: target.isRepeat },
      )
    if (outcome === 'quota_exceeded') {
      await passes
        .googleOf(app)
        .addMessage('object', target.googleObjectId as string, { ...message, messageType: 'TEXT' }, { isRepeat: true })
    }
    if (notifies && outcome === 'sent')
      await openForWork(app, cabinetId, (db) =>
        passes.noteGoogleNotice(db, target.passId, now, new Date(now.getTime() - GOOGLE_NOTICES.windowMs)),
      )
    return 'sent'
  } catch (error) {
    app.log.warn(
      { cabinetId, passId: target.passId, error: error instanceof Error ? error.message : String(error) },
      'Google did not take a message',
    )
    return error instanceof GoogleUnreachable ? 'unknown' : 'not_sent'
  }
}

/** Sends to both wallets. A card in both counts as sent when one of them accepted it. */
export async function sendToWallets(
  app: App,
  cabinetId: number,
  targets: readonly Target[],
): Promise<Map<string, sql.MessageState>> {
  const apple = await passes.pushToApple(
    app,
    cabinetId,
    targets.filter((target) => target.hasApple).map((target) => target.passId),
  )
  const states = new Map<string, sql.MessageState>(apple)
  await Promise.all(
    targets
      .filter((target) => target.googleObjectId !== null)
      .map(async (target) => {
        const state = await sendToGoogle(app, cabinetId, target)
        if (states.get(target.passId) !== 'sent') states.set(target.passId, state)
      }),
  )
  return states
}

const Chunk = z.object({ cabinetId: z.int(), runId: z.uuid(), no: z.int() })

type Batch = { from: number; ids: readonly string[]; targets: readonly Target[]; since: Date }

/**
 * Writes the messages of the next batch of a chunk onto their cards. In a retry they are there already, and only
 * wallets without an answer are called.
 */
async function writeNext(app: App, chunk: z.infer<typeof Chunk>): Promise<Batch | undefined> {
  const { cabinetId, runId, no } = chunk
  return openForWork(app, cabinetId, async (db) => {
    const row = await runsSql.chunkOf(db, runId, no)
    const run = await runsSql.runById(db, runId)
    if (!row || !run || row.done >= row.passes.length) return undefined
    const now = app.clock.now()
    await runsSql.markStarted(db, runId, run.push_id, now)
    const ids = row.passes.slice(row.done, row.done + BATCH_SIZE)
    const values = await passes.valuesOfCards(db, run.message.includes('{') ? await passes.findPasses(db, ids) : [])
    const tag = await passes.startChange(db)
    const targets: Target[] = (await passes.findRecipients(db, ids)).map((one) => ({
      ...one,
      text: fillText(run.message, values.get(one.passId) ?? {}),
      messageId: messageKey(runId, one.passId),
      isRepeat: false,
    }))
    const fresh = await messagesSql.insertMessages(
      db,
      targets.map((target) => ({
        id: target.messageId,
        client_id: target.clientId,
        pass_id: target.passId,
        run_id: runId,
        text: target.text,
        channel: target.hasApple ? ('apple' as const) : ('google' as const),
        state: 'queued' as const,
        pass_version: target.version + 1,
        at: now,
      })),
    )
    for (const target of targets) target.isRepeat = !fresh.has(target.passId)
    const texts = targets
      .filter((target) => !target.isRepeat)
      .map((target) => ({ id: target.passId, text: target.text }))
    if (texts.length > 0) await passes.writeMessages(app, db, texts, tag)
    const waiting = await messagesSql.waitingMessages(db, runId, ids)
    return {
      from: row.done,
      ids,
      targets: targets.filter((target) => waiting.cards.has(target.passId)),
      since: waiting.since ?? now,
    }
  })
}

export const sendChunk: Job<z.infer<typeof Chunk>> = defineJob({
  name: 'send-chunk',
  shape: Chunk,
  retry: { limit: 10, delaySeconds: 2 },
  atOnce: 2,
  async handle(app, chunk) {
    for (let batch = await writeNext(app, chunk); batch; batch = await writeNext(app, chunk))
      await sendBatch(app, chunk, batch)
  },
  /** Messages without an answer by now are left as "unknown", so that the push ends. */
  giveUp: (app, { cabinetId, runId, no }) =>
    openForWork(app, cabinetId, async (db) => {
      const chunk = await runsSql.chunkOf(db, runId, no)
      const ids = chunk?.passes.slice(chunk.done) ?? []
      if (!chunk || ids.length === 0) return
      await messagesSql.settleMessages(
        db,
        ids.map((passId) => ({ passId, runId, state: 'unknown' })),
      )
      await runsSql.closeBatch(db, { runId, no, from: chunk.done, ids }, app.clock.now())
    }),
})

/** @throws Error when a wallet could not be reached: known outcomes are stored, and the job retries the rest */
async function sendBatch(app: App, chunk: z.infer<typeof Chunk>, { from, ids, targets, since }: Batch): Promise<void> {
  const { cabinetId, runId, no } = chunk
  const states = await sendToWallets(app, cabinetId, targets)
  const outcomes = targets.map((target) => ({
    passId: target.passId,
    runId,
    state: states.get(target.passId) ?? ('not_sent' as const),
  }))
  const known = outcomes.filter((outcome) => outcome.state !== 'unknown')
  const willRetry = known.length < outcomes.length && app.clock.now().getTime() - since.getTime() < GIVE_UP_MS
  await openForWork(app, cabinetId, async (db) => {
    await messagesSql.settleMessages(db, willRetry ? known : outcomes)
    if (!willRetry) await runsSql.closeBatch(db, { runId, no, from, ids }, app.clock.now())
  })
  if (willRetry) throw new Error(`${outcomes.length - known.length} cards wait for a wallet that does not answer`)
}

const One = z.object({ cabinetId: z.int(), messageId: z.uuid() })

export const sendMessageJob = defineJob({
  name: 'send-message',
  shape: One,
  retry: { limit: 10, delaySeconds: 2 },
  async handle(app, { cabinetId, messageId }) {
    const target = await openForWork(app, cabinetId, async (db) => {
      const message = await messagesSql.messageById(db, messageId)
      const [one] = message ? await passes.findRecipients(db, [message.pass_id]) : []
      // It may have been sent before: looking first costs one request and cannot double the message.
      return message && one && message.state === 'queued'
        ? { ...one, text: message.text, messageId, isRepeat: true }
        : undefined
    })
    if (!target) return
    const states = await sendToWallets(app, cabinetId, [target])
    await openForWork(app, cabinetId, (db) =>
      messagesSql.settleMessages(db, [
        { passId: target.passId, runId: null, messageId, state: states.get(target.passId) ?? 'not_sent' },
      ]),
    )
  },
})
