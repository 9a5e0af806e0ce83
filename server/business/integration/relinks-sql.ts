/** Clients who were linked with somebody else in the CRM. */
import { sql } from 'kysely'
import type { Generated } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { Link } from './links-sql.ts'

/** As JSON: what both sides count from. */
type LinkBefore = Pick<Link, 'their_tel' | 'their_balance' | 'their_bonus' | 'their_discount'> & {
  met_at: string | null
}

type Tables = {
  crm_relinks: {
    cabinet_id: number
    id: string
    client_id: string
    at: Date
    by_user: string | null
    crm_id_before: string
    crm_id_after: string
    link_before: LinkBefore
    balance_before: number
    bonus_before: number
    discount_before: number
    undone_at: Generated<Date | null>
  }
}
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()
const ofClient = (db: CabinetDb, clientId: string) =>
  tables(db)
    .selectFrom('crm_relinks')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .orderBy('at', 'desc')
export type Relink = Awaited<ReturnType<ReturnType<typeof ofClient>['executeTakeFirstOrThrow']>>

const SHOWN = 10
export const relinksOf = (db: CabinetDb, clientId: string): Promise<Relink[]> =>
  ofClient(db, clientId).limit(SHOWN).execute()

/** The last one that was not undone. */
export const lastRelink = (db: CabinetDb, clientId: string): Promise<Relink | undefined> =>
  ofClient(db, clientId).where('undone_at', 'is', null).limit(1).executeTakeFirst()

export async function insertRelink(db: CabinetDb, relink: Omit<Relink, 'cabinet_id' | 'undone_at'>): Promise<void> {
  await tables(db)
    .insertInto('crm_relinks')
    .values({
      cabinet_id: db.cabinetId,
      ...relink,
      link_before: sql`${JSON.stringify(relink.link_before)}::jsonb`,
    })
    .execute()
}

export async function setUndone(db: CabinetDb, id: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('crm_relinks')
    .set({ undone_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export async function forgetRelinks(db: CabinetDb): Promise<void> {
  await tables(db).deleteFrom('crm_relinks').where('cabinet_id', '=', db.cabinetId).execute()
}
