/**
 * One pass over the due triggers of a cabinet, in their order and each in its own transaction: its record of clients,
 * the message's run or the changed cards, and its next moment commit together. One that fails is postponed and holds up
 * no other.
 */
import { addDays, HOUR_MS, MINUTE_MS, moscowDay } from '../../../contract/time.ts'
import { type CabinetDb, isDatabaseGone } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { openForWork, standingOf } from '../../platform/cabinets/cabinets.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import {
  type ClientCondition,
  hasBirthdayCard,
  hasBirthdayOn,
  isOneOf,
  lockClients,
} from '../../people/clients/clients.ts'
import type { Activation } from '../../../contract/reach/triggers.ts'
import { hasCardMadeIn } from '../passes/passes.ts'
import { moveToTemplate } from '../holders/holders.ts'
import { reachedBy, sendToClients } from '../pushes/pushes.ts'
import { segmentCondition } from '../../people/segments/segments.ts'
import * as acts from './acts-sql.ts'
import { birthdaysOf, cardsOf, dailyMoment, daysToRun, isTooLate, nextRun, purchasesToLookAt } from './due.ts'
import { missingOf } from './missing.ts'
import * as sql from './sql.ts'

const POSTPONED_MS = HOUR_MS
/** A trigger that failed is tried again after this time. */
const FAILED_MS = 10 * MINUTE_MS

/** Without a certificate, a sufficient tariff or money nothing is done, and due triggers wait. */
async function canAct(app: App, db: CabinetDb): Promise<boolean> {
  const { tariff, isLimited } = await standingOf(app, db)
  return (tariff === 'advanced' || tariff === 'expert') && !isLimited && (await activeCertificate(db)) !== undefined
}

/** Whom a trigger applies to, as conditions; none: all clients. */
export async function conditionsOf(
  db: CabinetDb,
  { segment, activation }: { segment: string | null; activation: Activation },
  now: Date,
): Promise<ClientCondition[]> {
  return [
    ...(segment === null ? [] : [await segmentCondition(db, segment, now)]),
    ...(activation === 'birthday' ? [hasBirthdayCard(db)] : []),
  ]
}

/** When a pass began, and its time; a pass that was interrupted goes on as the same one. */
export type Pass = { since: Date; now: Date }

/** Without those for whom a trigger placed higher has done the same kind of thing in this pass. */
async function dueClients(db: CabinetDb, trigger: sql.TriggerRow, { since, now }: Pass): Promise<string[]> {
  const who = await conditionsOf(db, { segment: trigger.segment_id, activation: trigger.activation }, now)
  const untouched = acts.untouchedSince(trigger, since)
  const free = [
    untouched,
    ...(trigger.action === 'push'
      ? await reachedBy(db, trigger.push_id ?? '', now)
      : [acts.heldByNoneAbove(trigger.position)]),
  ]
  const write = (occasion: string, ...due: ClientCondition[]) =>
    acts.insertActs(db, { triggerId: trigger.id, occasion, now }, [...who, ...due, ...free])
  const today = moscowDay(now)
  switch (trigger.activation) {
    case 'now':
      return write('now')
    case 'date':
      return isTooLate(trigger, now) ? [] : write(`date|${trigger.day} ${trigger.time}`)
    case 'input': {
      await acts.deleteLeft(db, trigger.id, who)
      const entered = await acts.insertEntered(db, trigger.id, [...who, untouched])
      return entered.length === 0 ? [] : write(`input|${today}`, isOneOf(entered))
    }
    case 'purchase':
      return acts.insertPurchaseActs(db, { triggerId: trigger.id, now }, purchasesToLookAt(trigger, now), [
        ...who,
        ...free,
      ])
    case 'birthday':
    case 'create': {
      const found = new Set<string>()
      for (const day of daysToRun(trigger.ran_day, today)) {
        const { birthday, monthDays } = birthdaysOf(day, trigger.days_to_birthday)
        const ids =
          trigger.activation === 'birthday'
            ? await write(`birthday|${birthday}`, hasBirthdayOn(monthDays))
            : await write('create', hasCardMadeIn(cardsOf(day, trigger.days_after_create)))
        for (const id of ids) found.add(id)
      }
      return [...found]
    }
  }
}

