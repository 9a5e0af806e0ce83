/** The code of an agent, the same in capitals for everybody, and the cabinets that came by it. */
import type { App } from '../../base/app.ts'
import { type CabinetDb, lookUp, lookUpIn, type Tx } from '../../base/db.ts'
import * as sql from './referrals-sql.ts'

/** The cabinet's own code; null until one is made. */
export function referralCodeOf(db: CabinetDb): Promise<string | null> {
  return sql.referralCodeOf(db)
}

/** Gives the cabinet this code, unless it has one. */
export function keepReferralCode(db: CabinetDb, code: string): Promise<void> {
  return sql.insertReferralCode(db, code)
}

/** Does any cabinet have this code? */
export function hasReferralCode(app: App, code: string): Promise<boolean> {
  return lookUp(app.database, { code }, (tx) => sql.hasReferralCode(tx, code))
}

/** The other cabinet that is an agent and has this code. */
export function agentOfCode(db: CabinetDb, code: string): Promise<number | undefined> {
  return lookUpIn(db.tx, { code }, () => sql.agentOfCode(db, code))
}

/** The other cabinet whose code this is, an agent or not. */
export function inviterOfCode(db: CabinetDb, code: string): Promise<number | undefined> {
  return lookUpIn(db.tx, { code }, () => sql.inviterOfCode(db, code))
}

/** With which code the cabinet came, empty for none, and when. */
export async function originOf(db: CabinetDb): Promise<{ promoCode: string; createdAt: Date }> {
  const row = await sql.originOf(db)
  return { promoCode: row?.promo_code ?? '', createdAt: row?.created_at ?? new Date(0) }
}

/** Cabinets that came by the code of an agent, as a sub-select for the role of the scheduler. */
export const selectReferredByAgents = (tx: Tx) => sql.selectReferredByAgents(tx)

/** Whether a cabinet earns by those it brings. */
export function setAgent(db: CabinetDb, isAgent: boolean, at: Date): Promise<void> {
  return sql.setAgent(db, isAgent, at)
}

/** How many other cabinets came by this code. */
export function countReferred(db: CabinetDb, code: string): Promise<number> {
  return lookUpIn(db.tx, { referredBy: code }, () => sql.countReferred(db, code))
}

/** Those cabinets in the order they were created. */
export function referredPage(db: CabinetDb, code: string, page: { limit: number; offset: number; d: 'asc' | 'desc' }) {
  return lookUpIn(db.tx, { referredBy: code }, () => sql.referredPage(db, code, page))
}

/** Names of those of these cabinets that came by the code. */
export async function namesOfReferred(
  db: CabinetDb,
  code: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await lookUpIn(db.tx, { referredBy: code }, () => sql.namesOfReferred(db, code, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row.name]))
}
