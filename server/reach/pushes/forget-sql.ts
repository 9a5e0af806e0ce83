/** Messages that are older than the installation keeps them. */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { isOfPush } from './remove-sql.ts'

/**
 * Deletes messages of one run that ended before that time. Triggers take the figures of what is deleted off the run
 * (0470-kept-counts.sql), and here they are added again: the run goes on saying what it did.
 * @returns how many were deleted, at most `limit`; undefined when every such run is done
 */
export async function forgetOldestRun(
  db: CabinetDb,
  { before, limit, now }: { before: Date; limit: number; now: Date },
): Promise<number | undefined> {
  const found = await sql<{ id: string }>`
    select id from push_runs where cabinet_id = ${db.cabinetId} and forgotten_at is null and ended_at < ${before}
      and ${isOfPush('push_runs')}
    order by ended_at, id limit 1 for update skip locked`.execute(db.tx)
  const run = found.rows[0]?.id
  if (run === undefined) return undefined
  const { rows } = await sql<{ count: number }>`
    with old as (
      select id from client_messages where cabinet_id = ${db.cabinetId} and run_id = ${run} limit ${limit}
    ), gone as (
      delete from client_messages m using old where m.cabinet_id = ${db.cabinetId} and m.id = old.id returning m
    ), kept as (
      insert into run_wallets (cabinet_id, run_id, apple, apple_accepted, apple_fetched, apple_removed, google,
        google_accepted, google_removed)
      select ${db.cabinetId}, ${run}, sum(f.apple), sum(f.apple_accepted), sum(f.apple_fetched),
        sum(f.apple_removed), sum(f.google), sum(f.google_accepted), sum(f.google_removed)
      from gone cross join lateral figures_of_message(gone.m) f having count(*) > 0
    )
    select count(*)::int as count from gone`.execute(db.tx)
  const count = rows[0]?.count ?? 0
  if (count < limit) {
    await sql`delete from push_chunks where cabinet_id = ${db.cabinetId} and run_id = ${run}`.execute(db.tx)
    await sql`update push_runs set forgotten_at = ${now}
      where cabinet_id = ${db.cabinetId} and id = ${run}`.execute(db.tx)
  }
  return count
}

/** Of no run: the push was deleted, or one client was meant. @returns how many were deleted, at most `limit` */
export async function forgetSingleMessages(db: CabinetDb, before: Date, limit: number): Promise<number> {
  const done = await sql`
    delete from client_messages where cabinet_id = ${db.cabinetId} and id in (
      select id from client_messages where cabinet_id = ${db.cabinetId} and run_id is null and at < ${before}
      order by at limit ${limit})`.execute(db.tx)
  return Number(done.numAffectedRows ?? 0n)
}

/** @param tx of scheduled work over all businesses */
export async function cabinetsWithMessagesBefore(
  tx: Tx,
  before: Date,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select cabinet_id as id from push_runs
    where forgotten_at is null and ended_at < ${before} and cabinet_id > ${after}
    union
    select cabinet_id from client_messages where run_id is null and at < ${before} and cabinet_id > ${after}
    order by id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
