import { type RawBuilder, sql, type Generated } from 'kysely'
import type { z } from 'zod'
import type { ClientFilters, SORT_COLUMNS } from '../../../contract/people/clients.ts'
import type { Language } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import type { Slice } from '../../base/paging.ts'
import type { FactColumns } from './columns.ts'

export type ClientTables = {
  clients: FactColumns & {
    cabinet_id: number
    id: string
    card_number: number
    card_track: Generated<string>
    template_id: string
    form_id: string | null
    lang: Language
    consent_at: Date | null
    consent_text_hash: Buffer | null
    consent_ip: string | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
    crm_updated_at: Generated<Date | null>
    search_text: Generated<string>
    invite_code: Generated<string>
  }
  balance_events: {
    cabinet_id: number
    id: string
    client_id: string
    at: Date
    kind: 'balance' | 'bonus' | 'discount'
    delta: number
    after: number
    source: 'cabinet' | 'form' | 'crm' | 'demo' | 'promo'
    by_user: string | null
  }
  form_submissions: { cabinet_id: number; token: string; client_id: string; created_at: Date }
}

export const tables = (db: CabinetDb) => db.tx.withTables<ClientTables>()

/** Wallets that hold the card now. */
const INSTALLS = sql<('apple' | 'google')[]>`array_remove(array[
  case when exists (select from registrations r join passes p on p.cabinet_id = r.cabinet_id and p.id = r.pass_id where p.cabinet_id = clients.cabinet_id and p.client_id = clients.id) then 'apple' end,
  case when exists (select from passes p where p.cabinet_id = clients.cabinet_id and p.client_id = clients.id and p.google_saved_at is not null) then 'google' end
], null)`

const full = (db: CabinetDb) =>
  tables(db)
    .selectFrom('clients')
    .selectAll()
    .where('clients.cabinet_id', '=', db.cabinetId)
    .select([
      INSTALLS.as('installs'),
      sql<string>`(select t.name from templates t where t.cabinet_id = clients.cabinet_id and t.id = clients.template_id)`.as(
        'template_name',
      ),
    ])

export type ClientRow = Awaited<ReturnType<ReturnType<typeof full>['execute']>>[number]
/** `among` narrows to what another room asks for: a condition over the table `clients`. */
export type Filters = Omit<z.infer<typeof ClientFilters>, 'segment'> & {
  segment?: never
  among?: RawBuilder<boolean> | undefined
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

/** Conditions of a table's search and filters. `monthDay` is today in Moscow. */
function conditions(db: CabinetDb, q: string, filters: Filters, today: string) {
  const all = [sql`clients.cabinet_id = ${db.cabinetId}`]
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5)
  for (const word of words) {
    const digits = /^[+\d()\s-]{3,}$/.test(word) ? word.replace(/\D/g, '') : word
    all.push(sql`search_text ilike ${likeAnywhere(digits)}`)
  }
  if (filters.template) all.push(sql`template_id = ${filters.template}`)
  if (filters.form)
    all.push(
      sql`form_id = (select f.id from forms f where f.cabinet_id = ${db.cabinetId} and f.form_key = ${filters.form})`,
    )
  if (filters.platform === 'none') all.push(sql`cardinality(${INSTALLS}) = 0`)
  else if (filters.platform) all.push(sql`${filters.platform} = any(${INSTALLS})`)
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
  if (filters.among) all.push(filters.among)
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

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
  const count = await tables(db)
    .selectFrom('clients')
    .select(sql<number>`count(*)`.as('total'))
    .where(where)
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

/** Who goes into a file: by search and filters, or one by one. */
export type Chosen = { q: string; filters: Filters; ids?: readonly string[] }

function chosen(db: CabinetDb, { q, filters, ids }: Chosen, today: string) {
  const where = conditions(db, q, filters, today)
  return ids ? sql<boolean>`${where} and clients.id = any(${[...ids]}::uuid[])` : where
}

export async function countChosen(db: CabinetDb, choice: Chosen, today: string): Promise<number> {
  const row = await tables(db)
    .selectFrom('clients')
    .select(sql<number>`count(*)`.as('total'))
    .where(chosen(db, choice, today))
    .executeTakeFirst()
  return row?.total ?? 0
}

/** The next of them by card number, which no two clients share. */
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

export function clientById(db: CabinetDb, id: string): Promise<ClientRow | undefined> {
  return full(db).where('id', '=', id).executeTakeFirst()
}

export function clientsByIds(db: CabinetDb, ids: readonly string[]): Promise<ClientRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : full(db)
        .where('id', 'in', [...ids])
        .execute()
}

