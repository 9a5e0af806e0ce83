import { sql } from 'kysely'
import type { Tx } from '../../base/db.ts'

type OutsideTables = {
  outside_visits: { link_hash: Buffer; cookie_hash: Buffer | null; session_id: string | null; ends_at: Date }
}

const tables = (tx: Tx) => tx.withTables<OutsideTables>()

export async function insertLink(
  tx: Tx,
  link: { link_hash: Buffer; session_id: string | null; ends_at: Date },
): Promise<void> {
  await tables(tx)
    .insertInto('outside_visits')
    .values({ ...link, cookie_hash: null })
    .execute()
}

export async function deleteEnded(tx: Tx, now: Date): Promise<void> {
  await tables(tx).deleteFrom('outside_visits').where('ends_at', '<', now).execute()
}

/** Exactly one of many browsers opens it. @returns undefined for a link that is used, over or unknown */
export function takeLink(
  tx: Tx,
  linkHash: Buffer,
  visit: { cookieHash: Buffer; now: Date; visitEndsAt: Date; operatorsVisitEndsAt: Date },
): Promise<{ session_id: string | null } | undefined> {
  return tables(tx)
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

export function visitOf(tx: Tx, cookieHash: Buffer, now: Date): Promise<{ session_id: string | null } | undefined> {
  return tables(tx)
    .selectFrom('outside_visits')
    .select('session_id')
    .where('cookie_hash', '=', cookieHash)
    .where('ends_at', '>', now)
    .executeTakeFirst()
}
