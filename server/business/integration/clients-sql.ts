/** Which client is which in the CRM, and the runs that write them. */
import { sql, type Generated } from 'kysely'
import type { ClientSyncState } from '../../../contract/business/crm-sync.ts'
import type { CabinetDb } from '../../base/db.ts'
import { selectExchangeable } from '../../people/clients/clients.ts'

export type RunState = 'queue' | 'running' | 'waiting' | 'done' | 'failed'
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
    read_at: Nullable<Date>
    run_id: Nullable<string>
    is_tried: Generated<boolean>
    fault: Nullable<string>
    category: Nullable<string>
    category_percent: Nullable<number>
  }
  crm_runs: {
    cabinet_id: number
    id: string
    moscow_day: string
    state: RunState
    total: number
    done: Generated<number>
    failed: Generated<number>
    tries: Generated<number>
    created_at: Date
    started_at: Nullable<Date>
    ended_at: Nullable<Date>
  }
}
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

/** Every client of the cabinet with what is exchanged about them; nothing without an integration. */
const fromExchanged = (db: CabinetDb) => sql`
  from (${selectExchangeable(db)}) cl
  join integrations i on i.cabinet_id = ${db.cabinetId}
  left join crm_clients cc on cc.cabinet_id = ${db.cabinetId} and cc.client_id = cl.id`
const READS = sql`coalesce(cc.is_read, i.is_read)`
const WRITES = sql`coalesce(cc.is_write, i.is_write)`
const WAITS = sql`(${WRITES} and coalesce(cc.written_version, 0) < cl.version)`
const STATE = sql`case
  when not ${WRITES} and not ${READS} then 'off' when cc.fault is not null then 'failed'
  when ${WAITS} then 'waiting' else 'synced' end`

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
  category: string | null
  category_percent: number | null
  waits: boolean
}
const ROW = sql`
  cl.id, cl.name, cl.surname, cl.card_number, ${STATE} as state, ${READS} as is_read, ${WRITES} as is_write,
  coalesce(cc.is_rewrite, i.is_rewrite) as is_rewrite, cc.crm_id, cc.written_at, cc.read_at, cc.fault,
  cc.category, cc.category_percent, ${WAITS} as waits`

export async function clientSyncs(db: CabinetDb, ids: readonly string[]): Promise<ClientSyncRow[]> {
  const { rows } = await sql<ClientSyncRow>`
    select ${ROW} ${fromExchanged(db)} where cl.id = any(${[...ids]}::uuid[])`.execute(db.tx)
  return rows
}

export async function countWaiting(db: CabinetDb): Promise<{ total: number; failed: number }> {
  const { rows } = await sql<{
    total: number
    failed: number
  }>`select count(*)::int as total, (count(*) filter (where cc.fault is not null))::int as failed
    ${fromExchanged(db)} where ${WAITS}`.execute(db.tx)
  return rows[0] ?? { total: 0, failed: 0 }
}

/** Those that were refused first. */
export async function waitingClients(db: CabinetDb, limit: number): Promise<ClientSyncRow[]> {
  const { rows } = await sql<ClientSyncRow>`
    select ${ROW} ${fromExchanged(db)} where ${WAITS}
    order by (cc.fault is null), cl.created_at desc, cl.id limit ${limit}`.execute(db.tx)
  return rows
}

