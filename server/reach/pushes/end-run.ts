/**
 * Ends a run whose parts are done. When many of its cards were not reached, or all of a few, the people of the account
 * are notified.
 */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { isMassFailure, notify } from '../../platform/notifications/notifications.ts'
import * as runsSql from './runs-sql.ts'
import * as sql from './sql.ts'

export async function endRun(app: App, db: CabinetDb, runId: string, isOverdue = false): Promise<void> {
  const hasEnded = await runsSql.endRun(db, runId, app.clock.now(), isOverdue)
  const run = await runsSql.runById(db, runId)
  if (!run) return
  const failed = run.failed + run.unknown + run.waiting
  const isMass = hasEnded && isMassFailure(failed, run.cards)
  // A message that waits may still be sent, also after the run has ended without it.
  const isWhole = run.ended_at !== null && failed > 0 && run.waiting === 0 && failed === run.cards
  if (!isMass && !isWhole) return
  const push = await sql.pushById(db, run.push_id)
  await notify(app, db, {
    type: 'push_failed',
    detail: { name: push?.name ?? '', failed, total: run.cards },
    // A trigger sends to few cards many times a day.
    onceKey: isMass || run.trigger_id === null ? `push|${run.id}` : `push|${run.push_id}|${run.moscow_day}`,
  })
}
