import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

const IN_WALLET = sql`(p.google_saved_at is not null or exists (select from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id))`

export async function segmentOf(db: CabinetDb, pushId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string | null
  }>`select segment_id as id from pushes where cabinet_id = ${db.cabinetId} and id = ${pushId}`.execute(db.tx)
  return rows[0]?.id ?? null
}

/** A push without templates is for all of them. */
export function isReached(
  db: CabinetDb,
  pushId: string,
  segment: RawBuilder<boolean> = sql`true`,
): RawBuilder<boolean> {
  const templates = sql`(select template_id from push_templates where cabinet_id = ${db.cabinetId} and push_id = ${pushId})`
  return sql`exists (select from passes p where p.cabinet_id = clients.cabinet_id and p.client_id = clients.id and ${IN_WALLET}
    and (p.template_id in ${templates} or not exists ${templates})) and ${segment}`
}

export type TriggerRun = {
  id: string
  pushId: string
  triggerId: string
  moscowDay: string
  message: string
  now: Date
}

/** @returns the number of chunks */
export async function insertRun(
  db: CabinetDb,
  run: TriggerRun,
  clientIds: readonly string[],
  chunkSize: number,
): Promise<number> {
  await sql`insert into push_runs (cabinet_id, id, push_id, trigger_id, moscow_day, message, cards, created_at)
    values (${db.cabinetId}, ${run.id}, ${run.pushId}, ${run.triggerId}, ${run.moscowDay}, ${run.message}, 0, ${run.now})`.execute(
    db.tx,
  )
  const { rows } = await sql<{ cards: number; chunks: number }>`
    with audience as (
      select p.id, (row_number() over (order by p.id) - 1) / ${chunkSize}::int as no from passes p
      where p.cabinet_id = ${db.cabinetId} and p.client_id = any(${[...clientIds]}::uuid[]) and ${IN_WALLET}
    ), chunks as (
      insert into push_chunks (cabinet_id, run_id, no, passes)
      select ${db.cabinetId}, ${run.id}, no, array_agg(id order by id) from audience group by no returning cardinality(passes) as size
    )
    select coalesce(sum(size), 0)::int as cards, count(*)::int as chunks from chunks`.execute(db.tx)
  const { cards, chunks } = rows[0] ?? { cards: 0, chunks: 0 }
  await sql`update push_runs set cards = ${cards} where cabinet_id = ${db.cabinetId} and id = ${run.id}`.execute(db.tx)
  return chunks
}

/** Triggers that send a push, by their order. */
export async function triggersOf(db: CabinetDb, pushId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{
    id: string
    name: string
  }>`select id, name from triggers where cabinet_id = ${db.cabinetId} and push_id = ${pushId} order by position`.execute(
    db.tx,
  )
  return rows
}
