/** SQL of one page of the list: by its number, or by the client after or before whom it begins. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { nameOfTemplate } from '../../cards/templates/templates.ts'
import { shareOfPresent } from './count-sql.ts'
import type { Place } from './list-place.ts'
import { type Direction, type Filters, inState, joined, type Narrowed, type Sort } from './list-sql.ts'
import { type ClientRow, shownExtra } from './sql.ts'

/** What a row is ordered by, never null; each has an index (0102-client-list.sql). */
const PLACES = {
  created: sql`clients.created_at`,
  name: sql`clients.name_order collate "und-x-icu"`,
  cardNumber: sql`clients.card_number`,
  balance: sql`clients.balance_minor`,
  bonus: sql`clients.bonus_minor`,
  discount: sql`clients.discount_hundredths`,
} satisfies Record<Exclude<Sort, 'birthday'>, unknown>

/** Who has no birthday is last in both directions. */
const placeOf = (o: Sort, d: 'asc' | 'desc'): RawBuilder<unknown> => {
  if (o !== 'birthday') return PLACES[o]
  const none = d === 'asc' ? sql`'infinity'::date` : sql`'-infinity'::date`
  return sql`coalesce(clients.birthday, ${none})`
}

const TYPES = {
  created: sql`timestamptz`,
  name: sql`text`,
  cardNumber: sql`bigint`,
  balance: sql`bigint`,
  bonus: sql`bigint`,
  discount: sql`int`,
  birthday: sql`date`,
} satisfies Record<Sort, unknown>

type Page = {
  filters: Filters
  o: Sort
  d: Direction
  limit: number
  /** How many rows are left out, or where the page begins. */
  from: number | Place
  /** Words are looked for: those whom few fit are soon found by the index of texts. */
  isSearch: boolean
}

/** Where many fit, a page of them is among the first so many of the list. */
const WALKED_ROWS = 1_000
/** Where many fit but none of the newest, as with an amount that grows with the years. */
const WALKED_FAR_ROWS = 20_000
/** No more than this part of an account: looking up what each has costs ten times as much as reading it for all. */
const WALKED_PART = 0.1
/** Of buyers the figures are looked up for each: with so few at the beginning the walk is shorter. */
const PROMISING = 3
const WALKED_IN_VAIN = 5_000

type PageRow = ClientRow & { place: string; fitting: number | null }

/** What else is shown of each client: expressions over a row of the table `clients`, by the name of their column. */
export type Shown<S> = { [Name in keyof S]: RawBuilder<S[Name]> }

/**
 * The clients of a page, in order, in one statement. A frequent word fills it from the first rows of the list, in the
 * order of an index; a rare one is looked up in the index of texts and then sorted. Without words the list is walked
 * further before everybody who fits is fetched and sorted. PostgreSQL is not left the choice: it guesses from all
 * accounts together, and a wrong guess walks a whole account.
 * @returns those of a page that is read backwards in reverse order; `fitting`: how many the whole list has from the
 * place of the page on, where all of them were looked up
 */
