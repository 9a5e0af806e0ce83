import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type GrowthEvent =
  | 'opened'
  | 'filled'
  | 'issued'
  | 'installed_apple'
  | 'installed_google'
  | 'removed_apple'
  | 'removed_google'

const NO_FORM = '00000000-0000-0000-0000-000000000000'

/** @param day in Moscow */
export type DayOfForm = { day: string; formId: string; templateId: string; source: string; count: number }

/** In the order of the key, so that two writers never wait for each other in a circle. */
export async function addToDays(db: CabinetDb, event: 'opened' | 'filled', days: readonly DayOfForm[]): Promise<void> {
  await sql`insert into growth_days as g (cabinet_id, day, event, form_id, template_id, source, count)
    select ${db.cabinetId}, d.day, ${event}, d.form_id, d.template_id, d.source, sum(d.count)
    from unnest(${days.map((one) => one.day)}::date[], ${days.map((one) => one.formId)}::uuid[],
      ${days.map((one) => one.templateId)}::uuid[], ${days.map((one) => one.source)}::text[],
      ${days.map((one) => one.count)}::int[]) d (day, form_id, template_id, source, count)
    group by 2, 4, 5, 6 order by 2, 4, 5, 6
    on conflict on constraint growth_days_once do update set count = g.count + excluded.count`.execute(db.tx)
}

export type IssuedCard = { day: string; templateId: string }

/** Of cards without a form and a source. */
export async function subtractIssued(db: CabinetDb, cards: readonly IssuedCard[]): Promise<void> {
  await sql`update growth_days g set count = greatest(0, g.count - taken.count)
    from (select day, template_id, count(*)::int as count
      from unnest(${cards.map(({ day }) => day)}::date[], ${cards.map(({ templateId }) => templateId)}::uuid[])
        card (day, template_id) group by 1, 2) taken
    where g.cabinet_id = ${db.cabinetId} and g.event = 'issued' and g.form_id = ${NO_FORM}::uuid and g.source = ''
      and g.day = taken.day and g.template_id = taken.template_id`.execute(db.tx)
}

export async function isKnownSource(db: CabinetDb, name: string): Promise<boolean> {
  const { rows } = await sql`select from growth_sources
    where cabinet_id = ${db.cabinetId} and name = ${name}`.execute(db.tx)
  return rows.length > 0
}

/** Whether a source is known already, or may still be added. */
export async function hasRoomFor(db: CabinetDb, name: string, day: string, room: RoomForSources): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from growth_sources where cabinet_id = ${db.cabinetId} and name = ${name}) or (
      select count(*) < ${room.max} and count(*) filter (where day = ${day}::date) < ${room.maxPerDay}
      from growth_sources where cabinet_id = ${db.cabinetId}) as has`.execute(db.tx)
  return rows[0]?.has ?? false
}

type RoomForSources = { max: number; maxPerDay: number }

/** @returns false when there are too many of this day, or altogether */
export async function insertSource(
  db: CabinetDb,
  name: string,
  day: string,
  { max, maxPerDay }: RoomForSources,
): Promise<boolean> {
  const { rows } = await sql`insert into growth_sources (cabinet_id, name, day)
    select ${db.cabinetId}, ${name}, ${day}::date from (
      select count(*) as total, count(*) filter (where day = ${day}::date) as today
      from growth_sources where cabinet_id = ${db.cabinetId}) kept
    where kept.total < ${max} and kept.today < ${maxPerDay}
    on conflict (cabinet_id, name) do update set name = excluded.name returning name`.execute(db.tx)
  return rows.length > 0
}

export type Narrowed = { from: string; to: string; formId?: string; templateId?: string; source?: string }

/** One line for each event of a period, a form, a design or a source: all but one of the four are null. */
export type Sum = {
  by: 'start' | 'form' | 'template' | 'source'
  key: string | null
  event: GrowthEvent
  count: number
}

/** One scan of the days answers all four. @param step how long a period is */
export async function sums(db: CabinetDb, of: Narrowed, step: 'day' | 'week' | 'month'): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    with days as (
      select date_trunc(${step}, day::timestamp) as start, event,
        nullif(form_id, ${NO_FORM}::uuid) as form_id, template_id, source, count
      from growth_days
      where cabinet_id = ${db.cabinetId} and day between ${of.from}::date and ${of.to}::date
        and (${of.formId ?? null}::uuid is null or form_id = ${of.formId ?? null})
        and (${of.templateId ?? null}::uuid is null or template_id = ${of.templateId ?? null})
        and (${of.source ?? null}::text is null or source = ${of.source ?? null}))
    select case grouping(start, form_id, template_id, source)
        when 7 then 'start' when 11 then 'form' when 13 then 'template' else 'source' end as by,
      coalesce(to_char(start, 'YYYY-MM-DD'), form_id::text, template_id::text, source) as key, event,
      sum(count)::int as count
    from days group by grouping sets ((event, start), (event, form_id), (event, template_id), (event, source))`.execute(
    db.tx,
  )
  return rows
}

/** What came from these sources, ever. */
export async function sumsOfSources(
  db: CabinetDb,
  sources: readonly string[],
): Promise<{ source: string; event: GrowthEvent; count: number }[]> {
  const { rows } = await sql<{ source: string; event: GrowthEvent; count: number }>`
    select source, event, sum(count)::int as count from growth_days
    where cabinet_id = ${db.cabinetId} and source = any(${[...sources]}::text[]) group by source, event`.execute(db.tx)
  return rows
}

/** The first day on which a visit was counted; null: none was. */
export async function firstVisit(db: CabinetDb): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(day), 'YYYY-MM-DD') as day from growth_days
    where cabinet_id = ${db.cabinetId} and event = 'opened'`.execute(db.tx)
  return rows[0]?.day ?? null
}

export async function sourceNames(db: CabinetDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from growth_sources where cabinet_id = ${db.cabinetId} order by name`.execute(db.tx)
  return rows.map((row) => row.name)
}

export type DayCount = { day: string; event: GrowthEvent; count: number }

export async function days(db: CabinetDb, { from, to }: { from: string; to: string }): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(day, 'YYYY-MM-DD') as day, event, count
    from (
      select day, event, sum(count)::int as count from growth_days
      where cabinet_id = ${db.cabinetId} and day between ${from}::date and ${to}::date
      group by day, event) summed`.execute(db.tx)
  return rows
}

export const movedBetween = (
  db: CabinetDb,
  way: 'installed' | 'removed',
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<{ client_id: string }> =>
  sql`select w.client_id from wallet_days w
    where w.cabinet_id = ${db.cabinetId} and w.event in (${`${way}_apple`}, ${`${way}_google`})
      and w.day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`
