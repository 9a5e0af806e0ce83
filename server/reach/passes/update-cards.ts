/** Updates issued cards to their changed templates, some at a time, once per Moscow day. */
import { z } from 'zod'
import { templates as contract } from '../../../contract/cards/templates.ts'
import { moscowDay, moscowTimeText, nextMoscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { refusals } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { findTemplate, raisePointsVersion } from '../../cards/templates/templates.ts'
import * as countsSql from './counts-sql.ts'
import { queueCardUpdates } from './queue-updates.ts'
import * as updatesSql from './updates-sql.ts'

const refuse = refusals(contract)
/** Cards in a transaction: a till that changes one of them meanwhile waits. */
const PART = 50
/** Parts of one job, before others have their turn. */
const PARTS = 40
/** Spreads the waiting cabinets over this time after midnight. */
const SPREAD_SECONDS = 1800

const Update = z.object({ cabinetId: z.int(), id: z.uuid() })
export const updateCardsJob: Job<z.infer<typeof Update>> = defineJob({
  name: 'update-cards',
  shape: Update,
  async handle(app, { cabinetId, id }) {
    for (let part = 1; part <= PARTS; part += 1)
      if (await openForWork(app, cabinetId, (db) => updatePart(app, db, id, part === PARTS))) return
  },
})

/** @param isLast of this job: another goes on. @returns whether the update is done */
async function updatePart(app: App, db: CabinetDb, id: string, isLast: boolean): Promise<boolean> {
  const update = await updatesSql.updateById(db, id)
  if (!update || update.state === 'done') return true
  const next = await updatesSql.passesOfTemplates(db, update.templates, update.after_pass, PART)
  const ids = next.map((pass) => pass.id)
  await queueCardUpdates(app, db, ids, false)
  const isDone = next.length < PART
  await updatesSql.saveUpdateProgress(db, id, {
    state: isDone ? 'done' : 'in_progress',
    done: update.done + next.length,
    after_pass: ids.at(-1) ?? update.after_pass,
    ended_at: isDone ? app.clock.now() : null,
  })
  if (isLast && !isDone) await app.jobs.enqueue(db.tx, updateCardsJob, { cabinetId: db.cabinetId, id })
  return isDone
}

/**
 * Starts an update that includes the waiting templates.
 * @returns how many cards; undefined when today's update is used
 */
async function startUpdate(app: App, db: CabinetDb, templateIds: readonly string[]): Promise<number | undefined> {
  const waiting = await updatesSql.waitingTemplates(db)
  const templates = [...new Set([...templateIds, ...waiting])]
  const now = app.clock.now()
  const id = crypto.randomUUID()
  const total = await countsSql.countAllOf(db, templates)
  if (
    !(await updatesSql.insertUpdate(db, {
      id,
      moscow_day: moscowDay(now),
      templates,
      state: 'queue',
      total,
      created_at: now,
    }))
  )
    return undefined
  await updatesSql.clearWaiting(db, waiting)
  await app.jobs.enqueue(db.tx, updateCardsJob, { cabinetId: db.cabinetId, id })
  await notifyOpenPages(db)
  return total
}

/** @throws Refusal update_scheduled when today's update is used */
export async function scheduleUpdate(app: App, db: CabinetDb, templateId: string): Promise<{ cards: number }> {
  if (!(await findTemplate(db, templateId))) throw refuse('template_not_found')
  const cards = await startUpdate(app, db, [templateId])
  if (cards === undefined) throw refuse('update_scheduled', { next: moscowTimeText(nextMoscowDay(app.clock.now())) })
  return { cards }
}

const Waiting = z.object({ cabinetId: z.int() })
/** The next day: updates the waiting templates, unless another update of that day included them. */
export const updateWaitingCards: Job<z.infer<typeof Waiting>> = defineJob({
  name: 'update-waiting-cards',
  shape: Waiting,
  handle: (app, { cabinetId }) =>
    openForWork(app, cabinetId, async (db) => {
      if ((await updatesSql.waitingTemplates(db)).length > 0 && (await startUpdate(app, db, [])) === undefined)
        await scheduleForTomorrow(app, db)
    }),
})

async function scheduleForTomorrow(app: App, db: CabinetDb): Promise<void> {
  const now = app.clock.now()
  const afterSeconds =
    Math.ceil((nextMoscowDay(now).getTime() - now.getTime()) / 1000) + 1 + (db.cabinetId % SPREAD_SECONDS)
  await app.jobs.enqueue(
    db.tx,
    updateWaitingCards,
    { cabinetId: db.cabinetId },
    { afterSeconds, key: String(db.cabinetId) },
  )
}

/**
 * Updates the points on the cards of these templates: now, or with the next update when today's is used. Cards that
 * change for another reason meanwhile have them already.
 */
export async function updatePoints(app: App, db: CabinetDb, templateIds: readonly string[]): Promise<void> {
  await raisePointsVersion(db, templateIds)
  if ((await countsSql.countAllOf(db, templateIds)) === 0 || (await startUpdate(app, db, templateIds)) !== undefined)
    return
  await updatesSql.addWaiting(db, templateIds, app.clock.now())
  await scheduleForTomorrow(app, db)
}

/** When waiting changes reach the cards of these templates; null without any. */
export async function waitsUntil(app: App, db: CabinetDb, templateIds: readonly string[]): Promise<Date | null> {
  const waiting = await updatesSql.waitingTemplates(db)
  return templateIds.some((id) => waiting.includes(id)) ? nextMoscowDay(app.clock.now()) : null
}

export async function updateStatus(app: App, db: CabinetDb) {
  const latest = await updatesSql.latestUpdate(db)
  const now = app.clock.now()
  const nextAt = latest && latest.moscow_day === moscowDay(now) ? nextMoscowDay(now).toISOString() : null
  return latest
    ? { state: latest.state, done: latest.done, total: latest.total, nextAt }
    : { state: 'none' as const, done: 0, total: 0, nextAt: null }
}
