import { sql } from 'kysely'
import type { Db, Tx } from '../../base/db.ts'

type OutsideTables = {
  outside_visits: { link_hash: Buffer; cookie_hash: Buffer | null; session_id: string | null; ends_at: Date }
}

const tables = (db: Db | Tx) => db.withTables<OutsideTables>()

export async function insertLink(
  db: Db | Tx,
  link: { link_hash: Buffer; session_id: string | null; ends_at: Date },
): Promise<void> {
  await tables(db)
    .insertInto('outside_visits')
    .values({ ...link, cookie_hash: null })
    .execute()
}

export async function deleteEnded(db: Db | Tx, now: Date): Promise<void> {
  await tables(db).deleteFrom('outside_visits').where('ends_at', '<', now).execute()
}

/** Exactly one of many browsers opens it. @returns undefined for a link that is used, over or unknown */
export function takeLink(
  db: Db | Tx,
  linkHash: Buffer,
  visit: { cookieHash: Buffer; now: Date; visitEndsAt: Date; operatorsVisitEndsAt: Date },
): Promise<{ session_id: string | null } | undefined> {
  return tables(db)
    .updateTable('outside_visits')
    .set({
      cookie_hash: visit.cookieHash,
      ends_at: sql<Date>`case when session_id is null then ${visit.visitEndsAt}::timestamptz
        else ${visit.operatorsVisitEndsAt}::timestamptz end`,
    })
    .where('link_hash', '=', linkHash)
    .where('cookie_hash', 'is', null)
    .where('ends_at', '>', visit.now)
    .returning('session_id')
    .executeTakeFirst()
}

export function visitOf(
  db: Db | Tx,
  cookieHash: Buffer,
  now: Date,
): Promise<{ session_id: string | null } | undefined> {
  return tables(db)
    .selectFrom('outside_visits')
    .select('session_id')
    .where('cookie_hash', '=', cookieHash)
    .where('ends_at', '>', now)
    .executeTakeFirst()
}
