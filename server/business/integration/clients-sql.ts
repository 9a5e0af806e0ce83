/** What is exchanged of each client, and what waits. */
import { sql } from 'kysely'
import type { Trouble } from '../../../contract/business/crm-desk.ts'
import type { ClientSyncState, RefusalReason, SyncDoubt } from '../../../contract/business/crm-sync.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Known } from '../../engines/crm/connector.ts'
import { selectExchangeable } from '../../people/clients/clients.ts'
import type { Faults } from './field-map.ts'
import { crmClients } from './links-sql.ts'
import { findIntegration } from './sql.ts'
import { countWaiting, nextWaiting } from './standings-sql.ts'

/** Every client of the cabinet with what is exchanged about them; nothing without an integration. */
const fromExchanged = (db: CabinetDb) => sql`
  from (${selectExchangeable(db)}) cl
  join integrations i on i.cabinet_id = ${db.cabinetId}
  left join crm_clients cc on cc.cabinet_id = ${db.cabinetId} and cc.client_id = cl.id`

/** Upwards from a client. A condition on both sides: otherwise all links from the first one on are read. */
const fromExchangedAfter = (db: CabinetDb, after: string | null) =>
  after === null
    ? sql`${fromExchanged(db)} where true`
    : sql`${fromExchanged(db)} and cc.client_id > ${after}::uuid where cl.id > ${after}::uuid`
const READS = sql`coalesce(cc.is_read, i.is_read)`
const WRITES = sql`coalesce(cc.is_write, i.is_write)`
// Before the exchange has begun nothing waits to be written: first the owner says that it may.
const WAITS = sql`(i.begun_at is not null and ${WRITES} and coalesce(cc.written_version, 0) < cl.version)`
const STATE = sql`case
  when not ${WRITES} and not ${READS} then 'off' when cc.fault is not null or cc.doubt is not null then 'failed'
  when ${WAITS} or i.begun_at is null then 'waiting' else 'synced' end`

export type ClientSyncRow = {
  id: string
  name: string
  surname: string
  card_number: number
  state: ClientSyncState
  is_read: boolean
  is_write: boolean
  is_rewrite: boolean
  crm_id: string | null
  written_at: Date | null
  read_at: Date | null
  fault: string | null
  fault_reason: RefusalReason | null
  doubt: SyncDoubt | null
  category: string | null
  category_percent: number | null
  waits: boolean
}
const ROW = sql`
  cl.id, cl.name, cl.surname, cl.card_number, ${STATE} as state, ${READS} as is_read, ${WRITES} as is_write,
  coalesce(cc.is_rewrite, i.is_rewrite) as is_rewrite, cc.crm_id, cc.written_at, cc.read_at, cc.fault,
  cc.fault_reason, cc.doubt,
  cc.category, cc.category_percent, ${WAITS} as waits`

/** Of the client of a row of the table `clients`; null in the archive, and without an integration. */
export const stateInRow = (db: CabinetDb) => sql<ClientSyncState | null>`(
  select ${STATE} from (select clients.version) cl join integrations i on i.cabinet_id = ${db.cabinetId}
  left join crm_clients cc on cc.cabinet_id = ${db.cabinetId} and cc.client_id = clients.id
  where clients.archived_at is null)`

export async function clientSyncs(db: CabinetDb, ids: readonly string[]): Promise<ClientSyncRow[]> {
  const { rows } = await sql<ClientSyncRow>`
    select ${ROW} ${fromExchanged(db)} where cl.id = any(${[...ids]}::uuid[])`.execute(db.tx)
  return rows
}

/** Those that were refused first. */
export async function waitingClients(db: CabinetDb, limit: number): Promise<ClientSyncRow[]> {
  const { rows } = await sql<ClientSyncRow>`
    select ${ROW} ${fromExchanged(db)} where ${WAITS}
    order by (cc.fault is null and cc.doubt is null), cl.created_at desc, cl.id limit ${limit}`.execute(db.tx)
  return rows
}

export async function setFlags(
  db: CabinetDb,
  clientId: string,
  flags: { is_read: boolean; is_write: boolean; is_rewrite: boolean },
): Promise<void> {
  await crmClients(db)
    .insertInto('crm_clients')
    .values({ cabinet_id: db.cabinetId, client_id: clientId, ...flags })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'client_id']).doUpdateSet(flags))
    .execute()
}

