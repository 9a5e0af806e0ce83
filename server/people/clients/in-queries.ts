/** Clients inside the statements of other rooms. A condition is over a row of the table `clients`. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { isBirthdayTemplate } from '../../cards/templates/templates.ts'
import { bornOn } from './birthday.ts'

export type ClientCondition = RawBuilder<boolean>

const all = (conditions: readonly ClientCondition[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

/** Neither archived nor erased. */
export const IS_PRESENT: ClientCondition = sql`clients.archived_at is null`

/** Clients who fit all conditions, for `from (…) c` or `in (…)`; the only column is `id`. */
export const clientsWhere = (db: CabinetDb, conditions: readonly ClientCondition[]): RawBuilder<{ id: string }> =>
  sql`select clients.id from clients where clients.cabinet_id = ${db.cabinetId} and ${all([IS_PRESENT, ...conditions])}`

/**
 * Whether the client of a row is neither archived nor erased and fits all conditions.
 * @param idColumn the column that has the client's id
 * @param isLookedUpEach in a statement about some rows of many: PostgreSQL then never reads all clients instead
 */
export const isClient = (
  db: CabinetDb,
  idColumn: string,
  conditions: readonly ClientCondition[],
  isLookedUpEach = false,
): RawBuilder<boolean> =>
  sql`exists (select from clients
    where clients.cabinet_id = ${db.cabinetId} and clients.id = ${sql.ref(idColumn)}
      and ${all([IS_PRESENT, ...conditions])} ${isLookedUpEach ? sql`offset 0` : sql``})`

/** The same for every client with a card, archived ones too. */
export const isHolder = (db: CabinetDb, idColumn: string, condition: ClientCondition): RawBuilder<boolean> =>
  sql`exists (select from clients
    where clients.cabinet_id = ${db.cabinetId} and clients.id = ${sql.ref(idColumn)} and ${condition})`

/** Clients who were merged into another one, for `from (…) m`: of each the own `id`, and `kept_id`. */
export const mergedClients = (db: CabinetDb): RawBuilder<{ id: string; kept_id: string }> =>
  sql`select clients.id, clients.merged_into as kept_id from clients
    where clients.cabinet_id = ${db.cabinetId} and clients.merged_into is not null`

/** Whether clients were merged, or parted again, since then: cards may belong to other people than before. */
export const havePeopleChanged = (db: CabinetDb, since: Date): RawBuilder<boolean> =>
  sql`exists (select from client_merges m
    where m.cabinet_id = ${db.cabinetId} and (m.at >= ${since} or m.undone_at >= ${since}))`

/** Those whom that concerns: each has what another one had, or has it no more. */
export const hasBecomeAnother = (db: CabinetDb, since: Date): ClientCondition =>
  sql`clients.id = any(array(select unnest(array[m.kept_id, m.gone_id]) from client_merges m
    where m.cabinet_id = ${db.cabinetId} and (m.at >= ${since} or m.undone_at >= ${since})))`

/**
 * Purchases that became news and still count, for `from (…) e`: of each the `id`, the `client_id` that it was entered
 * for and the `buyer_id`, for whom it counts.
 * @param span `since`: as news; `from`: as purchases
 */
export const newPurchases = (
  db: CabinetDb,
  { since, from }: { since: Date; from: Date },
): RawBuilder<{ id: string; client_id: string; buyer_id: string }> =>
  sql`select e.id, e.client_id, coalesce(e.held_by, e.client_id) as buyer_id from external_events e
    where e.cabinet_id = ${db.cabinetId} and e.news_at >= ${since} and e.at >= ${from} and not e.is_void
      and (coalesce(e.amount_minor, 0) <= 0 or e.amount_minor > e.returned_minor)`

/** All rows of the person whom a client is, for `from (…) r`; `is_gone`: it was merged into another one. */
export const rowsOfPerson = (db: CabinetDb, clientId: string): RawBuilder<{ id: string; is_gone: boolean }> =>
  sql`select clients.id, clients.merged_into is not null as is_gone
    from clients own join clients on clients.cabinet_id = own.cabinet_id
      and (clients.id = coalesce(own.merged_into, own.id) or clients.merged_into = coalesce(own.merged_into, own.id))
    where own.cabinet_id = ${db.cabinetId} and own.id = ${clientId}`

