/**
 * A run for people whom another room finds, some at a time: those of a trigger, and those whom somebody has chosen.
 * Nobody is notified before the run is finished, and no card is in it twice (decision 192).
 */
import type { RawBuilder } from 'kysely'
import { moscowDay } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { lookUpRows } from '../../base/look-up.ts'
import { cardsInWallets } from '../passes/passes.ts'
import { CHUNK, endFixing } from './audience.ts'
import * as audienceSql from './audience-sql.ts'
import { endRun } from './end-run.ts'
import { newRunId } from './message-ids.ts'
import * as runsSql from './runs-sql.ts'
import * as sql from './sql.ts'

type Of = Pick<sql.PushRow, 'id' | 'message' | 'status'>

/** The push is on its way from now on: nobody changes it. */
export async function beginRun(app: App, db: CabinetDb, push: Of, triggerId: string | null): Promise<string> {
  const now = app.clock.now()
  const runId = newRunId(now)
  await runsSql.insertRun(db, {
    id: runId,
    push_id: push.id,
    trigger_id: triggerId,
    moscow_day: moscowDay(now),
    message: push.message,
    created_at: now,
  })
  await audienceSql.insertAudience(db, { runId, rules: null, statusBefore: push.status })
  await sql.setStatus(db, push.id, 'queue')
  return runId
}

/**
 * Adds the cards of these people, in wallets and of a template of the push.
 * @param people a statement that answers their `id`; one that inserts them somewhere is part of the same statement
 * @returns how many people those are
 */
export async function addPeople(db: CabinetDb, runId: string, people: RawBuilder<{ id: string }>): Promise<number> {
  const audience = await audienceSql.lockAudience(db, runId)
  if (!audience) throw new Error('the run is finished')
  const of = { runId, since: audience.created_at }
  const isOfTemplate = (template: RawBuilder<string>) => audienceSql.isTemplateOfPush(db, audience.push_id, template)
  const cardsOf = (ids: RawBuilder<readonly string[]>) =>
    runsSql.notInRun(db, of, cardsInWallets(db, { ids, isOfTemplate }))
  const [, added] = await Promise.all([
    lookUpRows(db),
    runsSql.addCards(db, { runId, before: audience.cards, chunkSize: CHUNK }, cardsOf, people),
  ])
  await audienceSql.moveAudience(db, runId, {
    cards: audience.cards + added.cards,
    silent: audience.silent + added.silent,
  })
  return added.people
}

/** Queues what is to be sent. @returns how many cards that is; none where the run is finished already */
export async function finishRun(app: App, db: CabinetDb, runId: string): Promise<number> {
  const audience = await audienceSql.lockAudience(db, runId)
  if (!audience) return 0
  await endFixing(app, db, audience)
  if (audience.cards === 0) await endRun(app, db, runId)
  return audience.cards
}
