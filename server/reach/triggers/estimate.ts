/** Estimates whom the settings of a trigger would reach, before they are saved. */
import type { ReplyOf } from '../../../contract/call.ts'
import type { Activation, triggers } from '../../../contract/reach/triggers.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { type ClientCondition, countAbout, countWhere, hasBirthdayOn } from '../../people/clients/clients.ts'
import { countBirthdayTemplates } from '../../cards/templates/templates.ts'
import { hasCardMadeIn } from '../passes/passes.ts'
import { birthdaysOf, cardsOf, nextRun } from './due.ts'
import { conditionsOf } from './whom.ts'

type Settings = {
  activation: Activation
  segment?: string | undefined
  date?: string | undefined
  time?: string | undefined
  daysToBirthday: number
  daysAfterCreate: number
}

/** Conditions of the run of a day, beside the segment; null: nobody can know. */
function dueOn(settings: Settings, day: string): ClientCondition[] | null {
  switch (settings.activation) {
    case 'birthday':
      return [hasBirthdayOn(birthdaysOf(day, settings.daysToBirthday).monthDays)]
    case 'create':
      return [hasCardMadeIn(cardsOf(day, settings.daysAfterCreate))]
    case 'date':
    case 'now':
      return []
    case 'input':
    case 'purchase':
      return null
  }
}

export async function estimate(
  db: CabinetDb,
  settings: Settings,
  now: Date,
): Promise<ReplyOf<typeof triggers.estimateTrigger>> {
  const who = await conditionsOf(db, { segment: settings.segment ?? null, activation: settings.activation }, now)
  const next =
    settings.activation === 'now'
      ? now
      : nextRun({ activation: settings.activation, day: settings.date ?? null, time: settings.time ?? null }, now)
  const due = next && dueOn(settings, moscowDay(next))
  return {
    who: await countAbout(db, who),
    nextRunAt: next?.toISOString() ?? null,
    clients: due ? await countWhere(db, [...who, ...due]) : null,
    birthdayCards: settings.activation === 'birthday' ? await countBirthdayTemplates(db) : null,
  }
}
