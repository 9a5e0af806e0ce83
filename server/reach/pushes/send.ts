/**
 * Sends the queued chunks of a push. The audience is fixed, each card's message is stored before any wallet is
 * notified, and every outside call has a key that is the same in every try: after a crash no card is left out and no
 * message is shown twice. A wallet that is away holds up neither the other one nor the next cards (decision 029).
 */
import { z } from 'zod'
import { fillText } from '../../../card/fill.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as passes from '../passes/passes.ts'
import type { Target } from './ask-google.ts'
import { endSoon } from './end.ts'
import { endRun } from './end-run.ts'
import { messageKey } from './message-ids.ts'
import * as messagesSql from './messages-sql.ts'
import * as runsSql from './runs-sql.ts'
import { walletsOf } from './send-message.ts'
import { settle } from './settle.ts'
import * as settleSql from './settle-sql.ts'
import { sendToWallets } from './to-wallets.ts'
import { writeOntoCards } from './write-onto-cards.ts'

/** Cards in one batch of a chunk: few enough that a crash repeats little, many enough to fill a connection. */
const BATCH_SIZE = 200

/** Cards of a batch that are written in one transaction: tills of the business wait while they are. */
const PART_SIZE = 50

const Chunk = z.object({ cabinetId: z.int(), runId: z.uuid(), no: z.int() })
type Chunk = z.infer<typeof Chunk>

type Batch = { from: number; ids: string[]; silent: readonly string[]; targets: Target[] }

/** In a transaction of its own: the first chunks of a run begin at one moment. */
function markStarted(app: App, { cabinetId, runId }: Chunk): Promise<void> {
  return openForWork(app, cabinetId, async (db) => {
    const run = await runsSql.runById(db, runId)
    if (run && !run.started_at) await runsSql.markStarted(db, runId, run.push_id, app.clock.now())
  })
}

/**
 * Writes the messages of the next batch of a chunk onto their cards. In a retry they are there already, and only
 * wallets without an answer are called. @returns undefined when nothing is left, or another worker has the chunk
 */
async function writeNext(app: App, chunk: Chunk): Promise<Batch | undefined> {
  const batch = await writePart(app, chunk, 0)
  for (let start = PART_SIZE; batch && start < BATCH_SIZE; start += PART_SIZE) {
    const part = await writePart(app, chunk, start)
    if (!part) break
    if (part.from !== batch.from) return undefined
    batch.ids.push(...part.ids)
    batch.targets.push(...part.targets)
  }
  return batch
}

/** @param start where the part begins in its batch */
function writePart(app: App, { cabinetId, runId, no }: Chunk, start: number): Promise<Batch | undefined> {
  return openForWork(app, cabinetId, async (db) => {
    const row = await runsSql.chunkOf(db, runId, no)
    const run = await runsSql.runById(db, runId)
    if (!row || !run || row.done + start >= row.passes.length) return undefined
    if (row.given_up_at) await runsSql.reopenChunk(db, runId, no)
    const ids = row.passes.slice(row.done + start, row.done + Math.min(start + PART_SIZE, BATCH_SIZE))
    const all = await storeMessages(app, db, { runId, message: run.message, ids, silent: new Set(row.silent) })
    const unanswered = await messagesSql.unansweredMessages(db, runId, ids)
    const fresh = all.filter((one) => !one.isRepeat).map((one) => ({ ...one, version: one.version + 1 }))
    const shown = await writeOntoCards(app, db, fresh)
    const targets = all.flatMap((target) => {
      const left = unanswered.get(target.passId)
      if (!left || !(target.isRepeat || shown.has(target.passId))) return []
      return [{ ...target, asks: left.asks, isRepeat: left.isTried }]
    })
    return { from: row.done, ids, silent: row.silent, targets }
  })
}

/** What the batch says on each card; `isRepeat`: an earlier try has written it. */
async function storeMessages(
  app: App,
  db: CabinetDb,
  of: { runId: string; message: string; ids: readonly string[]; silent: ReadonlySet<string> },
): Promise<Omit<Target, 'asks'>[]> {
  const { runId, message, ids } = of
  const values = await passes.valuesOfCards(db, message.includes('{') ? await passes.findPasses(db, ids) : [])
  // One that has left every wallet since the audience was fixed gets no message, and counts as failed.
  const written = (await passes.findRecipients(db, ids))
    .filter((one) => one.hasApple || one.googleObjectId !== null)
    .map((one) => ({
      ...one,
      text: fillText(message, values.get(one.passId) ?? {}),
      messageId: messageKey(runId, one.passId),
      isSilent: of.silent.has(one.passId),
    }))
  const fresh = await messagesSql.insertMessages(
    db,
    written.map((one) => ({
      id: one.messageId,
      client_id: one.clientId,
      pass_id: one.passId,
      run_id: runId,
      text: one.text,
      ...walletsOf(one),
      state: 'queued' as const,
      is_silent: one.isSilent,
      pass_version: one.version + 1,
      at: app.clock.now(),
    })),
  )
  const repeated = written.filter((one) => !fresh.has(one.passId))
  if (repeated.length > 0)
    await settleSql.completeWallets(
      db,
      repeated.map((one) => ({ id: one.messageId, ...walletsOf(one) })),
    )
  return written.map((one) => ({ ...one, isRepeat: !fresh.has(one.passId) }))
}

export const sendChunk: Job<Chunk> = defineJob({
  name: 'send-chunk',
  shape: Chunk,
  retry: { limit: 10, delaySeconds: 2 },
  atOnce: 2,
  async handle(app, chunk) {
    await markStarted(app, chunk)
    for (let batch = await writeNext(app, chunk); batch; batch = await writeNext(app, chunk))
      await sendBatch(app, chunk, batch)
  },
  /** The push ends: what is written onto its card is repeated for its wallet, the other cards count as failed. */
  giveUp: (app, { cabinetId, runId, no }) =>
    openForWork(app, cabinetId, async (db) => {
      const chunk = await runsSql.chunkOf(db, runId, no)
      if (!chunk || chunk.given_up_at) return
      const ids = chunk.passes.slice(chunk.done, chunk.done + BATCH_SIZE)
      const unanswered = await messagesSql.unansweredMessages(db, runId, ids)
      if (unanswered.size > 0) {
        await passes.oweToWallets(app, db, new Map([...unanswered].map(([passId, { asks }]) => [passId, asks])))
        await runsSql.closeBatch(db, { runId, no, from: chunk.done, ids, silent: chunk.silent })
      }
      await runsSql.giveUpChunk(db, runId, no, app.clock.now())
      await closeRun(app, db, runId)
    }),
})

/** Stores the outcomes and closes the batch; wallets that did not answer are repeated for themselves. */
async function sendBatch(app: App, chunk: Chunk, { from, ids, silent, targets }: Batch): Promise<void> {
  const { cabinetId, runId, no } = chunk
  const outcomes = await sendToWallets(app, cabinetId, targets)
  await openForWork(app, cabinetId, async (db) => {
    const row = await runsSql.chunkOf(db, runId, no)
    await settle(app, db, outcomes)
    // The other chunks of the run wait for its row: it is locked last, and looked at where it may have ended.
    await runsSql.closeBatch(db, { runId, no, from, ids, silent })
    if (!row || from + ids.length >= row.passes.length) await closeRun(app, db, runId)
  })
}

/** A run whose chunks are sent and for which messages wait gets the time at which it ends without them. */
async function closeRun(app: App, db: CabinetDb, runId: string): Promise<void> {
  await endRun(app, db, runId)
  if (await runsSql.isOnlyWaiting(db, runId)) await endSoon(app, db, { runId })
}
