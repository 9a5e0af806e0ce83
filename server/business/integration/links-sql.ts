/** Who a client is in the CRM, and what each side had when they were last compared. */
import { sql, type Generated } from 'kysely'
import type { SyncDoubt } from '../../../contract/business/crm-sync.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { FieldValues } from '../../engines/crm/fields.ts'
import type { Rejected } from '../../engines/crm/troubles.ts'

import type { Faults } from './field-map.ts'

type Nullable<T> = Generated<T | null>
type Tables = {
  crm_clients: {
    cabinet_id: number
    client_id: string
    is_read: Nullable<boolean>
    is_write: Nullable<boolean>
    is_rewrite: Nullable<boolean>
    crm_id: Nullable<string>
    written_version: Nullable<number>
    written_at: Nullable<Date>
    written_digest: Nullable<Buffer>
    read_at: Nullable<Date>
    fault: Nullable<string>
    /** Counts only beside `fault`. */
    fault_reason: Nullable<string>
    doubt: Nullable<SyncDoubt>
    match: Nullable<'same' | 'none' | 'doubt'>
    category: Nullable<string>
    category_percent: Nullable<number>
    their_tel: Nullable<string>
    their_balance: Nullable<number>
    their_bonus: Nullable<number>
    their_discount: Nullable<number>
    met_at: Nullable<Date>
    is_creating: Generated<boolean>
    operation_id: Nullable<string>
    operation_balance: Nullable<number>
    operation_bonus: Nullable<number>
    exchanged_at: Nullable<Date>
    is_stale: Generated<boolean>
    their_fields: Generated<FieldValues>
    field_faults: Nullable<Faults>
  }
}
export const crmClients = (db: CabinetDb) => db.tx.withTables<Tables>()

const ofClient = (db: CabinetDb, clientId: string) =>
  crmClients(db).updateTable('crm_clients').where('cabinet_id', '=', db.cabinetId).where('client_id', '=', clientId)

/** The moment by the clock of the database, to the microsecond: what an answer is older or newer than. */
export async function askedNow(db: CabinetDb): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db.tx)
  return rows[0]?.now ?? ''
}
const NOW = sql<Date>`clock_timestamp()`

const link = (db: CabinetDb, clientId: string) =>
  crmClients(db)
    .selectFrom('crm_clients')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
export type Link = Awaited<ReturnType<ReturnType<typeof link>['executeTakeFirstOrThrow']>>

/** The link of a client until the end of the transaction, made when it is not there. */
export async function lockLink(db: CabinetDb, clientId: string): Promise<Link> {
  const known = await link(db, clientId).forUpdate().executeTakeFirst()
  if (known) return known
  await crmClients(db)
    .insertInto('crm_clients')
    .values({ cabinet_id: db.cabinetId, client_id: clientId })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'client_id']).doNothing())
    .execute()
  return link(db, clientId).forUpdate().executeTakeFirstOrThrow()
}

/** Where a connection leads. What is known of clients at another place is about other people. */
export type Place = { id: string; settings: Record<string, string>; account: string }

/** Settings that lead elsewhere when they change: clients have other ids there. */
export const PLACE_FIELDS = ['server', 'organizationId'] as const

/** The connection of the cabinet, as long as it leads there. An account may have become known since. */
const connectionTo = (db: CabinetDb, { id, settings, account }: Place) => sql`
  i.cabinet_id = ${db.cabinetId} and i.id = ${id} and (${account} = '' or i.account = ${account})
  and ${sql.join(
    PLACE_FIELDS.map((name) => sql`coalesce(i.settings ->> ${name}, '') = ${settings[name] ?? ''}`),
    sql` and `,
  )}`

/**
 * Until the end of the transaction it leads there, and nobody else changes it.
 * @returns false: it was ended, or leads elsewhere by now
 */
export async function holdPlace(db: CabinetDb, place: Place): Promise<boolean> {
  const { rows } = await sql`
    select from integrations i where ${connectionTo(db, place)} for no key update`.execute(db.tx)
  return rows.length > 0
}

/** Whether it leads there at this moment. */
export async function leadsTo(db: CabinetDb, place: Place): Promise<boolean> {
  const { rows } = await sql`select from integrations i where ${connectionTo(db, place)}`.execute(db.tx)
  return rows.length > 0
}

/** A link with what the account has chosen for all. */
export type HeldLink = Link & {
  reads: boolean
  writes: boolean
  rewrites: boolean
  has_begun: boolean
  /** Whether the client was exchanged since `asked`. */
  is_newer: boolean
  now: string
}

/** What is being forgotten of clients in the CRM: everything, or what both sides had of fields that are mapped anew. */
export type Forgets = { id: string } & (
  | { what: 'place' }
  | { what: 'fields'; theirs: readonly string[]; isWritten: boolean; isRead: boolean }
)

/** Fields that are being forgotten, where the turn of this client has not come. */
const FORGOTTEN = sql`case when i.forgets ->> 'what' = 'fields' and (
    i.forgotten_up_to is null or cc.client_id > i.forgotten_up_to)
  then array(select jsonb_array_elements_text(i.forgets -> 'theirs')) else '{}' end`

const heldColumns = (asked: string | null) => sql`
  cc.*, cc.their_fields - ${FORGOTTEN} as their_fields,
  nullif(cc.field_faults - ${FORGOTTEN}, '{}') as field_faults,
  coalesce(cc.is_read, i.is_read) as reads, coalesce(cc.is_write, i.is_write) as writes,
  coalesce(cc.is_rewrite, i.is_rewrite) as rewrites, i.begun_at is not null as has_begun,
  coalesce(cc.exchanged_at > ${asked}::timestamptz, false) as is_newer, clock_timestamp()::text as now`

