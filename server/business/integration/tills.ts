/** The address for tills as its owner sees it. */
import type { CrmTill } from '../../../contract/business/crm-till.ts'
import { integration as contract } from '../../../contract/business/integration.ts'
import type { App } from '../../base/app.ts'
import { newToken } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import type { Connector } from '../../engines/crm/connector.ts'
import { expectIntegration } from './access.ts'
import { findIntegration } from './sql.ts'
import * as sql from './tills-sql.ts'

const refuse = refusals(contract)

const keyPlace = (cabinetId: number, id: string) => ({ cabinetId, table: 'crm_tills', column: 'sealed_key', row: id })

export const keyOfTill = (app: App, cabinetId: number, row: sql.TillRow): string =>
  app.keys.open(row.sealed_key, keyPlace(cabinetId, row.id)).toString()

/** A system whose tills call us gets an address of its own. */
export async function prepareTill(app: App, db: CabinetDb, { serve }: Connector): Promise<void> {
  if (!serve) return
  const id = crypto.randomUUID()
  await sql.insertTill(db, { id, sealed_key: app.keys.seal(newToken(), keyPlace(db.cabinetId, id)) })
}

export async function readTill(app: App, db: CabinetDb): Promise<CrmTill | null> {
  const [row, till] = await Promise.all([findIntegration(db), sql.findTill(db)])
  if (!row || !till) return null
  return {
    address: `${app.publicUrl}/tills/${row.type}/${db.cabinetId}.${keyOfTill(app, db.cabinetId, till)}`,
    lastCallAt: till.last_call_at?.toISOString() ?? null,
  }
}

/** Another address; nothing is answered at the old one from now on. @throws Refusal integration_not_configured */
export async function renewTillKey(app: App, db: CabinetDb): Promise<CrmTill | null> {
  await expectIntegration(db)
  const till = await sql.findTill(db)
  if (!till) throw refuse('integration_not_configured')
  await sql.changeTill(db, { sealed_key: app.keys.seal(newToken(), keyPlace(db.cabinetId, till.id)) })
  return readTill(app, db)
}
