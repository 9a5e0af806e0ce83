/** Brings a saved design to every issued card of a template, some hundreds at a time; once per Moscow day. */
import { z } from 'zod'
import { templates as contract } from '../../contract/templates.ts'
import { moscowDay, moscowTimeText, nextMoscowDay } from '../base/clock.ts'
import { type CabinetDb, constraintOf } from '../base/db.ts'
import type { Floor, Job } from '../base/floor.ts'
import { defineJob } from '../base/jobs.ts'
import { refusals } from '../base/refusal.ts'
import { openForWork } from '../cabinets/cabinets.ts'
import { findTemplate } from '../templates/templates.ts'
import { cardsChanged } from './passes.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const BATCH = 500

const Update = z.object({ cabinetId: z.int(), id: z.uuid() })
export const updateCardsJob: Job<z.infer<typeof Update>> = defineJob({
  name: 'update-cards',
  shape: Update,
  async handle(floor, { cabinetId, id }) {
    await openForWork(floor, cabinetId, async (db) => {
      const update = await sql.updateById(db, id)
      if (!update || update.state === 'done') return
      const next = await sql.passesOfTemplate(db, update.template_id, update.after_pass, BATCH)
      const last = next.at(-1)
      if (last) await cardsChanged(floor, db, next.map((pass) => pass.id), false)
      const isDone = next.length < BATCH
      await sql.moveUpdate(db, id, { state: isDone ? 'done' : 'in_progress', done: update.done + next.length, after_pass: last?.id ?? update.after_pass })
      if (!isDone) await floor.jobs.enqueue(db.tx, updateCardsJob, { cabinetId, id })
    })
  },
})

/** @throws Refusal update_scheduled when today's window is used */
export async function scheduleUpdate(floor: Floor, db: CabinetDb, templateId: string): Promise<{ cards: number }> {
  if (!(await findTemplate(db, templateId))) throw refuse('template_not_found')
  const { issued } = await sql.countPasses(db, templateId)
  const now = floor.clock.now()
  const id = crypto.randomUUID()
  try {
    await sql.insertUpdate(db, { id, moscow_day: moscowDay(now), template_id: templateId, state: 'queue', total: issued, created_at: now })
  } catch (error) {
    if (constraintOf(error) === 'card_updates_once_a_day') throw refuse('update_scheduled', { next: moscowTimeText(nextMoscowDay(now)) })
    throw error
  }
  await floor.jobs.enqueue(db.tx, updateCardsJob, { cabinetId: db.cabinetId, id })
  return { cards: issued }
}

export async function updateStatus(floor: Floor, db: CabinetDb) {
  const latest = await sql.latestUpdate(db)
  const now = floor.clock.now()
  const nextAt = latest && latest.moscow_day === moscowDay(now) ? nextMoscowDay(now).toISOString() : null
  return latest ? { state: latest.state, done: latest.done, total: latest.total, nextAt } : { state: 'none' as const, done: 0, total: 0, nextAt: null }
}
