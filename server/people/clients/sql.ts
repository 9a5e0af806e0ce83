import { sql, type Generated } from 'kysely'
import type { z } from 'zod'
import type { BalanceSource, ClientFilters, SORT_COLUMNS } from '../../../contract/people/clients.ts'
import type { AmountKind, Language } from '../../../contract/limits.ts'
import type { ErasureCounts } from '../../../contract/reach/erasures.ts'
import type { CabinetDb } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import { countRows, type Slice } from '../../base/paging.ts'
import { nameOfTemplate } from '../../cards/templates/templates.ts'
import { idsOfForms } from '../forms/forms.ts'
import type { Utm } from '../growth/growth.ts'
import type { FactColumns } from './columns.ts'
import { type ClientCondition, IS_PRESENT } from './in-queries.ts'
import { searchedTexts } from './search.ts'

export type ClientTables = {
  clients: FactColumns & {
    cabinet_id: number
    id: string
    card_number: number
    card_track: Generated<string>
    template_id: string
    form_id: string | null
    /** Typed into a form without proof, while another client has it as `tel`. */
    typed_tel: Generated<string>
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
    /** Out of the daily work. */
    archived_at: Generated<Date | null>
    /** The row stays without a person. */
    erased_at: Generated<Date | null>
    /** The client who is the same person. */
    merged_into: Generated<string | null>
    source: Generated<string>
    utm: Generated<Utm | null>
  }
  balance_events: {
    cabinet_id: number
    id: string
    client_id: string
    at: Date
    kind: AmountKind
    delta: number
    after: number
    source: BalanceSource
    by_user: string | null
    reason: Generated<string>
    till: Generated<string>
  }
  client_merges: {
    cabinet_id: number
    id: string
    kept_id: string
    gone_id: string
    at: Date
    by_user: string | null
    kept_before: MergedFacts
    kept_after: MergedFacts
    gone_before: MergedFacts
    undone_at: Date | null
  }
  client_requests: {
    cabinet_id: number
    key: string
    asked: Buffer
    client_id: string
    event_id: string | null
    created_at: Date
  }
  client_erasures: {
    cabinet_id: number
    id: string
    client_id: string
    card_number: number
    at: Date
    by_user: string | null
    reason: string
    done: ErasureCounts
  }
  consent_texts: { cabinet_id: number; hash: Buffer; text: string; first_at: Date }
  form_submissions: { cabinet_id: number; token: string; client_id: string; created_at: Date }
}

/** What of a client a merge may change. */
export type MergedFacts = FactColumns

export const tables = (db: CabinetDb) => db.tx.withTables<ClientTables>()

const full = (db: CabinetDb) =>
  tables(db)
    .selectFrom('clients')
    .selectAll()
    .where('clients.cabinet_id', '=', db.cabinetId)
    .select(nameOfTemplate(db, 'clients.template_id').as('template_name'))

export type ClientRow = Awaited<ReturnType<ReturnType<typeof full>['execute']>>[number]
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

export async function lockClients(
  db: CabinetDb,
  ids: readonly string[],
): Promise<{ id: string; templateId: string }[]> {
  const { rows } = await sql<{ id: string; templateId: string }>`select id, template_id as "templateId" from clients
    where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[]) order by id for update`.execute(db.tx)
  return rows
}

/** A client who was merged into another is that other one. */
export function clientByTel(db: CabinetDb, tel: string): Promise<{ id: string } | undefined> {
  return tables(db)
    .selectFrom('clients')
    .select(sql<string>`coalesce(merged_into, id)`.as('id'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('tel', '=', tel)
    .executeTakeFirst()
}

/** The words of a consent; undefined for one that was given before the words were kept. */
export async function consentText(db: CabinetDb, hash: Buffer): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('consent_texts')
    .select('text')
    .where('cabinet_id', '=', db.cabinetId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.text
}

/** Other clients with this number, proved or only typed; the oldest card first. */
export function clientsWithPhone(
  db: CabinetDb,
  phone: string,
  exceptId: string,
): Promise<{ id: string; name: string; surname: string; card_number: number }[]> {
  return tables(db)
    .selectFrom('clients')
    .select(['id', 'name', 'surname', 'card_number'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '<>', exceptId)
    .where((of) => of.or([of('tel', '=', phone), of.and([of('typed_tel', '=', phone), of('typed_tel', '<>', '')])]))
    .orderBy('card_number')
    .limit(SAME_PHONE_MAX)
    .execute()
}

/** More are not shown: a number that is typed so often is typed by a robot. */
const SAME_PHONE_MAX = 20

export function clientByInviteCode(db: CabinetDb, code: string): Promise<{ id: string } | undefined> {
  return tables(db)
    .selectFrom('clients')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('invite_code', '=', code)
    .executeTakeFirst()
}

/** With those of clients who were merged into this one. */
export async function balanceEvents(db: CabinetDb, clientIds: readonly string[], page: Slice) {
  const found = tables(db)
    .selectFrom('balance_events')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', 'in', [...clientIds])
  const rows = await found
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countRows(found) }
}

export function submissionByToken(db: CabinetDb, token: string): Promise<{ client_id: string } | undefined> {
  return tables(db)
    .selectFrom('form_submissions')
    .select('client_id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('token', '=', token)
    .executeTakeFirst()
}

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
    .where('archived_at', 'is', null)
