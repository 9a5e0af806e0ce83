/** Who settings would reach, before they are saved. */
import type { Activation } from '../../../contract/reach/triggers.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { bornOn, cardMade, type Condition, countWho } from './acts-sql.ts'
import { birthdaysOf, cardsOf, nextRun } from './due.ts'
import { whoOf } from './run.ts'

type Settings = {
  activation: Activation
  segment?: string | undefined
  date?: string | undefined
  time?: string | undefined
  daysToBirthday: number
  daysAfterCreate: number
}

/** Whom the run of a day would find besides being meant; null: nobody can know. */
function dueOn(settings: Settings, day: string): Condition[] | null {
  switch (settings.activation) {
    case 'birthday':
      return [bornOn(birthdaysOf(day, settings.daysToBirthday).monthDays)]
    case 'create':
      return [cardMade(cardsOf(day, settings.daysAfterCreate))]
    case 'date':
    case 'now':
      return []
    case 'input':
      return null
  }
}

export async function estimate(
  db: CabinetDb,
  settings: Settings,
  now: Date,
): Promise<{ who: number; nextRunAt: string | null; clients: number | null }> {
  const who = await whoOf(db, settings.segment ?? null, now)
  const next =
    settings.activation === 'now'
      ? now
      : nextRun({ activation: settings.activation, day: settings.date ?? null, time: settings.time ?? null }, now)
  const due = next && dueOn(settings, moscowDay(next))
  return {
    who: await countWho(db, [who]),
    nextRunAt: next?.toISOString() ?? null,
    clients: due ? await countWho(db, [who, ...due]) : null,
  }
}
