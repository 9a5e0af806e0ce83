/**
 * What clients have bought, as conditions over the kept figures of a client: a row `p` of the table `client_purchases`,
 * see 0430-purchase-days.sql. Who has bought nothing may have no row, or one of zeros.
 */
import { type RawBuilder, sql } from 'kysely'
import { dayNumber } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { type ClientCondition, IS_PRESENT } from './in-queries.ts'

/** The order of a list by two columns. */
type OrderBy = (column: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>
/** `id` and `place` of some clients. */
export type InPlaces = (orderBy: OrderBy) => RawBuilder<unknown>

export type Figure = 'purchases' | 'spent'
type Fits = (figure: RawBuilder<unknown>) => RawBuilder<boolean>

/**
 * @param isForNone whether it fits who has bought nothing
 * @param bounds each is true of everybody who fits, and an index finds those of whom it is true; left out: where no
 * days are asked for, an index has the figure itself
 */
export type BuyerCondition = { fits: RawBuilder<boolean>; isForNone: boolean; bounds?: readonly RawBuilder<boolean>[] }

const OF_ALL_TIME: Record<Figure, RawBuilder<unknown>> = { purchases: sql`p.purchases`, spent: sql`p.spent_minor` }
const UP_TO_DAY: Record<Figure, RawBuilder<unknown>> = { purchases: sql`p.purchases_by`, spent: sql`p.spent_by` }

/**
 * @param since only purchases from this Moscow day on; null: all
 * @param least no smaller figure fits, unless `isForNone`
 */
export function hasBought(
  figure: Figure,
  since: string | null,
  fits: Fits,
  { isForNone, least }: { isForNone: boolean; least: number },
): BuyerCondition {
  const all = OF_ALL_TIME[figure]
  if (since === null) return { fits: fits(all), isForNone }
  const day = dayNumber(since)
  // What came since is what there is without what there was by the day before.
  const fitsSince = fits(sql`(${all} - coalesce((${UP_TO_DAY[figure]})[width_bucket(${day - 1}::int, p.days)], 0))`)
  if (isForNone) return { fits: sql`(p.last_day is null or p.last_day < ${day}::int or ${fitsSince})`, isForNone }
  const bounds = [sql<boolean>`(p.last_day is not null and p.last_day >= ${day}::int)`]
  // Nobody has bought oftener on some days than on all. What was spent may be more: money given back lessens the sum.
  if (figure === 'purchases' && Number.isFinite(least)) bounds.push(sql`${all} >= ${least}::bigint`)
  return { fits: sql`(${sql.join([...bounds, fitsSince], sql` and `)})`, isForNone, bounds }
}

/** Whose last purchase was at such a moment; who has never bought anything is not among them. */
export const hasLastBought = (fits: Fits): BuyerCondition => ({
  fits: sql`coalesce(${fits(sql`p.last_at`)}, false)`,
  isForNone: false,
})

/** Who has bought nothing from this moment on, or never anything. */
export const hasNotBoughtSince = (since: RawBuilder<unknown>): BuyerCondition => ({
  fits: sql`(p.last_at is null or p.last_at < ${since})`,
  isForNone: true,
})

/** Over a row of the table `clients`, which says it itself (0632-who-has-bought.sql). */
export const HAS_NEVER_BOUGHT: ClientCondition = sql`not clients.has_bought`

/** Several of one client as one, so that figures are looked up once. */
export function joinBought(conditions: readonly BuyerCondition[], match: 'all' | 'any'): BuyerCondition {
  const fits = sql<boolean>`(${sql.join(
    conditions.map((one) => one.fits),
    match === 'all' ? sql` and ` : sql` or `,
  )})`
  if (match === 'any' && conditions.length > 1) return { fits, isForNone: conditions.some((one) => one.isForNone) }
  const bounds = conditions.flatMap((one) => one.bounds ?? [])
  return { fits, isForNone: conditions.every((one) => one.isForNone), ...(bounds.length > 0 && { bounds }) }
}

/** Those found in rows: who fits, or where that is everybody without a row too, who does not. */
const found = ({ fits, isForNone }: BuyerCondition) => (isForNone ? sql<boolean>`not (${fits})` : fits)

/** @param rows of `client_purchases p` */
function isBuyerIn(rows: RawBuilder<boolean>, { fits, isForNone }: BuyerCondition): ClientCondition {
  const isAmong = (which: RawBuilder<boolean>) => sql<boolean>`(clients.cabinet_id, clients.id) in (
    select p.cabinet_id, p.client_id from client_purchases p where ${rows} and ${which})`
  if (!isForNone) return isAmong(fits)
  return sql`((${HAS_NEVER_BOUGHT} and not ${isAmong(sql`p.purchases <= 0 and not ${fits}`)})
    or ${isAmong(sql`p.purchases > 0 and ${fits}`)})`
}

/**
 * Over a row of the table `clients`. Who is found is looked up once and not for each client; row level security leaves
 * only rows of the opened cabinet. Who never bought has no row, or one of money given back, which may not fit: those
 * are few, and an index has them.
 */
export const isBuyer = (condition: BuyerCondition): ClientCondition => isBuyerIn(sql`true`, condition)

/** As `isBuyer`, of clients out of the archive. */
export const isPresentBuyer = (condition: BuyerCondition): ClientCondition => isBuyerIn(sql`p.is_present`, condition)

/** The same, looked up for each client: for a statement about some clients of a large account. */
export function isBuyerAmongFew(condition: BuyerCondition): ClientCondition {
  const row = sql<boolean>`exists (select from client_purchases p
    where p.cabinet_id = clients.cabinet_id and p.client_id = clients.id and ${found(condition)} offset 0)`
  return condition.isForNone ? sql`not ${row}` : row
}

/**
 * Clients out of the archive among whom all are who have bought like this, as `id` and `place`, for each order in which
 * an index has them: when they came, or the number of their card. Who never bought anything has no row, and is in the
 * first of these orders only: there both are in order, or PostgreSQL would sort all of them.
 */
export function buyersWithPlaces(
  db: CabinetDb,
  { fits, isForNone }: BuyerCondition,
): Partial<Record<'created' | 'cardNumber', InPlaces>> {
  const buyers = (place: string) =>
    sql`select p.client_id as id, ${sql.ref(place)} as place from client_purchases p
      where p.cabinet_id = ${db.cabinetId} and p.is_present and ${fits}`
  if (!isForNone)
    return { created: () => buyers('p.client_created_at'), cardNumber: () => buyers('p.client_card_number') }
  const never = sql`select clients.id, clients.created_at from clients
    where clients.cabinet_id = ${db.cabinetId} and ${IS_PRESENT} and ${HAS_NEVER_BOUGHT}`
  return {
    created: (orderBy) =>
      sql`(${buyers('p.client_created_at')} and p.purchases > 0 ${orderBy(sql`p.client_created_at`, sql`p.client_id`)})
        union all (${never} ${orderBy(sql`clients.created_at`, sql`clients.id`)})`,
  }
}

/** Clients out of the archive among whom all are who have bought like this; others of them never bought anything. */
export function presentBuyers(db: CabinetDb, { fits, isForNone }: BuyerCondition): RawBuilder<{ id: string }> {
  const buyers = sql<{ id: string }>`select p.client_id as id from client_purchases p
    where p.cabinet_id = ${db.cabinetId} and p.is_present and ${fits}`
  if (!isForNone) return buyers
  return sql`${buyers} and p.purchases > 0 union all select clients.id from clients
    where clients.cabinet_id = ${db.cabinetId} and ${IS_PRESENT} and ${HAS_NEVER_BOUGHT}`
}

/**
 * Clients out of the archive by a figure of all time, in the order of its index (0634-rare-figures.sql): nobody else is
 * read.
 * @param columns of the row `p`
 */
export const buyersInOrder = (
  db: CabinetDb,
  figure: Figure,
  { fits }: BuyerCondition,
  columns: RawBuilder<unknown>,
): RawBuilder<{ id: string }> =>
  sql`select ${columns} from client_purchases p
    where p.cabinet_id = ${db.cabinetId} and p.is_present and ${fits} order by ${OF_ALL_TIME[figure]}`

/** Joins the figures to a reading of clients out of the archive; who has bought nothing may have none. */
export const WITH_BOUGHT = sql`left join client_purchases p
  on p.cabinet_id = clients.cabinet_id and p.client_id = clients.id and p.is_present`

/** Over a row of the table `clients` with its figures. */
export const isJoinedBuyer = ({ fits, isForNone }: BuyerCondition): ClientCondition =>
  sql`(${fits} or (p.client_id is null and ${isForNone}))`

/**
 * For `from (…) bought`: in `counts`, how many rows of each condition are found, of clients out of the archive. No
 * client is read, and the rows once.
 */
export function countFound(db: CabinetDb, conditions: readonly BuyerCondition[]): RawBuilder<{ counts: number[] }> {
  const [first, ...others] = conditions
  const rows = sql`from client_purchases p where p.cabinet_id = ${db.cabinetId} and p.is_present`
  if (!first) return sql`select '{}'::bigint[] as counts`
  if (others.length === 0) return sql`select array[count(*)] as counts ${rows} and ${found(first)}`
  return sql`select array[${sql.join(conditions.map((one) => sql`count(*) filter (where ${found(one)})`))}] as counts
    ${rows}`
}
