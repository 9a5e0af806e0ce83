import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'

export type FigureName = 'joined' | 'given' | 'taken' | 'bought' | 'returned' | 'after_push'
export type Figure = { day: string; name: FigureName; kind: string; count: number; amount: number }

/**
 * What is gathered already, and what is not yet, as rows of their own: together they are the figure.
 * @param span days in Moscow, both included
 */
export async function figures(
  db: CabinetDb,
  { from, to }: { from: string; to: string },
  names: readonly FigureName[],
): Promise<Figure[]> {
  const of = sql`where cabinet_id = ${db.cabinetId} and day between ${from}::date and ${to}::date
    and name = any(${[...names]}::text[])`
  const { rows } = await sql<Figure>`
    select to_char(day, 'YYYY-MM-DD') as day, name, kind, count::int as count, amount from day_figures ${of}
    union all
    select to_char(day, 'YYYY-MM-DD'), name, kind, count::int, amount::bigint from (
      select day, name, kind, sum(count) as count, sum(amount) as amount from figure_changes ${of}
      group by day, name, kind) changed`.execute(db.tx)
  return rows
}

export const returnedBetween = (
  db: CabinetDb,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<{ client_id: string }> =>
  sql`select v.client_id from visit_days v
    where v.cabinet_id = ${db.cabinetId} and v.is_return
      and v.day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`

export type Happening = {
  id: string
  at: Date
  kind: string
  client_id: string | null
  count: number
  amount: number
  detail: string
}

export async function newestHappenings(db: CabinetDb, limit: number): Promise<Happening[]> {
  const { rows } = await sql<Happening>`
    select id, at, kind, client_id, count, amount, detail from happenings
    where cabinet_id = ${db.cabinetId} order by at desc, id desc limit ${limit}`.execute(db.tx)
  return rows
}

/** A change that is deleted here is added in the same statement: none is counted twice or lost. */
export async function gatherChanges(db: CabinetDb): Promise<void> {
  await sql`
    with gone as (
      delete from figure_changes where cabinet_id = ${db.cabinetId} returning day, name, kind, count, amount)
    insert into day_figures as f (cabinet_id, day, name, kind, count, amount)
    select ${db.cabinetId}, day, name, kind, sum(count), sum(amount) from gone group by 2, 3, 4 order by 2, 3, 4
    on conflict (cabinet_id, day, name, kind) do update
    set count = f.count + excluded.count, amount = f.amount + excluded.amount`.execute(db.tx)
}

export type Difference = { day: string; name: string; kind: string; count: number; amount: number }

/** One statement sees one moment, so what is written meanwhile is in both counts or in none. @returns what was wrong */
export async function correctFigures(db: CabinetDb): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with kept as (
      select day, name, kind, sum(count) as count, sum(amount) as amount from (
        select day, name, kind, count, amount from day_figures where cabinet_id = ${db.cabinetId}
        union all
        select day, name, kind, count, amount from figure_changes where cabinet_id = ${db.cabinetId}) changed
      group by 1, 2, 3
    ), wrong as (
      select coalesce(t.day, kept.day) as day, coalesce(t.name, kept.name) as name,
        coalesce(t.kind, kept.kind) as kind, coalesce(t.count, 0) - coalesce(kept.count, 0) as count,
        coalesce(t.amount, 0) - coalesce(kept.amount, 0) as amount
      from recounted_figures(${db.cabinetId}) t
      full join kept on kept.day = t.day and kept.name = t.name and kept.kind = t.kind
    )
    insert into figure_changes (cabinet_id, day, name, kind, count, amount)
    select ${db.cabinetId}, day, name, kind, count, amount from wrong where count <> 0 or amount <> 0
    returning to_char(day, 'YYYY-MM-DD') as day, name, kind, count, amount`.execute(db.tx)
  return rows
}

export async function dropHappeningsBefore(db: CabinetDb, before: Date): Promise<void> {
  await sql`delete from happenings where cabinet_id = ${db.cabinetId} and at < ${before}`.execute(db.tx)
}

export async function insertHappenings(
  db: CabinetDb,
  rows: readonly { at: Date; kind: string; clientId: string; detail: string }[],
): Promise<void> {
  await sql`insert into happenings (cabinet_id, at, kind, client_id, count, detail)
    select ${db.cabinetId}, at, kind, "clientId", 1, detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (at timestamptz, kind text, "clientId" uuid, detail text)`.execute(db.tx)
}

type Step = { after: number; limit: number }

export async function cabinetsWithChanges(tx: Tx, { after, limit }: Step): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from figure_changes where cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

export async function cabinetsWithFigures(tx: Tx, { after, limit }: Step): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from day_figures where cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

export async function cabinetsWithHappeningsBefore(tx: Tx, before: Date, { after, limit }: Step): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from happenings where at < ${before} and cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
