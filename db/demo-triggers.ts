/** Triggers of a coffee house: a gift before the birthday, a message a week after the card. */
import type { TriggerInput } from '../contract/reach/triggers.ts'
import type { CabinetDb } from '../server/base/db.ts'
import type { App } from '../server/base/app.ts'
import { createPush, includedIn } from '../server/reach/pushes/pushes.ts'
import { createTrigger, saveTrigger, switchTrigger } from '../server/reach/triggers/triggers.ts'

type Written = { message: string; trigger: Pick<TriggerInput, 'name' | 'activation'> & Partial<TriggerInput> }

const WRITTEN: readonly Written[] = [
  {
    message: 'Happy birthday soon, {cardholder}. Your flat white is on us all week.',
    trigger: { name: 'Birthday gift', activation: 'birthday', daysToBirthday: 3 },
  },
  {
    message: 'A week with us, {cardholder}. You have {bonus} points already.',
    trigger: { name: 'A week with the card', activation: 'create', daysAfterCreate: 7 },
  },
]

export async function addTriggers(app: App, db: CabinetDb, templateId: string): Promise<void> {
  for (const { message, trigger } of WRITTEN) {
    const push = await createPush(
      app,
      db,
      'text',
      { name: trigger.name, message, templates: [templateId], segment: null, geoPoints: [], beacons: [] },
      includedIn('expert'),
    )
    const { id, version } = await createTrigger(app, db)
    await saveTrigger(app, db, id, {
      segment: null,
      action: 'push',
      push: push.id,
      template: null,
      date: null,
      time: null,
      daysToBirthday: 0,
      daysAfterCreate: 1,
      removeTemplateAfterDays: null,
      ...trigger,
      version,
    })
    await switchTrigger(app, db, id, true)
  }
}
