/** Triggers of a business, turned on when it began. */
import type { CabinetDb } from '../server/base/db.ts'
import type { App } from '../server/base/app.ts'
import { createPush, includedIn } from '../server/reach/pushes/pushes.ts'
import { createTrigger, saveTrigger, switchTrigger } from '../server/reach/triggers/triggers.ts'
import type { Shop } from './demo-shops.ts'

/** @returns the triggers and their pushes, in their order */
export async function addTriggers(
  app: App,
  db: CabinetDb,
  { triggers, tariff }: Shop,
  templateId: string,
): Promise<{ id: string; push: string; message: string }[]> {
  const added: { id: string; push: string; message: string }[] = []
  for (const { name, daily, message } of triggers) {
    const push = await createPush(
      app,
      db,
      'text',
      { name, message, templates: [templateId], segment: null, geoPoints: [], beacons: [] },
      includedIn(tariff),
    )
    const { id, version } = await createTrigger(app, db)
    await saveTrigger(app, db, id, {
      name,
      segment: null,
      action: 'push',
      push: push.id,
      template: null,
      date: null,
      time: null,
      daysToBirthday: 0,
      daysAfterCreate: 1,
      removeTemplateAfterDays: null,
      ...daily,
      version,
    })
    await switchTrigger(app, db, id, true)
    added.push({ id, push: push.id, message })
  }
  return added
}
