/**
 * What clients have bought, as conditions over a row of the table `clients`. Who has bought what is looked up once and
 * not for each client; row level security leaves only rows of the opened cabinet.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ClientCondition } from './in-queries.ts'

type Figure = 'purchases' | 'spent'
type Fits = (figure: RawBuilder<unknown>) => ClientCondition

const KEPT: Record<Figure, RawBuilder<unknown>> = { purchases: sql`p.purchases`, spent: sql`p.spent_minor` }
const RETURNED = sql`e.kind = 'purchase' and coalesce(e.amount_minor, 0) > 0 and e.amount_minor <= e.returned_minor`
/** As `sum_up_purchases` does, see 0370-purchases.sql. */
const ADDED_UP: Record<Figure, RawBuilder<unknown>> = {
  purchases: sql`count(*) filter (where e.kind = 'purchase' and not (${RETURNED}))`,
  spent: sql`coalesce(sum(case when e.kind = 'purchase' then coalesce(e.amount_minor, 0) - e.returned_minor
    when e.refund_of is null then -abs(coalesce(e.amount_minor, 0)) else 0 end), 0)`,
}

const isAmong = (found: RawBuilder<unknown>, isNot: boolean): ClientCondition =>
  isNot ? sql`(clients.cabinet_id, clients.id) not in (${found})` : sql`(clients.cabinet_id, clients.id) in (${found})`

/**
 * @param since only purchases from then on; null: all
 * @param isForNone whether it fits who has bought nothing: then everybody but those whom it does not fit
 */
export function hasBought(figure: Figure, since: Date | null, fits: Fits, isForNone: boolean): ClientCondition {
  const wanted: Fits = isForNone ? (value) => sql`not (${fits(value)})` : fits
  const found =
    since === null
      ? sql`select p.cabinet_id, p.client_id from client_purchases p where ${wanted(KEPT[figure])}`
      : sql`select e.cabinet_id, coalesce(e.held_by, e.client_id) from external_events e
          where e.kind in ('purchase', 'refund') and not e.is_void and e.at >= ${since}
          group by 1, 2 having ${wanted(ADDED_UP[figure])}`
  return isAmong(found, isForNone)
}

/** Whose last purchase was at such a moment; who has never bought anything is not among them. */
export const hasLastBought = (fits: Fits): ClientCondition =>
  isAmong(sql`select p.cabinet_id, p.client_id from client_purchases p where ${fits(sql`p.last_at`)}`, false)

export const HAS_NEVER_BOUGHT: ClientCondition = isAmong(
  sql`select p.cabinet_id, p.client_id from client_purchases p where p.purchases > 0`,
  true,
)
