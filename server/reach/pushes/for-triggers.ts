/**
 * Runs of a push for a trigger: its text to the given clients, in chunks as always, independent of the push's own run
 * of the day.
 */
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import type { ClientCondition } from '../../people/clients/clients.ts'
import { cardsInWallets, hasCardInWallet } from '../passes/passes.ts'
import { segmentCondition } from '../../people/segments/segments.ts'
import { endRun } from './end-run.ts'
import { sendChunk } from './send.ts'
import * as audienceSql from './audience-sql.ts'
import { newRunId } from './message-ids.ts'
import * as runsSql from './runs-sql.ts'
import * as sql from './sql.ts'

const CHUNK = 1000

/**
 * Clients whom a push can reach: their card is in a wallet and of a template of the push, and they are in its segment.
 * A push without templates is for all templates.
 */
export async function reachedBy(db: CabinetDb, pushId: string, now: Date): Promise<ClientCondition[]> {
  const segmentId = await sql.segmentOfPush(db, pushId)
  return [
    hasCardInWallet(db, (template) => audienceSql.isTemplateOfPush(db, pushId, template)),
    ...(segmentId === null ? [] : [await segmentCondition(db, segmentId, now)]),
  ]
}

/** Fixes these clients' cards as a run of the push and queues its chunks, in the caller's transaction. */
export async function sendToClients(
  app: App,
  db: CabinetDb,
  asked: { pushId: string; triggerId: string; clientIds: readonly string[] },
): Promise<void> {
  if (!(await sql.lockPush(db, asked.pushId))) return
  const push = await sql.pushById(db, asked.pushId)
  if (!push || push.message.trim() === '') return
  const now = app.clock.now()
  const runId = newRunId(now)
  const { chunks } = await runsSql.insertWholeRun(
    db,
    {
      id: runId,
      push_id: push.id,
      trigger_id: asked.triggerId,
      moscow_day: moscowDay(now),
      message: push.message,
      created_at: now,
    },
    cardsInWallets(db, {
      clients: asked.clientIds,
      isOfTemplate: (template) => audienceSql.isTemplateOfPush(db, push.id, template),
    }),
    CHUNK,
  )
  await sql.setStatus(db, push.id, 'queue')
  for (let no = 0; no < chunks; no++) await app.jobs.enqueue(db.tx, sendChunk, { cabinetId: db.cabinetId, runId, no })
  if (chunks === 0) await endRun(app, db, runId)
}
