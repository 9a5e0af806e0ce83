/** What the CRM has to do with clients that are imported, from a file or from the CRM itself. */
import type { App } from '../../base/app.ts'
import { connectorOf, titleOf } from '../../engines/crm/crm.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { ImportDoors } from '../../people/imports/imports.ts'
import type { Amounts } from '../../engines/crm/connector.ts'
import * as rows from './clients-sql.ts'
import * as imported from './imported-sql.ts'
import { UNKNOWN } from './meeting.ts'
import { enqueueReading } from './reading.ts'
import { rebase } from './rebase.ts'
import * as sql from './sql.ts'

/** The connected CRM, and whether new clients would be written to it; null without one. */
export async function crmOfImport(db: CabinetDb): Promise<{ title: string; writes: boolean } | null> {
  const row = await sql.findIntegration(db)
  return row ? { title: titleOf(row.type), writes: row.is_write } : null
}

/** Those of these clients whom the CRM knows, while it is on. */
export async function clientsInCrm(db: CabinetDb, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || !(await sql.findIntegration(db))?.is_on) return new Set()
  const syncs = await rows.clientSyncs(db, ids)
  return new Set(syncs.filter((one) => one.crm_id !== null).map((one) => one.id))
}

/** These clients are not written to the CRM until somebody says so on the page of each. */
export async function keepFromCrm(db: CabinetDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0 && (await sql.findIntegration(db))) await rows.setUnwritten(db, ids)
}

/** The clients who are linked with these people of the CRM. */
export const linkedInCrm = (db: CabinetDb, crmIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  imported.clientsOfCrm(db, crmIds)

/**
 * Clients who came from the CRM are linked with it from the beginning: each side has the same, so nothing waits to be
 * written. Before the exchange has begun they meet with all others.
 */
export async function linkImported(
  app: App,
  db: CabinetDb,
  clients: Parameters<ImportDoors['linkImported']>[2],
): Promise<void> {
  const row = await sql.findIntegration(db)
  const links = clients.flatMap(({ id, facts }) =>
    facts.crm
      ? [
          {
            client_id: id,
            crm_id: facts.crm.id,
            their_tel: facts.tel ?? null,
            their_balance: facts.balance_minor ?? null,
            their_bonus: facts.bonus_minor ?? null,
            their_discount: facts.discount_hundredths ?? null,
            category: facts.crm.category,
            category_percent: facts.crm.categoryPercent,
          },
        ]
      : [],
  )
  if (row) await imported.insertLinks(db, links, app.clock.now(), row.begun_at !== null)
}

/** Asked about with the next exchange, if one goes on: that decides who is who, and lets amounts meet. */
export async function leaveToExchange(app: App, db: CabinetDb, ids: readonly string[]): Promise<void> {
  const row = ids.length > 0 ? await sql.findIntegration(db) : undefined
  if (!row || row.begun_at === null) return
  await imported.setStale(db, ids)
  await enqueueReading(app, db)
}

export const bringToDesk = (db: CabinetDb, ids: readonly string[]): Promise<void> => imported.setInDoubt(db, ids)

/** How amounts of both sides meet by the rules of the owner; null: no exchange goes on. */
export async function meetingOf(db: CabinetDb): Promise<((ours: Amounts, theirs: Partial<Amounts>) => Amounts) | null> {
  const row = await sql.findIntegration(db)
  const connector = row && connectorOf(row.type)
  if (!connector || row.begun_at === null) return null
  const abilities = connector.amounts(row.settings, row.categories)
  const rules = { base: UNKNOWN, abilities, policy: row.policy, isWritten: row.is_write }
  return (ours, theirs) => (row.is_read ? rebase({ ...rules, ours, theirs }).ours : ours)
}
