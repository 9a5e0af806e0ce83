/** Ends a run whose parts are done. When many of its cards were not reached, the people of the account are notified. */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { isMassFailure, notify } from '../../platform/notifications/notifications.ts'
import * as runsSql from './runs-sql.ts'
import * as sql from './sql.ts'

export async function endRun(app: App, db: CabinetDb, runId: string, isOverdue = false): Promise<void> {
  if (!(await runsSql.endRun(db, runId, app.clock.now(), isOverdue))) return
  const run = await runsSql.runById(db, runId)
  if (!run) return
  const failed = run.failed + run.unknown + run.waiting
  if (!isMassFailure(failed, run.cards)) return
  const push = await sql.pushById(db, run.push_id)
  await notify(app, db, {
    type: 'push_failed',
    detail: { name: push?.name ?? '', failed, total: run.cards },
    onceKey: `push|${run.id}`,
  })
}
