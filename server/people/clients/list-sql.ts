/** SQL of the list of clients, and of the clients whom a search and filters choose. */
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ClientFilters, SORT_COLUMNS } from '../../../contract/people/clients.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'
import { idsOfForms } from '../forms/forms.ts'
import type { InPlaces } from './bought-in-queries.ts'
import { countPresent } from './count-sql.ts'
import { hasDone, hasDoneAmong } from './did-in-queries.ts'
import { type ClientCondition, hasTag, IS_PRESENT } from './in-queries.ts'
import { isNotRemoved } from './removed-tags-sql.ts'
import { searchConditions } from './search-sql.ts'
import { type ClientRow, full, tables } from './sql.ts'

/** `among` has the conditions of other rooms: of a segment, of a wallet, of a CRM. */
export type Filters = Omit<z.infer<typeof ClientFilters>, 'segment' | 'platform' | 'crm'> & {
  segment?: never
  platform?: never
  crm?: never
  among?: readonly ClientCondition[]
  /** The same ones, each as it is asked of some clients of a large account. */
  amongWalked?: readonly ClientCondition[]
  /** Some among whom all who fit are, as `buyersWithPlaces`. */
  amongPlaced?: Placed | undefined
  /** So few fit that they are not walked for. */
  isRare?: boolean
  /** How many of all clients fit these conditions alone, where that is known. */
  amongSize?: { count: number; isEstimate: boolean } | undefined
}
export type Sort = (typeof SORT_COLUMNS)[number]
export type Direction = 'asc' | 'desc'
/** By the order in which an index has them. */
type Placed = Partial<Record<Sort, InPlaces>>

const ARCHIVED = sql<boolean>`clients.archived_at is not null and clients.erased_at is null
  and clients.merged_into is null`

/**
 * What a list asks of its clients, in three forms.
 * @param narrow of all clients @param walked of a part of a large account
 * @param near of a few of them, whose ids are in an array
 * @param isRare whether the list is not walked for them: they are looked up and sorted
 * @param placed clients among whom all who fit are, in the orders that an index has
 */
export type Narrowed = {
  narrow: readonly ClientCondition[]
  walked: readonly ClientCondition[]
  near: (few: RawBuilder<string[]>) => readonly ClientCondition[]
  placed?: Placed | undefined
  isRare?: boolean
}

/** @param today the Moscow day */
export async function narrowing(db: CabinetDb, q: string, filters: Filters, today: string): Promise<Narrowed> {
  const { among = [], amongWalked = among, amongPlaced: placed, isRare = false, did } = filters
  const own = await ownConditions(db, q, filters, today)
  const days = { from: filters.didFrom, to: filters.didTo }
  // Who did something in a month is found at once for many, and sooner by their ids for a few.
  const has = did ? [hasDone(db, did, days)] : []
  return {
    narrow: [...own, ...has, ...among],
    walked: [...own, ...has, ...amongWalked],
    near: (few) => [...own, ...(did ? [hasDoneAmong(db, did, days, few)] : []), ...amongWalked],
    placed,
    isRare,
  }
}

async function ownConditions(
  db: CabinetDb,
  q: string,
  filters: Filters,
  today: string,
): Promise<readonly ClientCondition[]> {
  const all: ClientCondition[] = await searchConditions(db, q)
  if (filters.template) all.push(sql`clients.template_id = ${filters.template}`)
  if (filters.form) all.push(sql`clients.form_id = ${idsOfForms(db.cabinetId, [filters.form])}`)
  if (filters.sex) all.push(sql`clients.sex = ${filters.sex}`)
  if (filters.tag) all.push(hasTag(filters.tag), isNotRemoved(db, filters.tag))
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
  return all
}

export const joined = (conditions: readonly ClientCondition[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`

/** In the archive, or out of it. */
export const inState = (db: CabinetDb, { state }: Pick<Filters, 'state'>): ClientCondition =>
  sql`clients.cabinet_id = ${db.cabinetId} and ${state === 'archived' ? ARCHIVED : IS_PRESENT}`

const conditions = async (db: CabinetDb, q: string, filters: Filters, today: string) =>
  joined([inState(db, filters), ...(await narrowing(db, q, filters, today)).narrow])

/** Clients of an export: by search and filters, or by their ids. */
export type Chosen = { q: string; filters: Filters; ids?: readonly string[] }

async function chosen(db: CabinetDb, { q, filters, ids }: Chosen, today: string) {
  const where = await conditions(db, q, filters, today)
  return ids ? sql<boolean>`${where} and clients.id = any(${[...ids]}::uuid[])` : where
}

export async function countChosen(db: CabinetDb, choice: Chosen, today: string): Promise<number> {
  const { q, filters, ids } = choice
  const isEverybody = !ids && q === '' && filters.state === undefined
  if (isEverybody && (await narrowing(db, q, filters, today)).narrow.length === 0) return countPresent(db)
  return countRows(
    tables(db)
      .selectFrom('clients')
      .where(await chosen(db, choice, today)),
  )
}

/** Their ids, for a statement of another room. */
export async function chosenIds(db: CabinetDb, choice: Chosen, today: string): Promise<RawBuilder<{ id: string }>> {
  return sql`select clients.id from clients where ${await chosen(db, choice, today)}`
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