/** Of each person the rows, for `join (…) r on r.id = …`: `person` is the id of the one into whom the others went. */
export type RowsOfPeople = RawBuilder<{ id: string; person: string }>

const rowsOf = (db: CabinetDb, people: RawBuilder<{ id: string }>): RowsOfPeople =>
  sql`select clients.id, found.id as person from (${people}) found
    join clients on clients.cabinet_id = ${db.cabinetId} and (clients.id = found.id or clients.merged_into = found.id)`

export const rowsOfClient = (db: CabinetDb, id: string): RowsOfPeople => rowsOf(db, sql`select ${id}::uuid as id`)

/** Of the client whose friends come by this code. */
export const rowsOfInviter = (db: CabinetDb, code: string): RowsOfPeople =>
  rowsOf(
    db,
    sql`select host.id from clients host where host.cabinet_id = ${db.cabinetId} and host.invite_code = ${code}`,
  )

type Holder = { tel: string; ids: readonly string[]; token: string }

/** Of the client who has this number, of these, and of the one who came by a page with this token; empty: of none. */
export const rowsOfHolder = (db: CabinetDb, { tel, ids, token }: Holder): RowsOfPeople =>
  rowsOf(
    db,
    sql`select coalesce(own.merged_into, own.id) as id from clients own
        where own.cabinet_id = ${db.cabinetId} and own.tel = ${tel} and own.tel <> ''
      union select coalesce(own.merged_into, own.id) from clients own
        where own.cabinet_id = ${db.cabinetId} and own.id = any(${[...ids]}::uuid[])
      union select sent.client_id from form_submissions sent
        where sent.cabinet_id = ${db.cabinetId} and sent.token = ${token}`,
  )

export const hasNoValue = (variable: string): ClientCondition => sql`coalesce(clients.extra ->> ${variable}, '') = ''`
/** @param monthDays such as `02-28` */
export const hasBirthdayOn = (monthDays: readonly string[]): ClientCondition =>
  sql`clients.birthday = any(${bornOn(monthDays)}::date[])`
export const cameByForm = (formId: string): ClientCondition => sql`clients.form_id = ${formId}`
/** To the text of a form. */
export const HAS_AGREED: ClientCondition = sql`clients.consent_at is not null`
/** An email, or a number that is the client's own. */
export const HAS_ADDRESS: ClientCondition = sql`(clients.email <> '' or clients.tel <> '')`
/** Birthday triggers reach only holders of a card for which their owner has turned birthday messages on. */
export const hasBirthdayCard = (db: CabinetDb): ClientCondition => isBirthdayTemplate(db, 'clients.template_id')
const tagsAmong = (ids: readonly string[]) =>
  sql`select from client_tags tagged where tagged.cabinet_id = clients.cabinet_id
    and tagged.client_id = clients.id and tagged.tag_id = any(${[...ids]}::uuid[])`
/** Whether the client of a row has one of these tags. */
export const hasAnyTag = (ids: readonly string[]): ClientCondition => sql`exists (${tagsAmong(ids)})`
/** The same, looked up for each client: for a statement about some clients of a large account. */
export const hasAnyTagAmongFew = (ids: readonly string[]): ClientCondition => sql`exists (${tagsAmong(ids)} offset 0)`
/** The same in a statement about clients with ids up to `last`: those with a tag are read in one go. */
export const hasAnyTagUpTo = (ids: readonly string[], last: RawBuilder<unknown>): ClientCondition =>
  sql`(clients.cabinet_id, clients.id) in (select tagged.cabinet_id, tagged.client_id from client_tags tagged
    where tagged.tag_id = any(${[...ids]}::uuid[]) and tagged.client_id <= ${last})`
/** Clients, archived ones too, who have a tag of each list, for `from (…) c`; the only column is `id`. */
export const withTagOfEach = (db: CabinetDb, lists: readonly (readonly string[])[]): RawBuilder<{ id: string }> =>
  sql.join(
    lists.map(
      (ids) => sql`select tagged.client_id as id from client_tags tagged
        where tagged.cabinet_id = ${db.cabinetId} and tagged.tag_id = any(${[...ids]}::uuid[])`,
    ),
    sql` intersect `,
  )
export const hasTag = (id: string): ClientCondition => hasAnyTag([id])
export const isOneOf = (ids: readonly string[]): ClientCondition => sql`clients.id = any(${[...ids]}::uuid[])`
