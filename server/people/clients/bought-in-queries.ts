/**
 * What clients have bought, as conditions over the kept figures of a client: a row `p` of the table `client_purchases`,
 * see 0430-purchase-days.sql. Who has bought nothing may have no row, or one of zeros.
 */
import { type RawBuilder, sql } from 'kysely'
import { dayNumber } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { ClientCondition } from './in-queries.ts'

export type Figure = 'purchases' | 'spent'
type Fits = (figure: RawBuilder<unknown>) => RawBuilder<boolean>

/** @param isForNone whether it fits who has bought nothing */
export type BuyerCondition = { fits: RawBuilder<boolean>; isForNone: boolean }

const OF_ALL_TIME: Record<Figure, RawBuilder<unknown>> = { purchases: sql`p.purchases`, spent: sql`p.spent_minor` }
const UP_TO_DAY: Record<Figure, RawBuilder<unknown>> = { purchases: sql`p.purchases_by`, spent: sql`p.spent_by` }

/** @param since only purchases from this Moscow day on; null: all */
export function hasBought(figure: Figure, since: string | null, fits: Fits, isForNone: boolean): BuyerCondition {
  const all = OF_ALL_TIME[figure]
  if (since === null) return { fits: fits(all), isForNone }
  const day = dayNumber(since)
  // What came since is what there is without what there was by the day before.
  const fitsSince = fits(sql`(${all} - coalesce((${UP_TO_DAY[figure]})[width_bucket(${day - 1}::int, p.days)], 0))`)
  // Who has nothing since then is known by the last day, which has an index.
  return {
    fits: isForNone
      ? sql`(p.last_day is null or p.last_day < ${day}::int or ${fitsSince})`
      : sql`(p.last_day is not null and p.last_day >= ${day}::int and ${fitsSince})`,
    isForNone,
  }
}

/** Whose last purchase was at such a moment; who has never bought anything is not among them. */
export const hasLastBought = (fits: Fits): BuyerCondition => ({
  fits: sql`coalesce(${fits(sql`p.last_at`)}, false)`,
  isForNone: false,
})

/** Over a row of the table `clients`, which says it itself (0632-who-has-bought.sql). */
export const HAS_NEVER_BOUGHT: ClientCondition = sql`not clients.has_bought`

/** Several of one client as one, so that figures are looked up once. */
export const joinBought = (conditions: readonly BuyerCondition[], match: 'all' | 'any'): BuyerCondition => ({
  fits: sql`(${sql.join(
    conditions.map(({ fits }) => fits),
    match === 'all' ? sql` and ` : sql` or `,
  )})`,
  isForNone: match === 'all' ? conditions.every((one) => one.isForNone) : conditions.some((one) => one.isForNone),
})

/** Those found in rows: who fits, or where that is everybody without a row too, who does not. */
const found = ({ fits, isForNone }: BuyerCondition) => (isForNone ? sql<boolean>`not (${fits})` : fits)

/**
 * Over a row of the table `clients`. Who is found is looked up once and not for each client; row level security leaves
 * only rows of the opened cabinet.
 */
export function isBuyer(condition: BuyerCondition): ClientCondition {
  const rows = sql`select p.cabinet_id, p.client_id from client_purchases p where ${found(condition)}`
  return condition.isForNone
    ? sql`(clients.cabinet_id, clients.id) not in (${rows})`
    : sql`(clients.cabinet_id, clients.id) in (${rows})`
}

/** As `isBuyer`, of clients out of the archive. */
export const isPresentBuyer = ({ fits, isForNone }: BuyerCondition): ClientCondition =>
  isBuyer({ fits: isForNone ? sql`(not p.is_present or ${fits})` : sql`(p.is_present and ${fits})`, isForNone })

/** The same, looked up for each client: for a statement about some clients of a large account. */
export function isBuyerAmongFew(condition: BuyerCondition): ClientCondition {
  const row = sql<boolean>`exists (select from client_purchases p
    where p.cabinet_id = clients.cabinet_id and p.client_id = clients.id and ${found(condition)} offset 0)`
  return condition.isForNone ? sql`not ${row}` : row
}

/**
 * Clients out of the archive who have bought like this, as `id` and `place`, for each order in which an index has them:
 * when they came, or the number of their card. Undefined: who has bought nothing is among them, and has no row.
 */
export function buyersWithPlaces(db: CabinetDb, { fits, isForNone }: BuyerCondition) {
  if (isForNone) return undefined
  const buyers = (place: string) =>
    sql`select p.client_id as id, ${sql.ref(place)} as place from client_purchases p
      where p.cabinet_id = ${db.cabinetId} and p.is_present and ${fits}`
  return { created: buyers('p.client_created_at'), cardNumber: buyers('p.client_card_number') }
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