async function changeCards(
  app: App,
  db: CabinetDb,
  trigger: sql.TriggerRow,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const templateId = trigger.template_id ?? ''
  const before = await lockClients(db, ids)
  await moveToTemplate(
    app,
    db,
    before.filter((one) => one.templateId !== templateId).map((one) => one.id),
    templateId,
  )
  if (trigger.back_after_days === null) await acts.dropHolds(db, ids)
  else
    await acts.putHolds(
      db,
      { triggerId: trigger.id, templateId, backAt: dailyMoment(addDays(moscowDay(now), trigger.back_after_days)) },
      before,
    )
}

/** Moves cards back whose days are over, unless somebody has changed their template meanwhile. */
async function moveBack(app: App, db: CabinetDb, now: Date): Promise<void> {
  const over = await acts.takeEndedHolds(db, now)
  if (over.length === 0) return
  const current = new Map(
    (
      await lockClients(
        db,
        over.map((hold) => hold.client_id),
      )
    ).map((one) => [one.id, one.templateId]),
  )
  const kept = over.filter((hold) => current.get(hold.client_id) === hold.template_id)
  for (const [templateId, holds] of Map.groupBy(kept, (hold) => hold.template_before)) {
    await moveToTemplate(
      app,
      db,
      holds.map((hold) => hold.client_id),
      templateId,
    )
  }
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

async function runOne(app: App, db: CabinetDb, trigger: sql.TriggerRow, pass: Pass): Promise<void> {
  const { now } = pass
  if (missingOf(trigger).length > 0 || !(await canAct(app, db)))
    return sql.updateTrigger(db, trigger.id, { next_run_at: new Date(now.getTime() + POSTPONED_MS) })
  const ids = await dueClients(db, trigger, pass)
  if (ids.length > 0 && trigger.action === 'push')
    await sendToClients(app, db, { pushId: trigger.push_id ?? '', triggerId: trigger.id, clientIds: ids })
  if (ids.length > 0 && trigger.action === 'template') await changeCards(app, db, trigger, ids, now)
  await sql.updateTrigger(db, trigger.id, stateAfter(trigger, ids.length, now))
}

/**
 * Runs the due trigger that is placed highest. All that are due are locked meanwhile, so that two workers go through
 * them one after another.
 * @returns false when none was due
 */
async function runNext(app: App, cabinetId: number, pass: Pass, done: Set<string>): Promise<boolean> {
  let running: string | undefined
  try {
    const isFound = await openForWork(app, cabinetId, async (db) => {
      const [trigger] = (await sql.lockDue(db, pass.now))
        .filter((one) => !done.has(one.id))
        .toSorted((one, other) => one.position - other.position)
      running = trigger?.id
      if (trigger) await runOne(app, db, trigger, pass)
      return trigger !== undefined
    })
    if (running !== undefined) done.add(running)
    return isFound
  } catch (error) {
    const failed = running
    if (failed === undefined || isDatabaseGone(error)) throw error
    app.log.error(
      { cabinetId, triggerId: failed, error: error instanceof Error ? error.message : String(error) },
      'a trigger failed',
    )
    await openForWork(app, cabinetId, (db) =>
      sql.updateTrigger(db, failed, { next_run_at: new Date(pass.now.getTime() + FAILED_MS) }),
    )
    return true
  }
}

export async function runDue(app: App, cabinetId: number, pass: Pass): Promise<void> {
  await openForWork(app, cabinetId, (db) => moveBack(app, db, pass.now)).catch((error: unknown) => {
    if (isDatabaseGone(error)) throw error
    app.log.error({ cabinetId, error: error instanceof Error ? error.message : String(error) }, 'cards stay changed')
  })
  const done = new Set<string>()
  while (await runNext(app, cabinetId, pass, done));
}