/** Takes clients for this transaction, in the order of their ids; whoever is gone is left out. */
export async function takeTemplates(
  db: CabinetDb,
  ids: readonly string[],
): Promise<{ id: string; templateId: string }[]> {
  const { rows } = await sql<{ id: string; templateId: string }>`select id, template_id as "templateId" from clients
    where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[]) order by id for update`.execute(db.tx)
  return rows
}

export function clientByTel(db: CabinetDb, tel: string): Promise<{ id: string } | undefined> {
  return tables(db)
    .selectFrom('clients')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('tel', '=', tel)
    .executeTakeFirst()
}

export function clientByInviteCode(db: CabinetDb, code: string): Promise<{ id: string } | undefined> {
  return tables(db)
    .selectFrom('clients')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('invite_code', '=', code)
    .executeTakeFirst()
}

export async function balanceEvents(db: CabinetDb, clientId: string, page: Slice) {
  const found = tables(db)
    .withTables<{ users: { id: string; name: string; surname: string } }>()
    .selectFrom('balance_events')
    .leftJoin('users', 'users.id', 'balance_events.by_user')
    .where('balance_events.cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
  const rows = await found
    .selectAll('balance_events')
    .select(sql<string>`trim(coalesce(users.name || ' ' || users.surname, ''))`.as('by'))
    .orderBy('at', 'desc')
    .orderBy('balance_events.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export async function clientsByDay(
  db: CabinetDb,
  days: number,
  today: string,
): Promise<{ day: string; clients: number }[]> {
  const { rows } = await sql<{ day: string; clients: number }>`
    select to_char(d, 'YYYY-MM-DD') as day, count(c.id)::int as clients
    from generate_series(${today}::date - ${days - 1}::int, ${today}::date, interval '1 day') d
    left join clients c on c.cabinet_id = ${db.cabinetId} and c.created_at >= d::timestamp at time zone 'Europe/Moscow'
      and c.created_at < (d::timestamp + interval '1 day') at time zone 'Europe/Moscow'
    group by d order by d`.execute(db.tx)
  return rows
}

export async function clientsByTemplate(db: CabinetDb): Promise<{ name: string; clients: number }[]> {
  const { rows } = await sql<{ name: string; clients: number }>`
    select t.name, count(c.id)::int as clients from templates t
    left join clients c on c.cabinet_id = t.cabinet_id and c.template_id = t.id
    where t.cabinet_id = ${db.cabinetId} group by t.id, t.name order by 2 desc`.execute(db.tx)
  return rows
}

export async function countClients(db: CabinetDb, since: Date): Promise<{ total: number; fresh: number }> {
  const row = await tables(db)
    .selectFrom('clients')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where created_at >= ${since})`.as('fresh'),
    ])
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
  return row ?? { total: 0, fresh: 0 }
}

export function submissionByToken(db: CabinetDb, token: string): Promise<{ client_id: string } | undefined> {
  return tables(db)
    .selectFrom('form_submissions')
    .select('client_id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('token', '=', token)
    .executeTakeFirst()
}

/** How many clients have a value of an own variable, by its name. */
export async function countExtraValues(db: CabinetDb): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; clients: number }>`
    select e.key as name, count(*) as clients from clients, jsonb_each_text(extra) e
    where cabinet_id = ${db.cabinetId} and extra <> '{}' and e.value <> '' group by e.key`.execute(db.tx)
  return new Map(rows.map((row) => [row.name, row.clients]))
}

export async function hasExtraValues(db: CabinetDb, name: string): Promise<boolean> {
  const { rows } =
    await sql`select from clients where cabinet_id = ${db.cabinetId} and coalesce(extra ->> ${name}, '') <> '' limit 1`.execute(
      db.tx,
    )
  return rows.length > 0
}

/** The highest card numbers of the cabinet, downwards. */
export async function latestCardNumbers(db: CabinetDb, limit: number): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom('clients')
    .select('card_number')
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy('card_number', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.card_number)
}

/** What a CRM exchange needs of every client of the cabinet, as a sub-select. */
export const selectExchangeable = (db: CabinetDb) =>
  tables(db)
    .selectFrom('clients')
    .select(['id', 'name', 'surname', 'card_number', 'tel', 'email', 'version', 'created_at'])
    .where('cabinet_id', '=', db.cabinetId)
