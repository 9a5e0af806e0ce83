/** Starts sending a push: fixes the audience and queues the chunks; reports the progress. */
import { pushes as contract, type Push } from '../../../contract/reach/pushes.ts'
import type { App } from '../../base/app.ts'
import { moscowDay, moscowTimeText, nextMoscowDay } from '../../../contract/time.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { segmentCondition } from '../../people/segments/segments.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { cardsInWallets, countReach } from '../passes/passes.ts'
import { countsOf, lockFree, readPush, type Included } from './reply.ts'
import { sendChunk } from './send.ts'
import * as runsSql from './runs-sql.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const CHUNK = 1000

/** The clients of a segment; undefined when the push is for all clients. */
const amongOf = (app: App, db: CabinetDb, segment: string | null) =>
  segment === null ? Promise.resolve(undefined) : segmentCondition(db, segment, app.clock.now())

/** @throws Refusal segment_not_found */
export async function reachOf(
  app: App,
  db: CabinetDb,
  { templates, segment }: { templates: readonly string[]; segment: string | null },
) {
  return countReach(db, templates, await amongOf(app, db, segment))
}

/**
 * Fixes the audience and queues its chunks, all in the caller's transaction. The unique day of the run is the
 * once-a-day rule.
 */
export async function startSend(app: App, db: CabinetDb, id: string, included: Included): Promise<Push> {
  const push = await lockFree(db, id)
  if (push.type !== 'text') throw refuse('wrong_push_type')
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  const missing = [push.message.trim() === '' && 'message', push.templates.length === 0 && 'templates'].filter(
    (one) => one !== false,
  )
  if (missing.length > 0) throw refuse('push_incomplete', { missing: missing.join() })
  const now = app.clock.now()
  const runId = crypto.randomUUID()
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
      },
      cardsInWallets(db, {
        isOfTemplate: (template) => sql.isTemplateOfPush(db, id, template),
        holders: await amongOf(app, db, push.segment_id),
      }),
      CHUNK,
    )
  } catch (error) {
    if (constraintOf(error) === 'push_runs_once_a_day')
      throw refuse('push_once_a_day', { next: moscowTimeText(nextMoscowDay(now)) })
    throw error
  }
  // The transaction takes the run back: the day is not used up.
  if (made.chunks === 0) throw refuse('push_to_nobody')
  await sql.setStatus(db, id, 'queue')
  for (let no = 0; no < made.chunks; no++)
    await app.jobs.enqueue(db.tx, sendChunk, { cabinetId: db.cabinetId, runId, no })
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
