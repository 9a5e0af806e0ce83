/** Codes of agents, and the cabinets that came by them. */
import type { CabinetDb, Tx } from '../../base/db.ts'
import { tables } from './tables.ts'

export async function referralCodeOf(db: CabinetDb): Promise<string | null> {
  const row = await tables(db.tx)
    .selectFrom('cabinets')
    .select('referral_code')
    .where('id', '=', db.cabinetId)
    .executeTakeFirst()
  return row?.referral_code ?? null
}

export async function insertReferralCode(db: CabinetDb, code: string): Promise<void> {
  await tables(db.tx)
    .updateTable('cabinets')
    .set({ referral_code: code })
    .where('id', '=', db.cabinetId)
    .where('referral_code', 'is', null)
    .execute()
}

export async function hasReferralCode(tx: Tx, code: string): Promise<boolean> {
  const row = await tables(tx).selectFrom('cabinets').select('id').where('referral_code', '=', code).executeTakeFirst()
  return row !== undefined
}

export async function agentOfCode(db: CabinetDb, code: string): Promise<number | undefined> {
  const row = await tables(db.tx)
    .selectFrom('cabinets')
    .select('id')
    .where('referral_code', '=', code)
    .where('is_agent', '=', true)
    .where('id', '<>', db.cabinetId)
    .executeTakeFirst()
  return row?.id
}

/** The other cabinet that has this code, an agent or not. */
export async function inviterOfCode(db: CabinetDb, code: string): Promise<number | undefined> {
  const row = await tables(db.tx)
    .selectFrom('cabinets')
    .select('id')
    .where('referral_code', '=', code)
    .where('id', '<>', db.cabinetId)
    .executeTakeFirst()
  return row?.id
}

export async function originOf(db: CabinetDb): Promise<{ promo_code: string; created_at: Date } | undefined> {
  return tables(db.tx)
    .selectFrom('cabinets')
    .select(['promo_code', 'created_at'])
    .where('id', '=', db.cabinetId)
    .executeTakeFirst()
}

/** One that is an agent already stays so since when it was. */
export async function setAgent(db: CabinetDb, isAgent: boolean, at: Date): Promise<void> {
  await tables(db.tx)
    .updateTable('cabinets')
    .set({ is_agent: isAgent, ...(isAgent && { agent_since: at }) })
    .where('id', '=', db.cabinetId)
    .where('is_agent', '<>', isAgent)
    .execute()
}

/** Cabinets that came by the code of an agent, each with that agent, for the role of the scheduler. */
export const selectReferredByAgents = (tx: Tx) =>
  tables(tx)
    .selectFrom('cabinets as child')
    .innerJoin('cabinets as agent', 'agent.referral_code', 'child.promo_code')
    .select([
      'child.id as child_id',
      'child.created_at as since',
      'agent.id as agent_id',
      'agent.agent_since as agent_since',
    ])
    .where('child.promo_code', '<>', '')
    .where('agent.is_agent', '=', true)
    .whereRef('agent.id', '<>', 'child.id')

const referred = (db: CabinetDb, code: string) =>
  tables(db.tx)
    .selectFrom('cabinets')
    .where('promo_code', '=', code)
    .where('promo_code', '<>', '')
    .where('id', '<>', db.cabinetId)

export async function countReferred(db: CabinetDb, code: string): Promise<number> {
  const row = await referred(db, code)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

export function referredPage(db: CabinetDb, code: string, page: { limit: number; offset: number; d: 'asc' | 'desc' }) {
  return referred(db, code)
    .select(['id', 'name', 'tariff_key', 'created_at'])
    .orderBy('id', page.d)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function namesOfReferred(db: CabinetDb, code: string, ids: readonly number[]) {
  return referred(db, code).select(['id', 'name']).where('id', 'in', ids).execute()
}
