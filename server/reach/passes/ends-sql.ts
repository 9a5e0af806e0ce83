/** Cards whose last day is over, and those that are valid again because the design was changed. */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { endingTemplates } from '../../cards/templates/templates.ts'

/** The same as `lastDayOf` of templates, over a card `p` and its template `t`. */
const LAST_DAY = sql<string>`least(t.ends_on, moscow_day(p.created_at) + t.ends_after_days)`

/** Cards that are not what they should be on this day, the first ones in the order of their ids. @param among these */
export async function cardsToTurn(
  db: CabinetDb,
  { today, isOver, limit, among }: { today: string; isOver: boolean; limit: number; among?: readonly string[] },
): Promise<string[]> {
  const isAsked = among ? sql`p.id = any(${[...among]}::uuid[])` : sql`true`
  const { rows } = isOver
    ? await sql<{ id: string }>`
        select p.id from passes p join (${endingTemplates(db)}) t on t.id = p.template_id
        where p.cabinet_id = ${db.cabinetId} and p.ended_at is null and p.voided_at is null and ${LAST_DAY} < ${today}
          and ${isAsked}
        order by p.id limit ${limit}`.execute(db.tx)
    : await sql<{ id: string }>`
        select p.id from passes p left join (${endingTemplates(db)}) t on t.id = p.template_id
        where p.cabinet_id = ${db.cabinetId} and p.ended_at is not null and (t.id is null or ${LAST_DAY} >= ${today})
          and ${isAsked}
        order by p.id limit ${limit}`.execute(db.tx)
  return rows.map((row) => row.id)
}

export async function setEnded(db: CabinetDb, ids: readonly string[], at: Date | null): Promise<void> {
  await sql`update passes set ended_at = ${at}
    where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[])`.execute(db.tx)
}

export async function cabinetsWithEnded(tx: Tx, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from passes where ended_at is not null and cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
