/** Numbers of clients by sex and month of birth: kept by triggers of the clients (0553-birth-counts.sql). */
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

/** Unknown is a sex and a month too. */
const CELL = sql`coalesce(sex, ''), coalesce(birth_month, 'infinity')`

/** Changes of single statements become one row of each sex and month, or none where nobody is left. */
export async function gatherBirths(db: CabinetDb): Promise<void> {
  await sql`
    with gone as (
      delete from birth_counts where cabinet_id = ${db.cabinetId} and (${CELL}) in (
        select ${CELL} from birth_counts where cabinet_id = ${db.cabinetId} and not is_sum)
      returning sex, birth_month, clients)
    insert into birth_counts (cabinet_id, is_sum, sex, birth_month, clients)
    select ${db.cabinetId}, true, sex, birth_month, sum(clients) from gone group by sex, birth_month
    having sum(clients) <> 0`.execute(db.tx)
}

export type BirthDifference = { sex: string | null; month: string | null; clients: number }

/** Counts all clients again and corrects what differs, as of one moment. @returns what was wrong */
export async function correctBirths(db: CabinetDb): Promise<BirthDifference[]> {
  const { rows } = await sql<BirthDifference>`
    with wrong as (
      select sex, birth_month, sum(clients) as clients from (
        select sex, month_of(birthday) as birth_month, count(*) as clients from clients
          where clients.cabinet_id = ${db.cabinetId} and ${IS_PRESENT} group by 1, 2
        union all
        select sex, birth_month, -clients from birth_counts where cabinet_id = ${db.cabinetId}) counted
      group by 1, 2 having sum(clients) <> 0)
    insert into birth_counts (cabinet_id, sex, birth_month, clients)
    select ${db.cabinetId}, sex, birth_month, clients from wrong
    returning sex, to_char(birth_month, 'YYYY-MM-DD') as month, clients`.execute(db.tx)
  return rows
}

/** Businesses with numbers: all of them, or those with changes that are not gathered. @param tx over all businesses */
export async function cabinetsWithBirths(
  tx: Tx,
  { after, limit, isChanged }: { after: number; limit: number; isChanged: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from birth_counts where cabinet_id > ${after}
      ${isChanged ? sql`and not is_sum` : sql``}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
