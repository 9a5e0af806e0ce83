/**
 * How many cards each design has, and how many are in wallets: kept by triggers of cards and phones
 * (0470-kept-counts.sql, decision 125; 0554-held-card-counts.sql).
 */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { IS_COUNTED, IS_IN_APPLE } from './sql.ts'

/** Of each of these templates, withdrawn cards too. */
export async function countPassesOf(db: CabinetDb, templateIds: readonly string[]): Promise<[string, number][]> {
  const { rows } = await sql<{ id: string; cards: number }>`
    select template_id as id, sum(cards)::int as cards from card_counts
    where cabinet_id = ${db.cabinetId} and template_id = any(${[...templateIds]}::uuid[])
    group by template_id having sum(cards) <> 0`.execute(db.tx)
  return rows.map((row) => [row.id, row.cards])
}

/** Of all these templates together. */
export async function countAllOf(db: CabinetDb, templateIds: readonly string[]): Promise<number> {
  return (await countPassesOf(db, templateIds)).reduce((sum, [, cards]) => sum + cards, 0)
}

/** Cards that were not withdrawn. */
export async function countIssued(db: CabinetDb): Promise<number> {
  const { rows } = await sql<{ issued: number }>`
    select coalesce(sum(counted), 0)::int as issued from card_counts where cabinet_id = ${db.cabinetId}`.execute(db.tx)
  return rows[0]?.issued ?? 0
}

/** How many of them are in each wallet: of those with a phone, without the few that were withdrawn. */
export async function countInWallets(db: CabinetDb): Promise<{ apple: number; google: number }> {
  const { rows } = await sql<{ apple: number; google: number }>`
    select (coalesce(sum(apple), 0) - (select count(*) from passes p
        where p.cabinet_id = ${db.cabinetId} and p.voided_at is not null and ${IS_IN_APPLE}))::int as apple,
      coalesce(sum(google), 0)::int as google
    from held_card_counts where cabinet_id = ${db.cabinetId}`.execute(db.tx)
  return rows[0] ?? { apple: 0, google: 0 }
}

/** Changes of single statements become one row a design. */
export async function gatherCardCounts(db: CabinetDb): Promise<void> {
  await sql`
    with gone as (
      delete from card_counts where cabinet_id = ${db.cabinetId} and template_id in (
        select template_id from card_counts where cabinet_id = ${db.cabinetId} and not is_sum) returning *)
    insert into card_counts (cabinet_id, template_id, is_sum, cards, counted)
    select cabinet_id, template_id, true, sum(cards), sum(counted) from gone group by 1, 2`.execute(db.tx)
}

/** Counts all cards again and corrects what differs, as of one moment. @returns the designs that were wrong */
export async function correctCardCounts(db: CabinetDb): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with wrong as (
      select template_id, sum(cards) as cards, sum(counted) as counted from (
        select template_id, count(*) as cards, count(*) filter (where voided_at is null) as counted from passes
          where cabinet_id = ${db.cabinetId} group by 1
        union all
        select template_id, -cards, -counted from card_counts where cabinet_id = ${db.cabinetId}) counts
      group by 1 having sum(cards) <> 0 or sum(counted) <> 0)
    insert into card_counts (cabinet_id, template_id, cards, counted)
    select ${db.cabinetId}, template_id, cards, counted from wrong returning template_id as id`.execute(db.tx)
  return rows.map((row) => row.id)
}

/** Changes of single statements become one row. */
export async function gatherHeldCounts(db: CabinetDb): Promise<void> {
  await sql`
    with gone as (delete from held_card_counts where cabinet_id = ${db.cabinetId} returning apple, google)
    insert into held_card_counts (cabinet_id, is_sum, apple, google)
    select ${db.cabinetId}, true, sum(apple), sum(google) from gone having count(*) > 0`.execute(db.tx)
}

/** Counts phones and cards again and corrects what differs, as of one moment. @returns whether it was wrong */
export async function correctHeldCounts(db: CabinetDb): Promise<boolean> {
  const { rows } = await sql`
    with wrong as (
      select sum(apple) as apple, sum(google) as google from (
        select count(distinct pass_id) as apple, 0 as google from registrations where cabinet_id = ${db.cabinetId}
        union all
        select 0, count(*) from passes p
          where p.cabinet_id = ${db.cabinetId} and p.google_saved_at is not null and ${IS_COUNTED}
        union all
        select -apple, -google from held_card_counts where cabinet_id = ${db.cabinetId}) counts)
    insert into held_card_counts (cabinet_id, apple, google)
    select ${db.cabinetId}, apple, google from wrong where apple <> 0 or google <> 0 returning id`.execute(db.tx)
  return rows.length > 0
}

/** Businesses with changes that are not gathered yet. @param tx of scheduled work over all businesses */
export async function cabinetsWithCardChanges(tx: Tx, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select cabinet_id as id from card_counts where not is_sum and cabinet_id > ${after}
    union select cabinet_id from held_card_counts where not is_sum and cabinet_id > ${after}
    order by id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Businesses with cards. */
export async function cabinetsWithCards(tx: Tx, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from card_counts where cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
