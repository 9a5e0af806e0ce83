import { type Generated, sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'

type CodeTables = {
  phone_codes: {
    cabinet_id: number
    id: string
    user_id: string
    purpose: string
    phone: string
    code_mac: string
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  sms_budget: { key: string; id: string; sent_at: Date }
}

const tables = (tx: Tx) => tx.withTables<CodeTables>()

/** Who asked for a code, for which number, to do what. */
export type Bound = { user_id: string; purpose: string; phone: string }

const ofBound = (db: CabinetDb, { user_id, purpose, phone }: Bound) =>
  tables(db.tx)
    .selectFrom('phone_codes')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('phone', '=', phone)

export async function insertCode(
  db: CabinetDb,
  row: Bound & { id: string; code_mac: string; created_at: Date; expires_at: Date },
): Promise<void> {
  await tables(db.tx)
    .insertInto('phone_codes')
    .values({ cabinet_id: db.cabinetId, ...row, used_at: null })
    .execute()
}

export async function deleteCode(db: CabinetDb, id: string): Promise<void> {
  await tables(db.tx).deleteFrom('phone_codes').where('cabinet_id', '=', db.cabinetId).where('id', '=', id).execute()
}

/** A newer code replaces the older ones of the same purpose; expired ones are deleted too. */
export async function deleteOtherCodes(db: CabinetDb, id: string, bound: Bound, now: Date): Promise<void> {
  await tables(db.tx)
    .deleteFrom('phone_codes')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '<>', id)
    .where((where) => where.or([where('id', 'in', ofBound(db, bound)), where('expires_at', '<=', now)]))
    .execute()
}

/**
 * Counts one look at the latest code. The row is locked until the commit, so of many at the same time no more than
 * `triesMax` get the digest.
 * @returns undefined when there is none that is still good; `locked` when its tries are used up
 */
export async function lookAtCode(
  db: CabinetDb,
  bound: Bound,
  triesMax: number,
  now: Date,
): Promise<{ id: string; code_mac: string; tries: number } | 'locked' | undefined> {
  const latest = ofBound(db, bound)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
  const looked = await tables(db.tx)
    .updateTable('phone_codes')
    .set((of) => ({ tries: of('tries', '+', 1) }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', latest)
    .where('used_at', 'is', null)
    .where('tries', '<', triesMax)
    .returning(['id', 'code_mac', 'tries'])
    .executeTakeFirst()
  return looked ?? ((await latest.executeTakeFirst()) ? 'locked' : undefined)
}

export async function useCode(db: CabinetDb, id: string, now: Date): Promise<void> {
  await tables(db.tx)
    .updateTable('phone_codes')
    .set({ used_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Until the end of the transaction no other counts against these keys. */
export async function lockBudget(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${keys.toSorted()}::text[]) as key`.execute(tx)
}

/** How many were sent in that time by each key, and when the first of them was; in the order of `asked`. */
export async function sentSince(
  tx: Tx,
  asked: readonly { key: string; since: Date; until: Date | null }[],
): Promise<{ count: number; first: Date | null }[]> {
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(sent_at) as count, min(sent_at) as first
    from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ since }) => since)}::timestamptz[],
        ${asked.map(({ until }) => until)}::timestamptz[])
      with ordinality as asked (key, since, until, place)
    left join sms_budget on sms_budget.key = asked.key and sent_at > since and sent_at <= coalesce(until, 'infinity')
    group by place order by place`.execute(tx)
  return rows
}

export async function insertSpending(tx: Tx, keys: readonly string[], id: string, now: Date): Promise<void> {
  await tables(tx)
    .insertInto('sms_budget')
    .values(keys.map((key) => ({ key, id, sent_at: now })))
    .execute()
}

export async function deleteSpending(tx: Tx, keys: readonly string[], id: string): Promise<void> {
  await tables(tx).deleteFrom('sms_budget').where('key', 'in', keys).where('id', '=', id).execute()
}

export async function sweepSpending(tx: Tx, before: Date): Promise<void> {
  await tables(tx).deleteFrom('sms_budget').where('sent_at', '<=', before).execute()
}
