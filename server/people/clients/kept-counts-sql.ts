/**
 * Numbers of clients by sex and month of birth, by birthday, by variables that have a value, and by tags: kept by
 * triggers (0553-birth-counts.sql, 0610-birthday-counts.sql, 0613-extra-counts.sql, 0653-tag-counts.sql).
 */
import { type RawBuilder, sql } from 'kysely'
import { nextPeriod, startOfPeriod } from '../../../contract/time.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { type ClientCondition, IS_PRESENT } from './in-queries.ts'

/**
 * @param condition over `clients.sex` and `clients.birthday` alone
 * @param edges days on which it changes: before and after them all birthdays of a month fit, or none
 */
export type BornCondition = { condition: ClientCondition; edges: readonly string[] }

/**
 * For `from (…) born`: in `counts`, how many clients out of the archive fit each condition. Whole months come from the
 * kept numbers; clients are read only of the months in which a condition changes.
 */
export function countBorn(db: CabinetDb, born: readonly BornCondition[]): RawBuilder<{ counts: number[] }> {
  if (born.length === 0) return sql`select '{}'::bigint[] as counts`
  const months = [...new Set(born.flatMap(({ edges }) => edges.map((day) => startOfPeriod('month', day))))]
  const counts = born.map(({ condition }) => sql`coalesce(sum(clients.n) filter (where ${condition}), 0)`)
  const ofMonth = (month: string) => sql`union all select clients.sex, clients.birthday, 1 from clients
    where clients.cabinet_id = ${db.cabinetId} and ${IS_PRESENT}
      and clients.birthday >= ${month}::date and clients.birthday < ${nextPeriod('month', month)}::date`
  return sql`select array[${sql.join(counts)}]::bigint[] as counts from (
    select b.sex, b.birth_month as birthday, b.clients as n from birth_counts b
    where b.cabinet_id = ${db.cabinetId} and (b.birth_month is null or b.birth_month <> all(${months}::date[]))
    ${sql.join(months.map(ofMonth), sql` `)}) clients`
}

/** Clients out of the archive with a birthday on these days. @param monthDays such as `12-31`, each once */
export const birthdaysOf = (db: CabinetDb, monthDays: readonly string[]): RawBuilder<number> =>
  sql`(select coalesce(sum(b.clients), 0)::int from birthday_counts b where b.cabinet_id = ${db.cabinetId}
    and b.month_day = any(${monthDays.map((day) => Number(day.replace('-', '')))}::smallint[]))`

/** How many clients have a value, by the names of variables; a name without any may be left out. */
export async function countExtraValues(db: CabinetDb): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; clients: number }>`select name, sum(clients)::int as clients
    from extra_counts where cabinet_id = ${db.cabinetId} group by name`.execute(db.tx)
  return new Map(rows.map((row) => [row.name, row.clients]))
}

/**
 * A table of kept numbers: its rows, and what changes them.
 * @param columns what is counted of each client, as the table names it @param cell the same without unknown values
 * @param counted the columns, once for each client who counts
 */
type Kept = {
  rows: RawBuilder<unknown>
  remove: RawBuilder<unknown>
  add: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  cell: RawBuilder<unknown>
  counted: (db: CabinetDb) => RawBuilder<unknown>
}

const KEPT: readonly Kept[] = [
  {
    rows: sql`select * from birth_counts`,
    remove: sql`delete from birth_counts`,
    add: sql`insert into birth_counts`,
    columns: sql`sex, birth_month`,
    // Unknown is a sex and a month too.
    cell: sql`coalesce(sex, ''), coalesce(birth_month, 'infinity')`,
    counted: (db) => sql`select sex, month_of(birthday) as birth_month from clients
      where clients.cabinet_id = ${db.cabinetId} and ${IS_PRESENT}`,
  },
  {
    rows: sql`select * from birthday_counts`,
    remove: sql`delete from birthday_counts`,
    add: sql`insert into birthday_counts`,
    columns: sql`month_day`,
    cell: sql`month_day`,
    counted: (db) => sql`select month_day_of(birthday) as month_day from clients
      where clients.cabinet_id = ${db.cabinetId} and ${IS_PRESENT} and birthday is not null`,
  },
  {
    rows: sql`select * from extra_counts`,
    remove: sql`delete from extra_counts`,
    add: sql`insert into extra_counts`,
    columns: sql`name`,
    cell: sql`name`,
    counted: (db) => sql`select e.key as name from clients, jsonb_each_text(extra) e
      where clients.cabinet_id = ${db.cabinetId} and extra <> '{}' and e.value <> ''`,
  },
  {
    rows: sql`select * from tag_counts`,
    remove: sql`delete from tag_counts`,
    add: sql`insert into tag_counts`,
    columns: sql`tag_id`,
    cell: sql`tag_id`,
    counted: (db) => sql`select tag_id from client_tags where cabinet_id = ${db.cabinetId}`,
  },
]

/** Changes of single statements become one row of each cell, or none where nobody is left. */
export async function gatherKept(db: CabinetDb): Promise<void> {
  for (const { rows, remove, add, columns, cell } of KEPT)
    await sql`
      with gone as (
        ${remove} where cabinet_id = ${db.cabinetId} and (${cell}) in (
          select ${cell} from (${rows}) kept where cabinet_id = ${db.cabinetId} and not is_sum)
        returning ${columns}, clients)
      ${add} (cabinet_id, is_sum, ${columns}, clients)
      select ${db.cabinetId}, true, ${columns}, sum(clients) from gone group by ${columns}
      having sum(clients) <> 0`.execute(db.tx)
}

/** What was missing from the number of a cell. */
export type KeptDifference = { clients: number } & (
  | { sex: string | null; birth_month: string | null }
  | { month_day: number }
  | { name: string }
  | { tag_id: string }
)

/** Counts all clients again and corrects what differs, as of one moment. @returns what was wrong */
export async function correctKept(db: CabinetDb): Promise<KeptDifference[]> {
  const wrong: KeptDifference[] = []
  for (const { rows, add, columns, counted } of KEPT) {
    const corrected = await sql<KeptDifference>`
      with wrong as (
        select ${columns}, sum(clients) as clients from (
          select ${columns}, 1 as clients from (${counted(db)}) present
          union all
          select ${columns}, -clients from (${rows}) kept where cabinet_id = ${db.cabinetId}) counted
        group by ${columns} having sum(clients) <> 0)
      ${add} (cabinet_id, ${columns}, clients)
      select ${db.cabinetId}, ${columns}, clients from wrong
      returning ${columns}, clients`.execute(db.tx)
    wrong.push(...corrected.rows)
  }
  return wrong
}

/** Businesses with numbers: all of them, or those with changes that are not gathered. @param tx over all businesses */
export async function cabinetsWithKept(
  tx: Tx,
  { after, limit, isChanged }: { after: number; limit: number; isChanged: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from (
      select cabinet_id, is_sum from birth_counts
      union all select cabinet_id, is_sum from birthday_counts
      union all select cabinet_id, is_sum from extra_counts
      union all select cabinet_id, is_sum from tag_counts) kept
    where cabinet_id > ${after} ${isChanged ? sql`and not is_sum` : sql``}
    order by id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
