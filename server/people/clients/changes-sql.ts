import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'

/** `transaction` is a number of 64 bits, as text. */
export type Place = { transaction: string; clientId: string }

/**
 * The transactions that are over: none below `open` will still become visible. `last`: the newest that anybody has
 * begun. `dropped`: up to where rows are gone because of their age.
 */
export async function readBounds(db: CabinetDb): Promise<{ open: string; last: string; dropped: string }> {
  const { rows } = await sql<{ open: string; last: string; dropped: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as open, pg_snapshot_xmax(pg_current_snapshot())::text as last,
      coalesce((select transaction from client_changes_dropped where cabinet_id = ${db.cabinetId}), 0)::text as dropped
    `.execute(db.tx)
  return rows[0] as { open: string; last: string; dropped: string }
}

/** Changes after the place, oldest first, of transactions below `open`. */
export async function changesAfter(db: CabinetDb, place: Place, open: string, limit: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select transaction::text as transaction, client_id as "clientId" from client_changes
    where cabinet_id = ${db.cabinetId} and transaction < ${open}::bigint
      and (transaction, client_id) > (${place.transaction}::bigint, ${place.clientId}::uuid)
    order by transaction, client_id limit ${limit}`.execute(db.tx)
  return rows
}

export async function cabinetsWithChangesBefore(
  tx: Tx,
  before: Date,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from client_changes where at < ${before} and cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

export async function dropChangesBefore(db: CabinetDb, before: Date): Promise<void> {
  await sql`
    with gone as (
      delete from client_changes where cabinet_id = ${db.cabinetId} and at < ${before} returning transaction)
    insert into client_changes_dropped as d (cabinet_id, transaction)
    select ${db.cabinetId}, max(transaction) from gone having count(*) > 0
    on conflict (cabinet_id) do update set transaction = greatest(d.transaction, excluded.transaction)`.execute(db.tx)
}
