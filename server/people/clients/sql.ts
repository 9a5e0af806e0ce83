import { sql, type Generated, type RawBuilder, type UpdateObject } from 'kysely'
import type { ClientViewInput } from '../../../contract/people/client-views.ts'
import type { BalanceSource } from '../../../contract/people/clients.ts'
import type { EVENT_KINDS } from '../../../contract/people/external-events.ts'
import type { AmountKind, Language } from '../../../contract/limits.ts'
import type { ErasureCounts } from '../../../contract/reach/erasures.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countRows, type Slice, totalOf } from '../../base/paging.ts'
import { nameOfTemplate } from '../../cards/templates/templates.ts'
import { withoutRemoved } from '../../cards/variables/variables.ts'
import type { Utm } from '../growth/growth.ts'
import type { FactColumns } from './columns.ts'

const anyOf = <T>(values: readonly T[]) => sql<T>`any(${[...values]})`

export type StoredView = { id: string; name: string; shown: Omit<ClientViewInput, 'name'> }

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
    digit_keys: Generated<readonly number[]>
    name_order: Generated<string>
    invite_code: Generated<string>
    /** Out of the daily work. */
    archived_at: Generated<Date | null>
    /** The row stays without a person. */
    erased_at: Generated<Date | null>
    /** The client who is the same person. */
    merged_into: Generated<string | null>
    source: Generated<string>
    utm: Generated<Utm | null>
    consent_source: Generated<string>
  }
  /** Kept by triggers of `clients`. */
  client_counts: { cabinet_id: number; present: number }
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
  external_events: {
    cabinet_id: number
    id: string
    client_id: string
    kind: (typeof EVENT_KINDS)[number]
    at: Date
    amount_minor: number | null
    text: string
    /** A source of events, or the base of a CRM: `crm|<which>`. */
    source: string
    sender_id: string
    received_at: Date
    refund_of: Generated<string | null>
    is_void: Generated<boolean>
    returned_minor: Generated<number>
    held_by: Generated<string | null>
    earn_rate: Generated<number | null>
    earned_minor: Generated<number>
    missing_minor: Generated<number>
    /** Null: it starts no trigger. */
    news_at: Generated<Date | null>
  }
  client_merges: {
    cabinet_id: number
    id: string
    kept_id: string
    gone_id: string
    at: Date
    by_user: string | null
    kept_before: MergedFacts
    kept_after: MergedFacts & { agreed_at?: string | null; new_tags?: string[] }
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
    /** What was not counted yet is not in older rows. */
    done: Omit<ErasureCounts, 'events' | 'typed'> & Partial<ErasureCounts>
  }
  client_views: { cabinet_id: number; made_by: string; created_at: Date } & StoredView
  tags: { cabinet_id: number; id: string; name: string; created_at: Date; removed_at: Generated<Date | null> }
  client_tags: { cabinet_id: number; tag_id: string; client_id: string }
  consent_texts: { cabinet_id: number; hash: Buffer; text: string; first_at: Date }
  client_consents: {
    cabinet_id: number
    client_id: string
    hash: Buffer
    at: Date
    ip: string | null
    form_id: string | null
  }
  form_submissions: { cabinet_id: number; token: string; client_id: string; created_at: Date }
}

export type SetColumns = Omit<UpdateObject<ClientTables, 'clients'>, 'extra'> & { extra?: Record<string, string> }

/** What of a client a merge may change. */
export type MergedFacts = FactColumns & { typed_tel: string }

export const tables = (db: CabinetDb) => db.tx.withTables<ClientTables>()

/** The column has what is being cleared, too; of two columns with one name the second one counts. */
export const shownExtra = (db: CabinetDb) => withoutRemoved(db, sql`clients.extra`)

export const full = (db: CabinetDb) =>
  tables(db)
    .selectFrom('clients')
    .selectAll()
    .where('clients.cabinet_id', '=', db.cabinetId)
    .select([nameOfTemplate(db, 'clients.template_id').as('template_name'), shownExtra(db).as('extra')])

export type ClientRow = Awaited<ReturnType<ReturnType<typeof full>['execute']>>[number]

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

/** @param people rows of clients, as `in-queries.ts` names them */
export function clientsAmong(db: CabinetDb, people: RawBuilder<{ id: string }>): Promise<ClientRow[]> {
  return full(db)
    .where('clients.id', 'in', sql<string>`(select r.id from (${people}) r)`)
    .execute()
}

export function lockedClient(db: CabinetDb, id: string): Promise<ClientRow | undefined> {
  return full(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Locks them in the order of their ids. */
export function lockedClients(db: CabinetDb, ids: readonly string[]): Promise<ClientRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : full(db)
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
}

export async function lockClients(
  db: CabinetDb,
  ids: readonly string[],
): Promise<{ id: string; templateId: string }[]> {
  const { rows } = await sql<{ id: string; templateId: string }>`select id, template_id as "templateId" from clients
    where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[]) order by id
    for no key update`.execute(db.tx)
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
    .where((of) => of.or([of('merged_into', 'is', null), of('merged_into', '<>', exceptId)]))
    .where((of) => of.or([of('tel', '=', phone), of.and([of('typed_tel', '=', phone), of('typed_tel', '<>', '')])]))
    .orderBy('card_number')
    .limit(SAME_PHONE_MAX)
    .execute()
}

/** More are not shown: a number that is typed so often is typed by a robot. */
const SAME_PHONE_MAX = 20

/** What clients are known by; a client with any of these is found. */
export type ClientKeys = { tels: readonly string[]; cardNumbers: readonly number[]; cardTracks: readonly string[] }

export async function clientsByKeys(db: CabinetDb, keys: ClientKeys): Promise<ClientRow[]> {
  const found = await Promise.all([
    keys.tels.length > 0 && full(db).where('tel', '=', anyOf(keys.tels)).where('tel', '<>', '').execute(),
    keys.cardNumbers.length > 0 && full(db).where('card_number', '=', anyOf(keys.cardNumbers)).execute(),
    keys.cardTracks.length > 0 &&
      full(db).where('card_track', '=', anyOf(keys.cardTracks)).where('card_track', '<>', '').execute(),
  ])
  return [...new Map(found.flatMap((rows) => rows || []).map((row) => [row.id, row])).values()]
}

export function clientByInviteCode(
  db: CabinetDb,
  code: string,
): Promise<{ id: string; template_id: string } | undefined> {
  return tables(db)
    .selectFrom('clients')
    .select(['id', 'template_id'])
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
  return { rows, total: await totalOf(rows, page, () => countRows(found)) }
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
    .select(['balance_minor', 'bonus_minor', 'discount_hundredths'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('archived_at', 'is', null)
