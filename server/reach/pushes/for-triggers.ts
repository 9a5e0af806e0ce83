/** Pushes that triggers send: whom one can reach, and a run of it, independent of the push's own run of the day. */
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import type { ClientCondition } from '../../people/clients/clients.ts'
import { segmentCondition } from '../../people/segments/segments.ts'
import { hasCardInWallet } from '../passes/passes.ts'
import * as audienceSql from './audience-sql.ts'
import { beginRun } from './run-of-people.ts'
import * as sql from './sql.ts'

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

/** @returns the run, which has nobody yet */
export async function beginTriggerRun(
  app: App,
  db: CabinetDb,
  { pushId, triggerId }: { pushId: string; triggerId: string },
): Promise<string> {
  const locked = await sql.lockPush(db, pushId)
  const push = locked && (await sql.pushById(db, pushId))
  if (!push || push.message.trim() === '') throw new Error('the push lost its text meanwhile')
  return beginRun(app, db, push, triggerId)
}
