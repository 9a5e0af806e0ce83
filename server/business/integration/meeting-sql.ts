/** What the look-up found of each client before the exchange begins. */
import { sql } from 'kysely'
import type { SyncDoubt } from '../../../contract/business/crm-sync.ts'
import type { CabinetDb } from '../../base/db.ts'
import { selectExchangeable } from '../../people/clients/clients.ts'
import type { ReadableClient } from './clients-sql.ts'

/** Where a look is: everybody who was added later is behind it. */
export type LookedUpTo = { addedAt: string; id: string }

/**
 * The next clients, the latest first, and those of them who were not looked up.
 * @param after null: from the latest
 * @returns `last`: null when nobody follows
 */
export async function nextToLook(
  db: CabinetDb,
  after: LookedUpTo | null,
  limit: number,
): Promise<{ due: ReadableClient[]; last: LookedUpTo | null }> {
  const behind = after && sql`where (cl.created_at, cl.id) < (${after.addedAt}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<ReadableClient & { added_at: string; is_looked: boolean }>`
    with part as materialized (
      select cl.id, cl.tel, cl.email, cl.card_number, cl.created_at from (${selectExchangeable(db)}) cl
      ${behind ?? sql``} order by cl.created_at desc, cl.id desc limit ${limit})
    select cl.id, cc.crm_id, cl.tel, cl.email, cl.card_number, cl.created_at::text as added_at,
      exists (select from crm_looked where cabinet_id = ${db.cabinetId} and client_id = cl.id) as is_looked
    from part cl left join lateral (select crm_id from crm_clients
      where cabinet_id = ${db.cabinetId} and client_id = cl.id limit 1) cc on true
    order by cl.created_at desc, cl.id desc`.execute(db.tx)
  const last = rows.at(limit - 1)
  return {
    due: rows.filter((one) => !one.is_looked),
    last: last ? { addedAt: last.added_at, id: last.id } : null,
  }
}

/** Whether somebody is left, as those are who were added while the look went on. */
export async function isAnybodyLeft(db: CabinetDb): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from (${selectExchangeable(db)}) cl
      left join crm_looked l on l.cabinet_id = ${db.cabinetId} and l.client_id = cl.id
      where l.client_id is null) as is`.execute(db.tx)
  return rows[0]?.is ?? false
}

type Kept = {
  match: 'same' | 'none' | 'doubt'
  doubt: SyncDoubt | null
  their_balance: number | null
  their_bonus: number | null
  their_discount: number | null
}

/**
 * With what the client has here at this moment; nothing of one who is in the archive by now. The client is locked, so
 * that none gets there unseen.
 */
export async function keepMatch(db: CabinetDb, clientId: string, kept: Kept): Promise<void> {
  const client = selectExchangeable(db).where('id', '=', clientId).forShare()
  await sql`
    with cl as materialized (${client}),
      link as (
        insert into crm_clients (cabinet_id, client_id, match, doubt)
        select ${db.cabinetId}, id, ${kept.match}, ${kept.doubt} from cl
        on conflict (cabinet_id, client_id) do update set match = excluded.match, doubt = excluded.doubt)
    insert into crm_looked (cabinet_id, client_id, match, doubt, our_balance, our_bonus, our_discount, their_balance,
      their_bonus, their_discount, added_at)
    select ${db.cabinetId}, id, ${kept.match}, ${kept.doubt}, balance_minor, bonus_minor, discount_hundredths,
      ${kept.their_balance}::bigint, ${kept.their_bonus}::bigint, ${kept.their_discount}::int, created_at from cl
    on conflict (cabinet_id, client_id) do update set match = excluded.match, doubt = excluded.doubt,
      our_balance = excluded.our_balance, our_bonus = excluded.our_bonus, our_discount = excluded.our_discount,
      their_balance = excluded.their_balance, their_bonus = excluded.their_bonus,
      their_discount = excluded.their_discount, is_present = true`.execute(db.tx)
}

export type LookedClient = Kept & {
  id: string
  name: string
  surname: string
  card_number: number
  our_balance: number
  our_bonus: number
  our_discount: number
}

/** Those in doubt first, then those whose amounts differ, the latest of each. */
export async function firstLooked(db: CabinetDb, limit: number): Promise<LookedClient[]> {
  // The index has them in this order; a join in the same statement could be done before it.
  const { rows } = await sql<LookedClient>`
    with first as materialized (select * from crm_looked l where l.cabinet_id = ${db.cabinetId} and l.is_present
      order by l.shown_as, l.added_at desc, l.client_id desc limit ${limit})
    select cl.id, cl.name, cl.surname, cl.card_number, l.match, l.doubt, l.our_balance, l.our_bonus, l.our_discount,
      l.their_balance, l.their_bonus, l.their_discount
    from first l join (${selectExchangeable(db)}) cl on cl.id = l.client_id
    order by l.shown_as, l.added_at desc, l.client_id desc`.execute(db.tx)
  return rows
}