/** New clients that are not written to the CRM. */
export async function setUnwritten(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await sql`insert into crm_clients (cabinet_id, client_id, is_write)
    select ${db.cabinetId}, id, false from unnest(${[...clientIds]}::uuid[]) given (id)
    on conflict (cabinet_id, client_id) do update set is_write = false`.execute(db.tx)
}

/**
 * The next clients that wait to be written, upwards from `after`: part by part, so that no step looks at all. Where
 * everybody has been looked at, an index has them.
 */
export async function waitingAfter(db: CabinetDb, after: string | null, limit: number): Promise<string[]> {
  const integration = await findIntegration(db)
  const { unseen } = await countWaiting(db, integration)
  if (integration && integration.begun_at !== null && unseen === 0)
    return nextWaiting(db, integration.is_write, after, limit)
  const { rows } = await sql<{ id: string }>`
    select cl.id ${fromExchangedAfter(db, after)} and ${WAITS} order by cl.id limit ${limit}`.execute(db.tx)
  return rows.map((row) => row.id)
}

const HAS_FAULT = sql`(cc.fault is not null or cc.doubt is not null or cc.field_faults is not null)`
const IN_TROUBLE = sql`(${HAS_FAULT} and (${READS} or ${WRITES}))`

type TroubledRow = ClientSyncRow & { tel: string; field_faults: Faults | null }
const TROUBLE: Readonly<Record<Trouble, ReturnType<typeof sql>>> = {
  doubt: sql`cc.doubt is not null`,
  refused: sql`(cc.doubt is null and cc.fault is not null)`,
  field: sql`(cc.doubt is null and cc.fault is null)`,
}

/**
 * The next clients that were refused, are in doubt or have a field that is not exchanged, upwards from `after`.
 * @param ids only these
 */
export async function troubledAfter(
  db: CabinetDb,
  {
    after,
    ids = null,
    trouble,
  }: { after: string | null; ids?: readonly string[] | null; trouble?: Trouble | undefined },
  limit: number,
): Promise<TroubledRow[]> {
  const { rows } = await sql<TroubledRow>`
    select ${ROW}, cl.tel, cc.field_faults ${fromExchangedAfter(db, after)} and ${IN_TROUBLE}
      and (${ids && [...ids]}::uuid[] is null or cl.id = any(${ids && [...ids]}::uuid[]))
      and ${trouble === undefined ? sql`true` : TROUBLE[trouble]}
    order by cl.id limit ${limit}`.execute(db.tx)
  return rows
}

export async function countTroubled(
  db: CabinetDb,
  ids: readonly string[] | null = null,
): Promise<Record<Trouble, number>> {
  const { rows } = await sql<Record<Trouble, number>>`
    select (count(*) filter (where ${TROUBLE.refused}))::int as refused,
      (count(*) filter (where ${TROUBLE.doubt}))::int as doubt,
      (count(*) filter (where ${TROUBLE.field}))::int as field
    ${fromExchanged(db)}
    where ${IN_TROUBLE} and (${ids && [...ids]}::uuid[] is null or cl.id = any(${ids && [...ids]}::uuid[]))`.execute(
    db.tx,
  )
  return rows[0] ?? { refused: 0, doubt: 0, field: 0 }
}

export type MovedAmounts = { balance: boolean; bonus: boolean; stepMinor: number }

/** Linked clients whose amounts were changed here and not there, upwards from `after`. */
export async function unsentClients(
  db: CabinetDb,
  moved: MovedAmounts,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const differs = (isMoved: boolean, ours: string, theirs: string) =>
    sql`(${isMoved} and abs(${sql.ref(ours)} - coalesce(${sql.ref(theirs)}, 0)) >= ${moved.stepMinor}::bigint)`
  const { rows } = await sql<{ id: string }>`
    select cl.id ${fromExchangedAfter(db, after)} and ${WRITES}
      and cc.met_at is not null and cc.crm_id is not null and cc.doubt is null
      and (cc.operation_id is not null or ${differs(moved.balance, 'cl.balance_minor', 'cc.their_balance')}
        or ${differs(moved.bonus, 'cl.bonus_minor', 'cc.their_bonus')})
    order by cl.id limit ${limit}`.execute(db.tx)
  return rows.map((row) => row.id)
}

export type ReadableClient = { id: string; crm_id: string | null; tel: string; email: string; card_number: number }

