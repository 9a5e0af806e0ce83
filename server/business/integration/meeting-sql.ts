/** What the look-up found of each client before the exchange begins. */
import { sql } from 'kysely'
import type { SyncDoubt } from '../../../contract/business/crm-sync.ts'
import type { CabinetDb } from '../../base/db.ts'
import { selectExchangeable } from '../../people/clients/clients.ts'
import type { ReadableClient } from './clients-sql.ts'
import { crmClients } from './links-sql.ts'

const clientsOf = (db: CabinetDb) => sql`
  from (${selectExchangeable(db)}) cl
  left join crm_clients cc on cc.cabinet_id = ${db.cabinetId} and cc.client_id = cl.id`

export async function countLooked(db: CabinetDb): Promise<number> {
  const { rows } = await sql<{ looked: number }>`
    select count(*)::int as looked from crm_clients where cabinet_id = ${db.cabinetId} and match is not null`.execute(
    db.tx,
  )
  return rows[0]?.looked ?? 0
}

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
      cc.match is not null as is_looked
    from part cl left join lateral (select crm_id, match from crm_clients
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
    select exists (select ${clientsOf(db)} where cc.match is null) as is`.execute(db.tx)
  return rows[0]?.is ?? false
}

type Kept = {
  match: 'same' | 'none' | 'doubt'
  doubt: SyncDoubt | null
  their_balance: number | null
  their_bonus: number | null
  their_discount: number | null
}

export async function keepMatch(db: CabinetDb, clientId: string, kept: Kept): Promise<void> {
  await crmClients(db)
    .insertInto('crm_clients')
    .values({ cabinet_id: db.cabinetId, client_id: clientId, ...kept })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'client_id']).doUpdateSet(kept))
    .execute()
}

export type LookedClient = Kept & {
  id: string
  name: string
  surname: string
  card_number: number
  balance_minor: number
  bonus_minor: number
  discount_hundredths: number
}
const LOOKED = sql`
  cl.id, cl.name, cl.surname, cl.card_number, cl.balance_minor, cl.bonus_minor, cl.discount_hundredths,
  cc.match, cc.doubt, cc.their_balance, cc.their_bonus, cc.their_discount`

const isEqual = sql`(coalesce(cc.their_bonus = cl.bonus_minor, true)
  and coalesce(cc.their_balance = cl.balance_minor, true)
  and coalesce(cc.their_discount = cl.discount_hundredths, true))`
const isSure = sql`cc.match <> 'doubt'`
/** In this order they are shown. */
const SHOWN_AS = {
  unsure: sql`cc.doubt is not null and cc.match = 'doubt'`,
  differing: sql`${isSure} and not ${isEqual}`,
  equal: sql`${isSure} and ${isEqual}`,
}
type ShownAs = keyof typeof SHOWN_AS

/** Of fewer than one in so many, all are read and put in order sooner than the latest are met on a walk. */
const RARE = 50

/**
 * Those in doubt first, then those whose amounts differ, the latest of each. One list after the other, until there are
 * enough: nobody sorts all for the first hundred.
 * @param of how many there are of each
 */
export async function firstLooked(db: CabinetDb, of: Record<ShownAs, number>, limit: number): Promise<LookedClient[]> {
  const found: LookedClient[] = []
  const all = of.unsure + of.differing + of.equal
  for (const kind of ['unsure', 'differing', 'equal'] as const) {
    if (found.length === limit) break
    if (of[kind] === 0) continue
    const isRare = of[kind] * RARE < all
    // Behind an offset they are all read before they are put in order.
    const { rows } = await sql<LookedClient>`
      select * from (select ${LOOKED}, cl.created_at from (${selectExchangeable(db)}) cl
        join crm_clients cc on cc.cabinet_id = ${db.cabinetId} and cc.client_id = cl.id
        where ${SHOWN_AS[kind]} ${isRare ? sql`offset 0` : sql``}) found
      order by created_at desc, id desc limit ${limit - found.length}`.execute(db.tx)
    found.push(...rows)
  }
  return found
}

const KINDS = { balance: 'balance_minor', bonus: 'bonus_minor', discount: 'discount_hundredths' } as const
type Kind = keyof typeof KINDS

/** How an amount is met, as `rebase` does it for an amount that was not known before. */
export type Meets = Record<Kind, 'ours' | 'theirs' | 'larger'>

export type LookedSums = {
  same: number
  new: number
  doubt: number
  losing_ours: number
  losing_theirs: number
} & Record<ShownAs, number> &
  Record<`${'ours' | 'theirs' | 'after'}_${'balance' | 'bonus'}`, number | null>

export const NOBODY_LOOKED: LookedSums = {
  same: 0,
  new: 0,
  doubt: 0,
  unsure: 0,
  differing: 0,
  equal: 0,
  losing_ours: 0,
  losing_theirs: 0,
  ours_balance: null,
  ours_bonus: null,
  theirs_balance: null,
  theirs_bonus: null,
  after_balance: null,
  after_bonus: null,
}

/** Everybody who was looked up, added up by the database: a hundred thousand are too many to bring here. */
export async function sumLooked(db: CabinetDb, meets: Meets): Promise<LookedSums> {
  const ours = (kind: Kind) => sql.ref(`cl.${KINDS[kind]}`)
  const theirs = (kind: Kind) => sql.ref(`cc.their_${kind}`)
  const after = (kind: Kind) =>
    ({
      ours: ours(kind),
      theirs: sql`coalesce(${theirs(kind)}, ${ours(kind)})`,
      // What is absent is left out of it.
      larger: sql`greatest(${ours(kind)}, ${theirs(kind)})`,
    })[meets[kind]]
  const goesDown = (before: (kind: Kind) => ReturnType<typeof sql.ref>) =>
    sql.join(
      (['balance', 'bonus', 'discount'] as const).map((kind) => sql`${after(kind)} < coalesce(${before(kind)}, 0)`),
      sql` or `,
    )
  const isSame = sql`filter (where cc.match = 'same')`
  const { rows } = await sql<LookedSums>`
    select (count(*) ${isSame})::int as same, (count(*) filter (where cc.match = 'none'))::int as new,
      (count(*) filter (where cc.match = 'doubt'))::int as doubt,
      (count(*) filter (where ${SHOWN_AS.unsure}))::int as unsure,
      (count(*) filter (where ${SHOWN_AS.differing}))::int as differing,
      (count(*) filter (where ${SHOWN_AS.equal}))::int as equal,
      (sum(${ours('balance')}) ${isSame})::int8 as ours_balance, (sum(${ours('bonus')}) ${isSame})::int8 as ours_bonus,
      (sum(${theirs('balance')}) ${isSame})::int8 as theirs_balance,
      (sum(${theirs('bonus')}) ${isSame})::int8 as theirs_bonus,
      (sum(${after('balance')}) ${isSame})::int8 as after_balance,
      (sum(${after('bonus')}) ${isSame})::int8 as after_bonus,
      (count(*) filter (where cc.match = 'same' and (${goesDown(ours)})))::int as losing_ours,
      (count(*) filter (where cc.match = 'same' and (${goesDown(theirs)})))::int as losing_theirs
    from (${selectExchangeable(db)}) cl
    join crm_clients cc on cc.cabinet_id = ${db.cabinetId} and cc.client_id = cl.id
    where cc.match is not null`.execute(db.tx)
  return rows[0] as LookedSums
}
