/** Notices about a CRM that fails. */
import { moscowDay } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { connectorOf, titleOf } from '../../engines/crm/crm.ts'
import { isMassFailure, notify } from '../../platform/notifications/notifications.ts'
import * as runs from './runs-sql.ts'
import * as sql from './sql.ts'

/** Once a day, however often it fails; that the consent is over is news of its own. */
export async function notifyFailed(app: App, db: CabinetDb, title: string): Promise<void> {
  const isConsentOver = (await sql.findIntegration(db))?.fault_field === 'consent'
  await notify(app, db, {
    type: 'integration_failed',
    detail: { crm: title, ...(isConsentOver && { isConsentOver: true as const }) },
    onceKey: `${isConsentOver ? 'consent' : 'integration'}|${moscowDay(app.clock.now())}`,
  })
}

/** A field that is exchanged was removed in the CRM, or holds something else now. */
export async function notifyFieldsGone(
  app: App,
  db: CabinetDb,
  title: string,
  names: readonly string[],
): Promise<void> {
  await notify(app, db, {
    type: 'integration_failed',
    detail: { crm: title, fields: names.join(', ') },
    onceKey: `integration|fields|${moscowDay(app.clock.now())}|${names.join('|').slice(0, 200)}`,
  })
}

/** After the last try of a job that failed for a reason of ours. */
export async function notifyGivenUp(app: App, db: CabinetDb): Promise<void> {
  const row = await sql.findIntegration(db)
  const connector = row && connectorOf(row.type)
  if (connector) await notifyFailed(app, db, titleOf(connector.name))
}

/** A client that the CRM refuses ends no run: if many were, nobody would see it. */
export async function notifyRefused(app: App, db: CabinetDb, runId: string, title: string): Promise<void> {
  const run = await runs.lockRun(db, runId)
  const isAll = run !== undefined && run.failed > 0 && run.done === 0
  if (!run || !(isAll || isMassFailure(run.failed, run.failed + run.done))) return
  await notify(app, db, {
    type: 'integration_failed',
    detail: { crm: title, failed: run.failed, total: run.failed + run.done },
    onceKey: `integration|run|${runId}`,
  })
}
