/** Another card for the clients of a trigger, and the former one when its days are over. */
import { addDays, moscowDay } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { lookUpRows } from '../../base/look-up.ts'
import { lockClients } from '../../people/clients/clients.ts'
import { moveToTemplate } from '../holders/holders.ts'
import * as acts from './acts-sql.ts'
import { dailyMoment } from './due.ts'
import type { TriggerRow } from './sql.ts'

export async function changeCards(
  app: App,
  db: CabinetDb,
  trigger: TriggerRow,
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

/**
 * Moves some of the cards back whose days are over, unless somebody has changed their template meanwhile.
 * @returns whether there may be more
 */
export async function moveSomeBack(app: App, db: CabinetDb, now: Date, limit: number): Promise<boolean> {
  await lookUpRows(db)
  const over = await acts.takeEndedHolds(db, now, limit)
  if (over.length === 0) return false
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
  return over.length === limit
}
