/** SQL of the list of clients, and of the clients whom a search and filters choose. */
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ClientFilters, SORT_COLUMNS } from '../../../contract/people/clients.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'
import { idsOfForms } from '../forms/forms.ts'
import { type ClientCondition, IS_PRESENT } from './in-queries.ts'
import { countPresent } from './count-sql.ts'
import { searchConditions } from './search-sql.ts'
import { type ClientRow, clientsByIds, full, tables } from './sql.ts'

/** `among` has the conditions of other rooms: of a segment, of a wallet. */
export type Filters = Omit<z.infer<typeof ClientFilters>, 'segment' | 'platform'> & {
  segment?: never
  platform?: never
  among?: readonly ClientCondition[]
}
export type Sort = (typeof SORT_COLUMNS)[number]

/** What a row is ordered by; each has an index in both directions (0102-client-list.sql). */
const COLUMN = {
  created: sql`clients.created_at`,
  name: sql`lower(clients.surname || ' ' || clients.name) collate "und-x-icu"`,
  cardNumber: sql`clients.card_number`,
  balance: sql`clients.balance_minor`,
  bonus: sql`clients.bonus_minor`,
  discount: sql`clients.discount_hundredths`,
  birthday: sql`clients.birthday`,
} satisfies Record<Sort, unknown>

const ARCHIVED = sql<boolean>`clients.archived_at is not null and clients.erased_at is null
  and clients.merged_into is null`

/** @param today the Moscow day */
async function narrowing(db: CabinetDb, q: string, filters: Filters, today: string): Promise<ClientCondition[]> {
  const all: ClientCondition[] = await searchConditions(db, q)
  if (filters.template) all.push(sql`clients.template_id = ${filters.template}`)
  if (filters.form) all.push(sql`clients.form_id = ${idsOfForms(db.cabinetId, [filters.form])}`)
  if (filters.sex) all.push(sql`clients.sex = ${filters.sex}`)
  if (filters.birthday === 'this_month')
    all.push(sql`extract(month from clients.birthday) = extract(month from ${today}::date)`)
  if (filters.birthday === 'this_week') {
    all.push(
      sql`to_char(clients.birthday, 'MMDD')
        = any(select to_char(${today}::date + n, 'MMDD') from generate_series(0, 6) n)`,
    )
  }
  if (filters.balanceFrom !== undefined) all.push(sql`clients.balance_minor >= ${filters.balanceFrom}`)
  if (filters.balanceTo !== undefined) all.push(sql`clients.balance_minor <= ${filters.balanceTo}`)
  all.push(...(filters.among ?? []))
  return all
}

const joined = (conditions: readonly ClientCondition[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`

/** In the archive, or out of it. */
const inState = (db: CabinetDb, { state }: Pick<Filters, 'state'>): ClientCondition =>
  sql`clients.cabinet_id = ${db.cabinetId} and ${state === 'archived' ? ARCHIVED : IS_PRESENT}`

const conditions = async (db: CabinetDb, q: string, filters: Filters, today: string) =>
  joined([inState(db, filters), ...(await narrowing(db, q, filters, today))])

type Page = { q: string; filters: Filters; o: Sort; d: 'asc' | 'desc'; limit: number; offset: number; today: string }

/** Where many fit, a page of them is among the first so many of the list. */
const WALKED_ROWS = 2_000

/**
 * The ids of a page, in order. A frequent word fills it from the first rows of the list, in the order of an index; a
 * rare one is looked up in the index of texts and then sorted. PostgreSQL is not left the choice: it guesses from all
 * accounts together, and a wrong guess walks a whole account.
 */
async function idsOfPage(db: CabinetDb, page: Page, narrow: readonly ClientCondition[]): Promise<string[]> {
  const direction = page.d === 'asc' ? sql`asc` : sql`desc`
  const nulls = page.o === 'birthday' ? sql`nulls last` : sql``
  const orderBy = (column: RawBuilder<unknown>) => sql`order by ${column} ${direction} ${nulls}, id ${direction}`
  const order = orderBy(COLUMN[page.o])
  const slice = sql`limit ${page.limit} offset ${page.offset}`
  const state = inState(db, page.filters)
  const read = async (found: RawBuilder<{ id: string }>) => (await found.execute(db.tx)).rows.map((row) => row.id)
  if (narrow.length === 0) return read(sql`select id from clients where ${state} ${order} ${slice}`)
  if (page.offset + page.limit <= WALKED_ROWS) {
    const near = await read(sql`select clients.id from
      (select * from clients where ${state} ${order} limit ${WALKED_ROWS}) clients
      where ${joined(narrow)} ${order} ${slice}`)
    if (near.length === page.limit) return near
  }
  return read(sql`with found as materialized
      (select clients.id, ${COLUMN[page.o]} as place from clients where ${joined([state, ...narrow])})
    select id from found ${orderBy(sql`place`)} ${slice}`)
}

export async function clientPage(db: CabinetDb, page: Page): Promise<{ rows: ClientRow[]; total: number }> {
  const narrow = await narrowing(db, page.q, page.filters, page.today)
  const ids = await idsOfPage(db, page, narrow)
  const rows = new Map((await clientsByIds(db, ids)).map((row) => [row.id, row]))
  const isWhole = narrow.length === 0 && page.filters.state === undefined
  const total = isWhole
    ? await countPresent(db)
    : await countRows(
        tables(db)
          .selectFrom('clients')
          .where(joined([inState(db, page.filters), ...narrow])),
      )
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), total }
}

/** Clients of an export: by search and filters, or by their ids. */
export type Chosen = { q: string; filters: Filters; ids?: readonly string[] }

async function chosen(db: CabinetDb, { q, filters, ids }: Chosen, today: string) {
  const where = await conditions(db, q, filters, today)
  return ids ? sql<boolean>`${where} and clients.id = any(${[...ids]}::uuid[])` : where
}

export async function countChosen(db: CabinetDb, choice: Chosen, today: string): Promise<number> {
  return countRows(
    tables(db)
      .selectFrom('clients')
      .where(await chosen(db, choice, today)),
  )
}

export async function clientsAfter(
  db: CabinetDb,
  choice: Chosen,
  { afterCard, limit, today }: { afterCard: number; limit: number; today: string },
): Promise<ClientRow[]> {
  return full(db)
    .where(await chosen(db, choice, today))
    .where('card_number', '>', afterCard)
    .orderBy('card_number')
    .limit(limit)
    .execute()
}
