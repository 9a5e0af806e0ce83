/**
 * What triggers have done in a past that was brought along: the demo. Who is due on a day follows from the same rules
 * as on any other (`due.ts`).
 */
import type { CabinetDb } from '../../base/db.ts'
import { addDays, moscowDay } from '../../../contract/time.ts'
import { birthdaysOf, cardsOf, dailyMoment, nextRun } from './due.ts'
import * as acts from './acts-sql.ts'
import * as sql from './sql.ts'

/** A trigger that looks once a day. */
export type Daily =
  | { activation: 'birthday'; daysToBirthday: number }
  | { activation: 'create'; daysAfterCreate: number }

/** @param birthday a day; null: it is not known. */
export type Holder = { id: string; birthday: string | null; cardAt: Date }

/** The occasion of a day, and whom of these it is for. */
export function dueOn<H extends Holder>(
  trigger: Daily,
  day: string,
  holders: readonly H[],
): { at: Date; occasion: string; due: H[] } {
  const at = dailyMoment(day)
  if (trigger.activation === 'birthday') {
    const { birthday, monthDays } = birthdaysOf(day, trigger.daysToBirthday)
    const due = holders.filter((one) => one.birthday !== null && monthDays.includes(one.birthday.slice(5)))
    return { at, occasion: `birthday|${birthday}`, due }
  }
  const { from, to } = cardsOf(day, trigger.daysAfterCreate)
  return { at, occasion: 'create', due: holders.filter((one) => one.cardAt >= from && one.cardAt < to) }
}

export type PastAct = { triggerId: string; clientId: string; occasion: string; at: Date }

/**
 * Stores what triggers that are on have done. They have looked at every day up to now, and go on from here.
 * @param acts the earliest first
 */
export async function addPastActs(
  db: CabinetDb,
  triggerIds: readonly string[],
  done: readonly PastAct[],
  now: Date,
): Promise<void> {
  await acts.insertPastActs(db, done)
  const of = Map.groupBy(done, (one) => one.triggerId)
  for (const id of triggerIds) {
    const trigger = await sql.lockTrigger(db, id)
    if (!trigger) continue
    const last = of.get(id)?.at(-1)
    const today = moscowDay(now)
    const ranDay = dailyMoment(today) <= now ? today : addDays(today, -1)
    await sql.updateTrigger(db, id, {
      next_run_at: nextRun(trigger, now),
      ran_day: ranDay,
      looked_at: dailyMoment(ranDay),
      ...(last && {
        last_run_at: last.at,
        last_run_clients: of.get(id)?.filter((one) => one.at.getTime() === last.at.getTime()).length ?? 0,
      }),
    })
  }
}
