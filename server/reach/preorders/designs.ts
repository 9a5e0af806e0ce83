/** Which card of a waiting client is sent next: one link for each design that was asked for (decision 056). */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import type { StoredClient } from '../../people/clients/clients.ts'
import { issueCardOfDesign, issuePass, type PassRow } from '../passes/passes.ts'
import * as designsSql from './designs-sql.ts'
import * as runSql from './run-sql.ts'
import type { PreorderRow } from './sql.ts'

/** The card whose link is sent now, made when there is none; the main card for a design that was deleted meanwhile. */
export async function nextCard(app: App, db: CabinetDb, client: StoredClient, row: PreorderRow): Promise<PassRow> {
  const design = row.design_now ?? (await takeDesign(db, client.id))
  if (design === undefined || !(await findTemplate(db, design))) return issuePass(app, db, client)
  return (await issueCardOfDesign(app, db, client, design)).pass
}

async function takeDesign(db: CabinetDb, clientId: string): Promise<string | undefined> {
  const [design] = (await designsSql.designsOf(db, [clientId])).get(clientId) ?? []
  if (design === undefined) return undefined
  await designsSql.dropDesign(db, clientId, design)
  await runSql.updatePreorder(db, clientId, { design_now: design })
  return design
}

/** The outcome of one link. A client who waits for another card, too, goes on in the same run. */
export async function endOne(
  db: CabinetDb,
  clientId: string,
  outcome: runSql.Change & { state: 'sent' | 'failed' },
): Promise<void> {
  const waitsOn = (await designsSql.designsOf(db, [clientId])).has(clientId)
  const again = { state: 'queued', channel: null, sms_failure: null, tries: 0, next_at: null } as const
  await runSql.updatePreorder(db, clientId, { ...outcome, ...(waitsOn && again), design_now: null })
}