/**
 * The link of a client until the end of the transaction, made when it is not there.
 * @param asked when the answer was asked for that is to be applied; null: there is none yet
 * @returns undefined when the connection was ended, or leads elsewhere by now
 */
export async function holdLink(
  db: CabinetDb,
  clientId: string,
  place: Place,
  asked: string | null,
): Promise<HeldLink | undefined> {
  const hold = async () => {
    const { rows } = await sql<HeldLink>`
      select ${heldColumns(asked)}
      from crm_clients cc join integrations i on ${connectionTo(db, place)}
      where cc.cabinet_id = ${db.cabinetId} and cc.client_id = ${clientId} for update of cc`.execute(db.tx)
    return rows[0]
  }
  const known = await hold()
  if (known) return known
  // With a lock on the connection: if it is ended now, this link is forgotten too.
  await sql`
    insert into crm_clients (cabinet_id, client_id)
    select ${db.cabinetId}, ${clientId} from integrations i where ${connectionTo(db, place)} for share
    on conflict (cabinet_id, client_id) do nothing`.execute(db.tx)
  return hold()
}

/**
 * The links of clients that are there, in the order of their clients, until the end of the transaction.
 * @returns none when the connection was ended, or leads elsewhere by now
 */
export async function holdLinks(
  db: CabinetDb,
  clientIds: readonly string[],
  place: Place,
  asked: string | null,
): Promise<HeldLink[]> {
  const { rows } = await sql<HeldLink>`
    select ${heldColumns(asked)} from crm_clients cc join integrations i on ${connectionTo(db, place)}
    where cc.cabinet_id = ${db.cabinetId} and cc.client_id = any(${[...clientIds]}::uuid[])
    order by cc.client_id for update of cc`.execute(db.tx)
  return rows
}

export type Change = Partial<Omit<Link, 'cabinet_id' | 'client_id' | 'exchanged_at'>>

const json = <T>(value: T) => JSON.stringify(value) as unknown as T
const asColumns = (change: Change): Change => ({
  ...change,
  ...(change.their_fields && { their_fields: json(change.their_fields) }),
  ...(change.field_faults && { field_faults: json(change.field_faults) }),
})

export async function changeLink(db: CabinetDb, clientId: string, change: Change): Promise<void> {
  await ofClient(db, clientId).set(asColumns(change)).execute()
}

/** The CRM's own words, and what they mean where that is known. */
export const faultOf = ({ message, reason }: Rejected) => ({
  fault: message.slice(0, 200),
  fault_reason: reason ?? null,
})

/** With the moment, so that older answers are not taken for newer ones. @returns the link afterwards */
export async function settleExchange(db: CabinetDb, clientId: string, change: Change): Promise<Link> {
  return ofClient(db, clientId)
    .set({ ...asColumns(change), exchanged_at: NOW })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What a reading settles; `written_version` is null where it stays. */
export type ReadLink = Required<
  Pick<
    Link,
    | 'client_id'
    | 'crm_id'
    | 'their_tel'
    | 'their_balance'
    | 'their_bonus'
    | 'their_discount'
    | 'met_at'
    | 'read_at'
    | 'doubt'
    | 'match'
    | 'category'
    | 'category_percent'
    | 'their_fields'
    | 'field_faults'
    | 'written_version'
  >
>

/** Settles links that are held, all with one statement, or two where versions rise. */
export async function settleRead(db: CabinetDb, links: readonly ReadLink[]): Promise<void> {
  // Naming the version lets a trigger look at every client.
  for (const rises of [true, false]) {
    const given = links.filter(({ written_version: version }) => (version !== null) === rises)
    if (given.length === 0) continue
    await sql`
      update crm_clients cc set crm_id = given.crm_id, their_tel = given.their_tel,
        their_balance = given.their_balance, their_bonus = given.their_bonus, their_discount = given.their_discount,
        met_at = given.met_at, read_at = given.read_at, doubt = given.doubt, match = given.match,
        category = given.category, category_percent = given.category_percent, their_fields = given.their_fields,
        field_faults = given.field_faults, is_stale = false, exchanged_at = ${NOW}
        ${rises ? sql`, written_version = given.written_version` : sql``}
      from jsonb_populate_recordset(null::crm_clients, ${JSON.stringify(given)}::jsonb) given
      where cc.cabinet_id = ${db.cabinetId} and cc.client_id = given.client_id`.execute(db.tx)
  }
}

/** Its change came from the CRM and need not go back to it. */
export async function raiseWritten(
  db: CabinetDb,
  clientId: string,
  versions: { before: number; after: number },
): Promise<void> {
  await ofClient(db, clientId)
    .set({ written_version: versions.after })
    .where('written_version', '=', versions.before)
    .execute()
}

/** What is known of a client over there is over; the choices for this client stay. */
export const UNLINKED = {
  crm_id: null,
  written_version: null,
  written_at: null,
  written_digest: null,
  read_at: null,
  fault: null,
  fault_reason: null,
  doubt: null,
  match: null,
  category: null,
  category_percent: null,
  their_tel: null,
  their_balance: null,
  their_bonus: null,
  their_discount: null,
  met_at: null,
  is_creating: false,
  operation_id: null,
  operation_balance: null,
  operation_bonus: null,
  is_stale: false,
  their_fields: {},
  field_faults: null,
} satisfies Change