export async function setFlags(
  db: CabinetDb,
  clientId: string,
  flags: { is_read: boolean; is_write: boolean; is_rewrite: boolean },
): Promise<void> {
  await tables(db)
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

export type TakenClient = { id: string; version: number; crm_id: string | null; is_read: boolean; is_tried: boolean }

/** The next client that this run has to write, marked as tried; one whose try was lost comes again. */
export async function takeNext(db: CabinetDb, runId: string): Promise<TakenClient | undefined> {
  const {
    rows: [next],
  } = await sql<TakenClient>`
    select cl.id, cl.version, cc.crm_id, ${READS} as is_read, coalesce(cc.is_tried, false) as is_tried
    ${fromExchanged(db)}
    where ${WAITS} and (cc.run_id is distinct from ${runId}::uuid or cc.is_tried)
    order by cl.id limit 1`.execute(db.tx)
  if (next) {
    const taken = { run_id: runId, is_tried: true }
    await tables(db)
      .insertInto('crm_clients')
      .values({ cabinet_id: db.cabinetId, client_id: next.id, ...taken })
      .onConflict((conflict) => conflict.columns(['cabinet_id', 'client_id']).doUpdateSet(taken))
      .execute()
  }
  return next
}

const ofClient = (db: CabinetDb, clientId: string) =>
  tables(db).updateTable('crm_clients').where('cabinet_id', '=', db.cabinetId).where('client_id', '=', clientId)

export async function settleWritten(
  db: CabinetDb,
  clientId: string,
  written: { crmId: string; version: number },
  now: Date,
): Promise<void> {
  await ofClient(db, clientId)
    .set({ crm_id: written.crmId, written_version: written.version, written_at: now, is_tried: false, fault: null })
    .execute()
}

export async function settleRejected(db: CabinetDb, clientId: string, fault: string): Promise<void> {
  await ofClient(db, clientId).set({ is_tried: false, fault }).execute()
}

export type ReadableClient = { id: string; crm_id: string | null; tel: string; email: string; card_number: number }

/** Clients whose amounts come from the CRM and were not read since, the longest unread first. */
export async function clientsToRead(db: CabinetDb, since: Date, limit: number): Promise<ReadableClient[]> {
  const { rows } = await sql<ReadableClient>`
    select cl.id, cc.crm_id, cl.tel, cl.email, cl.card_number ${fromExchanged(db)}
    where ${READS} and (cc.read_at is null or cc.read_at < ${since})
    order by cc.read_at nulls first, cl.id limit ${limit}`.execute(db.tx)
  return rows
}

/** The client that a CRM's client is here; undefined when nothing is read from the CRM for that client. */
export async function clientOfCrm(
  db: CabinetDb,
  known: { crmId: string; tel: string; cardNumber: number | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select cl.id ${fromExchanged(db)} where ${READS}
      and (cc.crm_id = ${known.crmId} or (cc.crm_id is null and (
        (${known.tel} <> '' and cl.tel = ${known.tel}) or cl.card_number = ${known.cardNumber}::bigint)))
    order by (cc.crm_id is null) limit 1`.execute(db.tx)
  return rows[0]?.id
}

export type ReadClient = {
  crmId: string
  category: { name: string; bonusPercent: number | null } | null
  versions?: { before: number; after: number }
}

/** @param read `versions`: a change that came from the CRM need not go back to it */
export async function markRead(db: CabinetDb, clientId: string, read: ReadClient, now: Date): Promise<void> {
  const row = {
    ...(read.crmId && { crm_id: read.crmId }),
    read_at: now,
    category: read.category?.name ?? null,
    category_percent: read.category?.bonusPercent ?? null,
  }
  await tables(db)
    .insertInto('crm_clients')
    .values({ cabinet_id: db.cabinetId, client_id: clientId, ...row })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'client_id']).doUpdateSet(row))
    .execute()
  if (read.versions)
    await ofClient(db, clientId)
      .set({ written_version: read.versions.after })
      .where('written_version', '=', read.versions.before)
      .execute()
}

/** They were requested; clients that the CRM does not know count as read too. */
export async function markAsked(db: CabinetDb, clientIds: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into crm_clients (cabinet_id, client_id, read_at)
    select ${db.cabinetId}, unnest(${[...clientIds]}::uuid[]), ${now}
    on conflict (cabinet_id, client_id) do update set read_at = excluded.read_at`.execute(db.tx)
}

const runs = (db: CabinetDb) => tables(db).selectFrom('crm_runs').selectAll().where('cabinet_id', '=', db.cabinetId)
export type RunRow = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>
export const latestRun = (db: CabinetDb): Promise<RunRow | undefined> =>
  runs(db).orderBy('moscow_day', 'desc').limit(1).executeTakeFirst()
export const lockRun = (db: CabinetDb, id: string): Promise<RunRow | undefined> =>
  runs(db).where('id', '=', id).forUpdate().executeTakeFirst()

/** @returns false when the day has its run */
export async function insertRun(
  db: CabinetDb,
  run: { id: string; moscow_day: string; total: number; created_at: Date },
): Promise<boolean> {
  const done = await tables(db)
    .insertInto('crm_runs')
    .values({ cabinet_id: db.cabinetId, ...run, state: 'queue' })
    .onConflict((conflict) => conflict.constraint('crm_runs_once_a_day').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateRun(
  db: CabinetDb,
  id: string,
  change: Partial<Pick<RunRow, 'state' | 'total' | 'done' | 'failed' | 'tries' | 'started_at' | 'ended_at'>>,
): Promise<void> {
  await tables(db)
    .updateTable('crm_runs')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export async function endOpenRuns(db: CabinetDb, now: Date): Promise<void> {
  await tables(db)
    .updateTable('crm_runs')
    .set({ state: 'failed', ended_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', 'in', ['queue', 'running', 'waiting'])
    .execute()
}

/** @returns whether there was a link */
export async function forgetClient(db: CabinetDb, clientId: string): Promise<boolean> {
  const done = await tables(db)
    .deleteFrom('crm_clients')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

export async function isLinked(db: CabinetDb, clientId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('crm_clients')
    .select('client_id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row !== undefined
}
