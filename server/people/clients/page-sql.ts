/** SQL of one page of the list: by its number, or by the client after or before whom it begins. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { ClientCondition } from './in-queries.ts'
import type { Place, Spot } from './list-place.ts'
import { type Direction, type Filters, inState, joined, type Sort } from './list-sql.ts'

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
}

/** Where many fit, a page of them is among the first so many of the list. */
const WALKED_ROWS = 2_000

/**
 * The ids of a page, in order. A frequent word fills it from the first rows of the list, in the order of an index; a
 * rare one is looked up in the index of texts and then sorted. PostgreSQL is not left the choice: it guesses from all
 * accounts together, and a wrong guess walks a whole account.
 * @returns those of a page that is read backwards in reverse order
 */
export async function spotsOfPage(db: CabinetDb, page: Page, narrow: readonly ClientCondition[]): Promise<Spot[]> {
  const { from, o, limit } = page
  const isBackwards = typeof from === 'object' && from.isBackwards
  const isRising = (page.d === 'asc') !== isBackwards
  const direction = isRising ? sql`asc` : sql`desc`
  const place = placeOf(o, page.d)
  const spot = typeof from === 'object' ? from.spot : null
  const beyond = isRising ? sql`>` : sql`<`
  const isFurther = spot
    ? [sql<boolean>`(${place}, clients.id) ${beyond} (${spot.value}::${TYPES[o]}, ${spot.id}::uuid)`]
    : []
  const listed = joined([inState(db, page.filters), ...isFurther])
  const offset = typeof from === 'number' ? from : 0
  const orderBy = (column: RawBuilder<unknown>) => sql`order by ${column} ${direction}, id ${direction}`
  const slice = sql`limit ${limit} offset ${offset}`
  const read = async (found: RawBuilder<Spot>) => (await found.execute(db.tx)).rows
  const columns = sql`clients.id, (${place})::text as value`
  if (narrow.length === 0) return read(sql`select ${columns} from clients where ${listed} ${orderBy(place)} ${slice}`)
  if (offset + limit <= WALKED_ROWS) {
    const near = await read(sql`select ${columns} from
      (select * from clients where ${listed} ${orderBy(place)} limit ${WALKED_ROWS}) clients
      where ${joined(narrow)} ${orderBy(place)} ${slice}`)
    if (near.length === limit) return near
  }
  return read(sql`with found as materialized
      (select clients.id, ${place} as place from clients where ${joined([listed, ...narrow])})
    select id, place::text as value from found ${orderBy(sql`place`)} ${slice}`)
}
