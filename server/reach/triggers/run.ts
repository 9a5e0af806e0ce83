/**
 * One pass over the due triggers of a cabinet, in their order and part by part, each part in its own transaction: the
 * trigger's record of clients, the cards of the message's run or the changed cards, and how far it is commit together,
 * with the last part the next moment too. One that fails is postponed and holds up no other.
 */
import { HOUR_MS, MINUTE_MS, moscowDay } from '../../../contract/time.ts'
import { type CabinetDb, isDatabaseGone } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { openForWork, standingOf } from '../../platform/cabinets/cabinets.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { moveSomeBack } from './change-cards.ts'
import { isTooLate, nextRun } from './due.ts'
import { recordInsiders } from './insiders.ts'
import { missingOf } from './missing.ts'
import { actOnNext, breakOff, endPass, type Pass, type Sizes, SIZES } from './part.ts'
import * as sql from './sql.ts'

const POSTPONED_MS = HOUR_MS
/** A trigger that failed is tried again after this time. */
const FAILED_MS = 10 * MINUTE_MS
/** One whose pass is this old when it fails has been tried as often as a job before it is given up. */
const GIVEN_UP_MS = HOUR_MS

/** Without a certificate, a sufficient tariff or money nothing is done, and due triggers wait. */
async function canAct(app: App, db: CabinetDb): Promise<boolean> {
  const { tariff, isLimited } = await standingOf(app, db)
  return (tariff === 'advanced' || tariff === 'expert') && !isLimited && (await activeCertificate(db)) !== undefined
}

/** The state of the trigger after a run. */
function stateAfter(trigger: sql.TriggerRow, clients: number, now: Date): sql.TriggerChange {
  const isOnce = trigger.activation === 'date'
  return {
    next_run_at: isOnce ? null : nextRun(trigger, now),
    ran_day: moscowDay(now),
    looked_at: now,
    ...(isOnce && { is_active: false }),
    ...((clients > 0 || (isOnce && !isTooLate(trigger, now))) && { last_run_at: now, last_run_clients: clients }),
  }
}

/** @returns whether there is more of it to do */
async function runPart(
  app: App,
  db: CabinetDb,
  trigger: sql.TriggerRow,
  { pass, sizes }: Pick<Work, 'pass' | 'sizes'>,
): Promise<boolean> {
  if (missingOf(trigger).length > 0 || !(await canAct(app, db))) {
    await sql.updateTrigger(db, trigger.id, { next_run_at: new Date(pass.now.getTime() + POSTPONED_MS) })
    return false
  }
  const ended = await actOnNext(app, db, trigger, pass, sizes)
  if (!ended) return true
  await endPass(app, db, trigger, ended.run, stateAfter(trigger, ended.clients, ended.begun))
  return false
}

type Work = { cabinetId: number; pass: Pass; sizes: Sizes; done: Set<string> }

/**
 * Runs a part of the due trigger that is placed highest. All that are due are locked meanwhile, so that two workers go
 * through them one after another.
 * @returns false when none was due
 */
async function runNext(app: App, { cabinetId, pass, sizes, done }: Work): Promise<boolean> {
  let running: string | undefined
  try {
    const isMore = await openForWork(app, cabinetId, async (db) => {
      const [trigger] = (await sql.lockDue(db, pass.now))
        .filter((one) => !done.has(one.id))
        .toSorted((one, other) => one.position - other.position)
      running = trigger?.id
      return trigger !== undefined && (await runPart(app, db, trigger, { pass, sizes }))
    })
    if (running !== undefined && !isMore) done.add(running)
    return running !== undefined
  } catch (error) {
    const failed = running
    if (failed === undefined || isDatabaseGone(error)) throw error
    app.log.error(
      { cabinetId, triggerId: failed, error: error instanceof Error ? error.message : String(error) },
      'a trigger failed',
    )
    await openForWork(app, cabinetId, (db) => postpone(app, db, failed, pass.now))
    return true
  }
}

/** Whom a pass has acted on by the time it is given up gets its message; the others stay due. */
async function postpone(app: App, db: CabinetDb, id: string, now: Date): Promise<void> {
  const trigger = await sql.lockTrigger(db, id)
  if (!trigger) return
  const isGivenUp = trigger.pass_at !== null && now.getTime() - trigger.pass_at.getTime() >= GIVEN_UP_MS
  if (isGivenUp && (await breakOff(app, db, trigger))) app.log.error({ triggerId: id }, 'a pass was given up')
  await sql.updateTrigger(db, id, { next_run_at: new Date(now.getTime() + FAILED_MS) })
}

async function moveBack(app: App, cabinetId: number, now: Date, limit: number): Promise<void> {
  try {
    while (await openForWork(app, cabinetId, (db) => moveSomeBack(app, db, now, limit)));
  } catch (error) {
    if (isDatabaseGone(error)) throw error
    app.log.error({ cabinetId, error: error instanceof Error ? error.message : String(error) }, 'cards stay changed')
  }
}

export async function runDue(app: App, cabinetId: number, pass: Pass, sizes = SIZES): Promise<void> {
  await recordInsiders(app, cabinetId, pass.now)
  await moveBack(app, cabinetId, pass.now, sizes.cards)
  const work = { cabinetId, pass, sizes, done: new Set<string>() }
  while (await runNext(app, work));
}