export async function rowsOfPage<S extends object>(
  db: CabinetDb,
  page: Page,
  { narrow, walked, near, placed, isRare }: Narrowed,
  shown: Shown<S>,
): Promise<(PageRow & S)[]> {
  const { from, o, limit } = page
  const isBackwards = typeof from === 'object' && from.isBackwards
  const isRising = (page.d === 'asc') !== isBackwards
  const direction = isRising ? sql`asc` : sql`desc`
  const place = placeOf(o, page.d)
  const spot = typeof from === 'object' ? from.spot : null
  const beyond = isRising ? sql`>` : sql`<`
  const isFurther = (from: RawBuilder<unknown>) =>
    spot ? sql<boolean>`${from} ${beyond} (${spot.value}::${TYPES[o]}, ${spot.id}::uuid)` : sql<boolean>`true`
  const listed = joined([inState(db, page.filters), isFurther(sql`(${place}, clients.id)`)])
  const offset = typeof from === 'number' ? from : 0
  const orderBy = (column: RawBuilder<unknown>, id = sql`id`) =>
    sql`order by ${column} ${direction}, ${id} ${direction}`
  const slice = sql`limit ${limit} offset ${offset}`
  const columns = sql`clients.id, (${place})::text as value`
  const others = Object.entries<RawBuilder<unknown>>(shown).map(([name, one]) => sql`, ${one} as ${sql.ref(name)}`)
  const whole = sql`clients.*, ${nameOfTemplate(db, 'clients.template_id')} as template_name,
    ${shownExtra(db)} as extra, page.value as place, page.fitting
    ${sql.join(others, sql``)}`
  const isOfPage = sql`clients.cabinet_id = ${db.cabinetId} and clients.id = page.id`
  const ordered = orderBy(place, sql`clients.id`)
  // A page far from the beginning is not looked for there.
  // What orders the clients is a column of those walked: PostgreSQL sees that they come in order, and ends early.
  const walk = (rows: number, asked: Narrowed['walked'], most: unknown = rows) => sql`
    select ${columns}
    from (select *, ${place} as list_place from clients where ${listed} ${orderBy(place)} limit ${most}) clients
    where ${joined(asked)} ${orderBy(sql`clients.list_place`, sql`clients.id`)}
    limit ${offset + limit <= rows ? limit : 0} offset ${offset}`
  const nearest = sql<string[]>`array(select clients.id from clients where ${listed} ${orderBy(place, sql`clients.id`)}
    limit ${WALKED_ROWS})`
  const walkFar = (rows: number) => walk(rows, walked, shareOfPresent(db, rows, WALKED_PART))
  // All of them, since nothing is read of those who do not fit. The second select looks up those who may.
  const alongPlaces = (all: RawBuilder<unknown>) => sql`
    select along.id, along.place::text as value
    from (select * from (${all}) along where ${isFurther(sql`(place, id)`)} ${orderBy(sql`place`)}) along
    cross join lateral (select from clients where clients.id = along.id
      and ${joined([inState(db, page.filters), ...walked])} offset 0) fits
    ${orderBy(sql`along.place`, sql`along.id`)} ${slice}`
  const inOrder = page.isSearch ? undefined : placed?.[o]?.(orderBy)
  const far = inOrder ? alongPlaces(inOrder) : walkFar(page.isSearch ? 0 : WALKED_FAR_ROWS)
  const promising = placed && !inOrder ? Math.min(PROMISING, limit) : 0
  const found = sql`select clients.id, ${place} as place from clients where ${joined([listed, ...narrow])}`
  // A bare `place` would be the text that is selected.
  const pageOfFound = sql`${orderBy(sql`found.place`)} ${slice}`
  const statement =
    narrow.length === 0
      ? sql<PageRow & S>`
        with page as (select ${columns}, null::int as fitting from clients where ${listed} ${orderBy(place)} ${slice})
        select ${whole} from page join clients on ${isOfPage} ${ordered}`
      : isRare
        ? sql<PageRow & S>`
        with found as materialized (${found}),
          page as (select id, place::text as value, (select count(*)::int from found) as fitting from found
            ${pageOfFound})
        select ${whole} from page join clients on ${isOfPage} ${ordered}`
        : inOrder && offset === 0
          ? sql<PageRow & S>`
        with page as materialized (select *, case when count(*) over () < ${limit} then (count(*) over ())::int end
            as fitting from (${alongPlaces(inOrder)}) along)
        select ${whole} from page join clients on ${isOfPage} ${ordered}`
          : sql<PageRow & S>`
        with near as materialized (${walk(WALKED_ROWS, near(nearest))}),
          far as materialized (select * from (${far}) walked
              where (select count(*) from near) between ${promising} and ${limit - 1}
            union all select * from (${walkFar(WALKED_IN_VAIN)}) walked
              where (select count(*) from near) < ${promising}),
          found as materialized (${found}
            and (select count(*) from near) < ${limit} and (select count(*) from far) < ${limit}),
          page as (select *, null::int as fitting from near where (select count(*) from near) = ${limit}
            union all select *, null::int from far where (select count(*) from far) = ${limit}
            union all (select id, place::text, (select count(*)::int from found) from found ${pageOfFound}))
        select ${whole} from page join clients on ${isOfPage} ${ordered}`
  const { rows } = await statement.execute(db.tx)
  return rows
}
