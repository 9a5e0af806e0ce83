/** What each wallet has reported of the messages of a run. */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'

export type InWallets = {
  apple: { cards: number; accepted: number; fetched: number; removed: number }
  google: { cards: number; accepted: number; removed: number }
}

export const NOWHERE: InWallets = {
  apple: { cards: 0, accepted: 0, fetched: 0, removed: 0 },
  google: { cards: 0, accepted: 0, removed: 0 },
}

/**
 * A card in both wallets counts in both; of a person's cards the one on which the message was announced. Kept by
 * triggers of the messages (0470-kept-counts.sql, decision 125).
 * @param run alias of the table `push_runs` in the statement
 */
export const inWallets = (run: string) =>
  sql<InWallets>`(select jsonb_build_object(
      'apple', jsonb_build_object('cards', coalesce(sum(w.apple), 0), 'accepted', coalesce(sum(w.apple_accepted), 0),
        'fetched', coalesce(sum(w.apple_fetched), 0), 'removed', coalesce(sum(w.apple_removed), 0)),
      'google', jsonb_build_object('cards', coalesce(sum(w.google), 0),
        'accepted', coalesce(sum(w.google_accepted), 0), 'removed', coalesce(sum(w.google_removed), 0)))
    from run_wallets w where w.cabinet_id = ${sql.ref(`${run}.cabinet_id`)} and w.run_id = ${sql.ref(`${run}.id`)})`

/** Changes of single statements become one row a run. */
export async function gatherRunWallets(db: CabinetDb): Promise<void> {
  await sql`
    with gone as (
      delete from run_wallets where cabinet_id = ${db.cabinetId} and run_id in (
        select run_id from run_wallets where cabinet_id = ${db.cabinetId} and not is_sum) returning *)
    insert into run_wallets (cabinet_id, run_id, is_sum, apple, apple_accepted, apple_fetched, apple_removed, google,
      google_accepted, google_removed)
    select cabinet_id, run_id, true, sum(apple), sum(apple_accepted), sum(apple_fetched), sum(apple_removed),
      sum(google), sum(google_accepted), sum(google_removed)
    from gone group by 1, 2`.execute(db.tx)
}

/**
 * Counts runs again from their messages and corrects what differs. One statement sees one moment, so what is written
 * meanwhile is in both counts or in none. @returns the runs that were wrong
 */
export async function correctRunWallets(db: CabinetDb, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with runs as (select id from push_runs where cabinet_id = ${db.cabinetId} and created_at >= ${since}),
      counted as (
        select * from recounted_runs(${db.cabinetId}, array(select id from runs))
        union all
        select run_id, -apple, -apple_accepted, -apple_fetched, -apple_removed, -google, -google_accepted,
          -google_removed
        from run_wallets where cabinet_id = ${db.cabinetId} and run_id in (select id from runs)),
      wrong as (
        select run_id, sum(apple) as a, sum(apple_accepted) as aa, sum(apple_fetched) as af, sum(apple_removed) as ar,
          sum(google) as g, sum(google_accepted) as ga, sum(google_removed) as gr
        from counted group by run_id)
    insert into run_wallets (cabinet_id, run_id, apple, apple_accepted, apple_fetched, apple_removed, google,
      google_accepted, google_removed)
    select ${db.cabinetId}, run_id, a, aa, af, ar, g, ga, gr from wrong
    where (a, aa, af, ar, g, ga, gr) is distinct from (0, 0, 0, 0, 0, 0, 0)
    returning run_id as id`.execute(db.tx)
  return rows.map((row) => row.id)
}

/** Businesses with changes that are not gathered yet. @param tx of scheduled work over all businesses */
export async function cabinetsToGather(tx: Tx, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from run_wallets where not is_sum and cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Businesses that have sent anything. */
export async function cabinetsWithRuns(tx: Tx, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from run_wallets where cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

export async function markRemoved(
  db: CabinetDb,
  pass: { id: string; client_id: string },
  wallet: 'apple' | 'google',
  at: Date,
): Promise<void> {
  const removed = sql.ref(`${wallet}_removed_at`)
  await sql`update client_messages set ${removed} = ${at}
    where cabinet_id = ${db.cabinetId} and ${removed} is null and id = (
      select id from client_messages where cabinet_id = ${db.cabinetId} and client_id = ${pass.client_id}
        and pass_id = ${pass.id} and (${sql.ref(wallet)} is not null or channel = ${wallet})
      order by at desc, id desc limit 1)`.execute(db.tx)
}
