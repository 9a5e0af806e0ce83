/**
 * Who is in the segment of a trigger when it is turned on has not entered it. In a large account that is recorded for
 * some clients at a time, the first ones in the call, each part in a transaction together with how far it is (decision
 * 192). The trigger acts on nobody before it is known of all.
 */
import { MINUTE_MS } from '../../../contract/time.ts'
import { type CabinetDb, isDatabaseGone } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { lookUpRows } from '../../base/look-up.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { hasBecomeAnother, rangeBehind } from '../../people/clients/clients.ts'
import * as acts from './acts-sql.ts'
import { nextRun } from './due.ts'
import * as sql from './sql.ts'
import { conditionsOf } from './whom.ts'

/** Clients who are looked at in one transaction. */
const PART = 1000
/** A merge that had not ended when the trigger was turned on has ended by then. */
const OPEN_MS = MINUTE_MS

type Place = {
  after: string | null
  /** When the trigger was turned on: ages and days are those of that moment. */
  since: Date
}

/** @returns the last client of the part; null: it is known of all */
export async function recordPart(
  db: CabinetDb,
  { id, segment_id: segment, activation }: Pick<sql.TriggerRow, 'id' | 'segment_id' | 'activation'>,
  { after, since }: Place,
): Promise<string | null> {
  const inside = await conditionsOf(db, { segment, activation }, since)
  await lookUpRows(db)
  const range = await rangeBehind(db, after, PART)
  // Those of the last time that it was on.
  await acts.deleteLeft(db, id, range, inside)
  await acts.insertInsiders(db, id, acts.clientsAmong(db, [acts.isAmong(range)], inside))
  // Somebody of a later part may have become one with a client of an earlier one, who is inside by that.
  if (range.upTo === null) {
    const changed = hasBecomeAnother(db, new Date(since.getTime() - OPEN_MS))
    await acts.insertInsiders(db, id, acts.clientsAmong(db, [changed], inside))
  }
  return range.upTo
}

/** @returns whether there is more of it to do */
export async function recordNext(db: CabinetDb, id: string, now: Date): Promise<boolean> {
  const trigger = await sql.lockTrigger(db, id)
  if (!trigger || trigger.insiders_after === null) return false
  const place = { after: trigger.insiders_after, since: trigger.started_at ?? now }
  const after = await recordPart(db, trigger, place)
  await sql.updateTrigger(db, id, {
    insiders_after: after,
    ...(after === null && { next_run_at: nextRun(trigger, now) }),
  })
  return after !== null
}

/** Goes on behind the last part; a trigger of which one fails holds up no other, and is taken up again. */
export async function recordInsiders(app: App, cabinetId: number, now: Date): Promise<void> {
  for (const id of await openForWork(app, cabinetId, sql.idsOfRecording)) {
    try {
      while (await openForWork(app, cabinetId, (db) => recordNext(db, id, now)));
    } catch (error) {
      if (isDatabaseGone(error)) throw error
      app.log.error(
        { cabinetId, triggerId: id, error: error instanceof Error ? error.message : String(error) },
        'who is in a segment is not recorded yet',
      )
    }
  }
}
