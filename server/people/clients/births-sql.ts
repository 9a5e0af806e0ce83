/**
 * Numbers of clients by sex and month of birth, and by birthday: kept by triggers of the clients (0553-birth-counts.sql,
 * 0610-birthday-counts.sql).
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

/**
 * A table of kept numbers.
 * @param columns what is counted of each client, as the table names it @param cell the same without unknown values
 * @param counted as clients have it @param isCounted of whom
 */
type Kept = {
  table: 'birth_counts' | 'birthday_counts'
  columns: RawBuilder<unknown>
  cell: RawBuilder<unknown>
  counted: RawBuilder<unknown>
  isCounted: ClientCondition
}

const KEPT: readonly Kept[] = [
  {
    table: 'birth_counts',
    columns: sql`sex, birth_month`,
    // Unknown is a sex and a month too.
    cell: sql`coalesce(sex, ''), coalesce(birth_month, 'infinity')`,
    counted: sql`sex, month_of(birthday) as birth_month`,
    isCounted: IS_PRESENT,
  },
  {
    table: 'birthday_counts',
    columns: sql`month_day`,
    cell: sql`month_day`,
    counted: sql`month_day_of(birthday) as month_day`,
    isCounted: sql`${IS_PRESENT} and birthday is not null`,
  },
]

/** Changes of single statements become one row of each cell, or none where nobody is left. */
export async function gatherBirths(db: CabinetDb): Promise<void> {
  for (const { table, columns, cell } of KEPT) {
    const rows = sql.table(table)
    await sql`
      with gone as (
        delete from ${rows} where cabinet_id = ${db.cabinetId} and (${cell}) in (
          select ${cell} from ${rows} where cabinet_id = ${db.cabinetId} and not is_sum)
        returning ${columns}, clients)
      insert into ${rows} (cabinet_id, is_sum, ${columns}, clients)
      select ${db.cabinetId}, true, ${columns}, sum(clients) from gone group by ${columns}
      having sum(clients) <> 0`.execute(db.tx)
  }
}

/** What was missing from the number of a cell. */
export type BirthDifference = { clients: number } & (
  | { sex: string | null; birth_month: string | null }
  | { month_day: number }
)

/** Counts all clients again and corrects what differs, as of one moment. @returns what was wrong */
export async function correctBirths(db: CabinetDb): Promise<BirthDifference[]> {
  const wrong: BirthDifference[] = []
  for (const { table, columns, counted, isCounted } of KEPT) {
    const { rows } = await sql<BirthDifference>`
      with wrong as (
        select ${columns}, sum(clients) as clients from (
          select ${columns}, count(*) as clients from (
            select ${counted} from clients where clients.cabinet_id = ${db.cabinetId} and ${isCounted}) present
            group by ${columns}
          union all
          select ${columns}, -clients from ${sql.table(table)} where cabinet_id = ${db.cabinetId}) counted
        group by ${columns} having sum(clients) <> 0)
      insert into ${sql.table(table)} (cabinet_id, ${columns}, clients)
      select ${db.cabinetId}, ${columns}, clients from wrong
      returning ${columns}, clients`.execute(db.tx)
    wrong.push(...rows)
  }
  return wrong
}

/** Businesses with numbers: all of them, or those with changes that are not gathered. @param tx over all businesses */
export async function cabinetsWithBirths(
  tx: Tx,
  { after, limit, isChanged }: { after: number; limit: number; isChanged: boolean },
): Promise<number[]> {
  const of = ({ table }: Kept) => sql`select cabinet_id as id from ${sql.table(table)} where cabinet_id > ${after}
    ${isChanged ? sql`and not is_sum` : sql``}`
  const { rows } = await sql<{ id: number }>`
    ${sql.join(KEPT.map(of), sql` union `)} order by id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
