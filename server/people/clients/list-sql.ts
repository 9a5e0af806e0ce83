/** SQL of the list of clients, and of the clients whom a search and filters choose. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ClientFilters, SORT_COLUMNS } from '../../../contract/people/clients.ts'
import type { CabinetDb } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import { countRows } from '../../base/paging.ts'
import { idsOfForms } from '../forms/forms.ts'
import { type ClientCondition, IS_PRESENT } from './in-queries.ts'
import { searchedTexts } from './search.ts'
import { type ClientRow, full, tables } from './sql.ts'

/** `among` has the conditions of other rooms: of a segment, of a wallet. */
export type Filters = Omit<z.infer<typeof ClientFilters>, 'segment' | 'platform'> & {
  segment?: never
  platform?: never
  among?: readonly ClientCondition[]
}
export type Sort = (typeof SORT_COLUMNS)[number]

const COLUMN = {
  created: sql`created_at`,
  name: sql`lower(surname || ' ' || name) collate "und-x-icu"`,
  cardNumber: sql`card_number`,
  balance: sql`balance_minor`,
  bonus: sql`bonus_minor`,
  discount: sql`discount_hundredths`,
  birthday: sql`birthday`,
} satisfies Record<Sort, unknown>

/** @param today the Moscow day */
function conditions(db: CabinetDb, q: string, filters: Filters, today: string) {
  const all = [
    sql`clients.cabinet_id = ${db.cabinetId}`,
    filters.state === 'archived'
      ? sql`clients.archived_at is not null and clients.erased_at is null and clients.merged_into is null`
      : IS_PRESENT,
  ]
  const groups = searchedTexts(q).map((texts) =>
    sql.join(
      texts.map((text) => sql`(search_text ilike ${likeAnywhere(text)} or ${hasMergedCard(db, text)})`),
      sql` and `,
    ),
  )
  if (groups.length > 0) all.push(sql`(${sql.join(groups, sql` or `)})`)
  if (filters.template) all.push(sql`template_id = ${filters.template}`)
  if (filters.form) all.push(sql`form_id = ${idsOfForms(db.cabinetId, [filters.form])}`)
  if (filters.sex) all.push(sql`sex = ${filters.sex}`)
  if (filters.birthday === 'this_month')
    all.push(sql`extract(month from birthday) = extract(month from ${today}::date)`)
  if (filters.birthday === 'this_week') {
    all.push(
      sql`to_char(birthday, 'MMDD') = any(select to_char(${today}::date + n, 'MMDD') from generate_series(0, 6) n)`,
    )
  }
  if (filters.balanceFrom !== undefined) all.push(sql`balance_minor >= ${filters.balanceFrom}`)
  if (filters.balanceTo !== undefined) all.push(sql`balance_minor <= ${filters.balanceTo}`)
  all.push(...(filters.among ?? []))
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

/** The card of somebody who was merged into the client stays valid, so a till finds the client by its number. */
const hasMergedCard = (db: CabinetDb, digits: string) =>
  /^\d{1,6}$/.test(digits)
    ? sql<boolean>`clients.id in (select m.merged_into from clients m
        where m.cabinet_id = ${db.cabinetId} and m.merged_into is not null and m.card_number = ${Number(digits)})`
    : sql<boolean>`false`

export async function clientPage(
  db: CabinetDb,
  page: { q: string; filters: Filters; o: Sort; d: 'asc' | 'desc'; limit: number; offset: number; today: string },
): Promise<{ rows: ClientRow[]; total: number }> {
  const where = conditions(db, page.q, page.filters, page.today)
  const rows = await full(db)
    .where(where)
    .orderBy(COLUMN[page.o], (order) => (page.d === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countRows(tables(db).selectFrom('clients').where(where)) }
}

/** Clients of an export: by search and filters, or by their ids. */
export type Chosen = { q: string; filters: Filters; ids?: readonly string[] }

function chosen(db: CabinetDb, { q, filters, ids }: Chosen, today: string) {
  const where = conditions(db, q, filters, today)
  return ids ? sql<boolean>`${where} and clients.id = any(${[...ids]}::uuid[])` : where
}

export function countChosen(db: CabinetDb, choice: Chosen, today: string): Promise<number> {
  return countRows(
    tables(db)
      .selectFrom('clients')
      .where(chosen(db, choice, today)),
  )
}

export function clientsAfter(
  db: CabinetDb,
  choice: Chosen,
  { afterCard, limit, today }: { afterCard: number; limit: number; today: string },
): Promise<ClientRow[]> {
  return full(db)
    .where(chosen(db, choice, today))
    .where('card_number', '>', afterCard)
    .orderBy('card_number')
    .limit(limit)
    .execute()
}
