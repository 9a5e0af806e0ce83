/** A trigger that is removed: what it has done is cleared in parts, and its row at the end. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

/** Whether no table has more than so many rows of the trigger. They are counted no further. */
export async function hasFew(db: CabinetDb, id: string, few: number): Promise<boolean> {
  const { rows } = await sql<{ few: boolean }>`select
    not exists (select from trigger_acts where cabinet_id = ${db.cabinetId} and trigger_id = ${id} offset ${few})
    and not exists (select from trigger_insiders
      where cabinet_id = ${db.cabinetId} and trigger_id = ${id} offset ${few})
    and not exists (select from trigger_holds
      where cabinet_id = ${db.cabinetId} and trigger_id = ${id} offset ${few}) as few`.execute(db.tx)
  return rows[0]?.few ?? true
}

/**
 * From now on it is nowhere, and does nothing: also in a process of the version before, which does not know of it. What
 * it used is free to be deleted.
 */
export async function markRemoved(db: CabinetDb, id: string, now: Date): Promise<void> {
  await sql`update triggers set removed_at = ${now}, is_active = false, next_run_at = null, insiders_after = null,
      pass_at = null, pass_after = null, pass_clients = null, pass_run = null,
      segment_id = null, push_id = null, template_id = null
    where cabinet_id = ${db.cabinetId} and id = ${id}`.execute(db.tx)
}

/** Clears some rows of a removed trigger. @returns whether there may be more */
export async function clearSome(db: CabinetDb, id: string, limit: number): Promise<boolean> {
  const acts = await sql`delete from trigger_acts where ctid = any(array(select ctid from trigger_acts
    where cabinet_id = ${db.cabinetId} and trigger_id = ${id} limit ${limit} for update))`.execute(db.tx)
  if (isAny(acts)) return true
  const insiders = await sql`delete from trigger_insiders where ctid = any(array(select ctid from trigger_insiders
    where cabinet_id = ${db.cabinetId} and trigger_id = ${id} limit ${limit} for update))`.execute(db.tx)
  if (isAny(insiders)) return true
  // The card still goes back.
  return isAny(
    await sql`update trigger_holds set trigger_id = null where ctid = any(array(select ctid from trigger_holds
      where cabinet_id = ${db.cabinetId} and trigger_id = ${id} order by client_id limit ${limit} for update))`.execute(
      db.tx,
    ),
  )
}

const isAny = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }) => numAffectedRows > 0n

export async function deleteRemoved(db: CabinetDb, id: string): Promise<void> {
  await sql`delete from triggers
    where cabinet_id = ${db.cabinetId} and id = ${id} and removed_at is not null`.execute(db.tx)
}