export const knownOf = (one: ReadableClient): Known => ({
  crmId: one.crm_id,
  tel: one.tel,
  email: one.email,
  cardNumber: String(one.card_number).padStart(6, '0'),
})

/**
 * The next clients whose amounts come from the CRM, upwards from `after`.
 * @param isUnreadOnly those that were never read, and those whose last answer was out of date
 */
export async function readableAfter(
  db: CabinetDb,
  { after, isUnreadOnly }: { after: string | null; isUnreadOnly: boolean },
  limit: number,
): Promise<ReadableClient[]> {
  const { rows } = await sql<ReadableClient>`
    select cl.id, cc.crm_id, cl.tel, cl.email, cl.card_number ${fromExchangedAfter(db, after)}
      and ${READS} and (not ${isUnreadOnly} or cc.read_at is null or cc.is_stale)
    order by cl.id limit ${limit}`.execute(db.tx)
  return rows
}

/** Those whose last answer did not come, or was out of date. */
export async function staleClients(db: CabinetDb, limit: number): Promise<ReadableClient[]> {
  const { rows } = await sql<ReadableClient>`
    select cl.id, cc.crm_id, cl.tel, cl.email, cl.card_number ${fromExchanged(db)}
    where cc.is_stale and ${READS} order by cl.id limit ${limit}`.execute(db.tx)
  return rows
}

/** They are read again. */
export async function markStale(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await sql`
    insert into crm_clients (cabinet_id, client_id, is_stale)
    select ${db.cabinetId}, unnest(${[...clientIds]}::uuid[]), true
    on conflict (cabinet_id, client_id) do update set is_stale = true`.execute(db.tx)
}

const ofClient = (db: CabinetDb, clientId: string) =>
  crmClients(db).selectFrom('crm_clients').where('cabinet_id', '=', db.cabinetId).where('client_id', '=', clientId)

/** The client that is linked with a CRM's client. */
export async function clientOfCrm(db: CabinetDb, crmId: string): Promise<string | undefined> {
  const { rows } = await sql<{ client_id: string }>`
    select client_id from crm_clients where cabinet_id = ${db.cabinetId} and crm_id = ${crmId} limit 1`.execute(db.tx)
  return rows[0]?.client_id
}

/** The clients that are linked with these clients of the CRM, by the ids there. */
export async function clientsOfCrm(db: CabinetDb, crmIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ crm_id: string; client_id: string }>`
    select distinct on (crm_id) crm_id, client_id from crm_clients
    where cabinet_id = ${db.cabinetId} and crm_id = any(${[...crmIds]}::text[])
    order by crm_id, client_id`.execute(db.tx)
  return new Map(rows.map((row) => [row.crm_id, row.client_id]))
}

/** They were requested; clients that the CRM does not know count as read too. */
export async function markAsked(db: CabinetDb, clientIds: readonly string[], now: Date): Promise<void> {
  if (clientIds.length === 0) return
  await sql`
    insert into crm_clients (cabinet_id, client_id, read_at)
    select ${db.cabinetId}, unnest(${[...clientIds]}::uuid[]), ${now}
    on conflict (cabinet_id, client_id) do update set read_at = excluded.read_at, is_stale = false`.execute(db.tx)
}

/**
 * Nothing names the client any more: neither operations nor searches, nor purchases that wait for the client.
 * @returns the link that there was; its id is null where it was not known who the client is in the CRM
 */
export async function forgetClient(db: CabinetDb, clientId: string): Promise<{ crmId: string | null } | undefined> {
  const { rows } = await sql<{ crmId: string | null }>`
    with link as (
      delete from crm_clients where cabinet_id = ${db.cabinetId} and client_id = ${clientId} returning crm_id),
    exchanges as (
      update crm_exchanges set client_id = null where cabinet_id = ${db.cabinetId} and client_id = ${clientId}),
    looked as (delete from crm_looked where cabinet_id = ${db.cabinetId} and client_id = ${clientId}),
    relinks as (delete from crm_relinks where cabinet_id = ${db.cabinetId} and client_id = ${clientId}),
    waiting as (
      delete from crm_purchases_waiting w using link where w.cabinet_id = ${db.cabinetId} and w.crm_id = link.crm_id)
    select crm_id as "crmId" from link`.execute(db.tx)
  return rows[0]
}

export async function isLinked(db: CabinetDb, clientId: string): Promise<boolean> {
  const row = await ofClient(db, clientId).select('client_id').executeTakeFirst()
  return row !== undefined
}
