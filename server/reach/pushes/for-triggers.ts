/**
 * Runs that a trigger asks for: the push's text to chosen clients, by the same chunks and ledger, beside the push's own
 * sending of the day.
 */
import type { RawBuilder } from 'kysely'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { segmentCondition } from '../../people/segments/segments.ts'
import { sendChunk } from './send.ts'
import * as chosen from './for-triggers-sql.ts'
import * as runsSql from './runs-sql.ts'
import * as sql from './sql.ts'

const CHUNK = 1000

/**
 * Whom a push can reach, as a condition over a row of the table `clients`: his card is in a wallet, of a template the
 * push is for, and he is in its segment.
 */
export async function reachedBy(db: CabinetDb, pushId: string, now: Date): Promise<RawBuilder<boolean>> {
  const segmentId = await chosen.segmentOf(db, pushId)
  return chosen.isReached(db, pushId, segmentId === null ? undefined : await segmentCondition(db, segmentId, now))
}

/**
 * Freezes these clients' cards as a run of the push and puts its chunks into the queue, in the caller's transaction.
 */
export async function sendToClients(
  app: App,
  db: CabinetDb,
  asked: { pushId: string; triggerId: string; clientIds: readonly string[] },
): Promise<void> {
  if (!(await sql.lockPush(db, asked.pushId))) return
  const push = await sql.pushById(db, asked.pushId)
  if (!push || push.message.trim() === '') return
  const now = app.clock.now()
  const runId = crypto.randomUUID()
  const chunks = await chosen.insertRun(
    db,
    { id: runId, pushId: push.id, triggerId: asked.triggerId, moscowDay: moscowDay(now), message: push.message, now },
    asked.clientIds,
    CHUNK,
  )
  await sql.setStatus(db, push.id, 'queue')
  for (let no = 0; no < chunks; no++) await app.jobs.enqueue(db.tx, sendChunk, { cabinetId: db.cabinetId, runId, no })
  if (chunks === 0) await runsSql.endRun(db, runId, now)
}
