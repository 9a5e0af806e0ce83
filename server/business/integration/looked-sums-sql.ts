/** How many clients were looked up, by how both sides are to each other: kept by triggers (0654-looked-up-once.sql). */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'

/** Ours to theirs. Where they have none, ours is `alone`, or `owed` below zero. */
export type Relation = 'less' | 'equal' | 'more' | 'alone' | 'owed'

type Sums = { our_balance: number; our_bonus: number; their_balance: number; their_bonus: number }
type Same = { match: 'same'; balance: Relation; bonus: Relation; discount: Relation }
type Other = { match: 'none' | 'doubt'; balance: null; bonus: null; discount: null }
/** Clients who are alike. What they do not have there counts as zero in the sums. */
export type LookedCell = (Same | Other) & Sums & { clients: number }

const CELL = sql`match, balance, bonus, discount`
const ADDED = sql`sum(clients)::int as clients, sum(our_balance)::int8 as our_balance,
  sum(our_bonus)::int8 as our_bonus, sum(their_balance)::int8 as their_balance, sum(their_bonus)::int8 as their_bonus`
const IS_LEFT = sql`sum(clients) <> 0 or sum(our_balance) <> 0 or sum(our_bonus) <> 0 or sum(their_balance) <> 0
  or sum(their_bonus) <> 0`
const INTO = sql`insert into crm_looked_sums`

/** At most 127, however many were looked up. */
export async function looked(db: CabinetDb): Promise<LookedCell[]> {
  const { rows } = await sql<LookedCell>`
    select ${CELL}, ${ADDED} from crm_looked_sums where cabinet_id = ${db.cabinetId}
    group by ${CELL} having sum(clients) <> 0`.execute(db.tx)
  return rows
}

/** Changes of single clients become one row of each cell, or none where nobody is left. */
export async function gatherLooked(db: CabinetDb): Promise<void> {
  const cell = sql`match, coalesce(balance, ''), coalesce(bonus, ''), coalesce(discount, '')`
  await sql`
    with gone as (
      delete from crm_looked_sums where cabinet_id = ${db.cabinetId} and (${cell}) in (
        select ${cell} from crm_looked_sums where cabinet_id = ${db.cabinetId} and not is_sum)
      returning *)
    ${INTO} (cabinet_id, is_sum, ${CELL}, clients, our_balance, our_bonus, their_balance, their_bonus)
    select ${db.cabinetId}, true, ${CELL}, ${ADDED} from gone group by ${CELL} having ${IS_LEFT}`.execute(db.tx)
}

/** Counts all who were looked up again and corrects what differs, as of one moment. @returns what was wrong */
export async function correctLooked(db: CabinetDb): Promise<LookedCell[]> {
  const { rows } = await sql<LookedCell>`
    with counted as (
      select match, relation_of(our_balance, their_balance) as balance, relation_of(our_bonus, their_bonus) as bonus,
        relation_of(our_discount, their_discount) as discount, 1 as clients, our_balance, our_bonus,
        coalesce(their_balance, 0) as their_balance, coalesce(their_bonus, 0) as their_bonus
      from crm_looked where cabinet_id = ${db.cabinetId} and is_present and match = 'same'
      union all
      select match, null, null, null, 1, 0, 0, 0, 0
      from crm_looked where cabinet_id = ${db.cabinetId} and is_present and match <> 'same'
      union all
      select ${CELL}, -clients, -our_balance, -our_bonus, -their_balance, -their_bonus
      from crm_looked_sums where cabinet_id = ${db.cabinetId})
    ${INTO} (cabinet_id, ${CELL}, clients, our_balance, our_bonus, their_balance, their_bonus)
    select ${db.cabinetId}, ${CELL}, ${ADDED} from counted group by ${CELL} having ${IS_LEFT}
    returning *`.execute(db.tx)
  return rows
}

/** Businesses with numbers: all of them, or those with changes that are not gathered. @param tx over all businesses */
export async function cabinetsWithLooked(
  tx: Tx,
  { after, limit, isChanged }: { after: number; limit: number; isChanged: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from crm_looked_sums
    where cabinet_id > ${after} ${isChanged ? sql`and not is_sum` : sql``}
    order by id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
