import { type Generated, type RawBuilder, sql } from 'kysely'
import type { Channel, STOPS } from '../../../contract/reach/preorders.ts'
import type { SmsFailure } from '../../../contract/people/sms-providers.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { RowsOfPeople } from '../../people/clients/clients.ts'

export type PreorderState = 'waiting' | 'queued' | 'sending' | 'sent' | 'taken' | 'unsure' | 'failed'
export type Why = (typeof STOPS)[number] | SmsFailure

type Tables = {
  card_issuing: { cabinet_id: number; is_paused: boolean; expected_on: string | null; changed_at: Date }
  preorder_runs: {
    cabinet_id: number
    id: string
    prefers: Channel
    state: 'running' | 'done' | 'stopped'
    why: Why | null
    total: number
    started_at: Date
    resumes_at: Date | null
    ended_at: Date | null
  }
  preorders: {
    cabinet_id: number
    client_id: string
    asked_at: Date
    email_digest: Buffer | null
    state: PreorderState
    run_id: string | null
    channel: Channel | null
    sms_failure: SmsFailure | null
    tries: Generated<number>
    next_at: Date | null
    changed_at: Date
    /** The design whose link is on its way. */
    design_now: Generated<string | null>
  }
  /** Designs whose links are still to be sent. */
  preorder_designs: { cabinet_id: number; client_id: string; template_id: string; asked_at: Date }
}
export type RunRow = Tables['preorder_runs']
export type PreorderRow = Omit<Tables['preorders'], 'tries' | 'design_now'> & {
  tries: number
  design_now: string | null
}

export const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

export function issuingOf(db: CabinetDb): Promise<Tables['card_issuing'] | undefined> {
  return tables(db).selectFrom('card_issuing').selectAll().where('cabinet_id', '=', db.cabinetId).executeTakeFirst()
}

export async function saveIssuing(db: CabinetDb, row: Omit<Tables['card_issuing'], 'cabinet_id'>): Promise<void> {
  await tables(db)
    .insertInto('card_issuing')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.column('cabinet_id').doUpdateSet(row))
    .execute()
}

/** One row a client. A link that is on its way stays so; who has had one may wait for another. */
export async function upsertPreorder(
  db: CabinetDb,
  row: { client_id: string; email_digest: Buffer | null; at: Date },
): Promise<void> {
  await tables(db)
    .insertInto('preorders')
    .values({
      cabinet_id: db.cabinetId,
      client_id: row.client_id,
      asked_at: row.at,
      email_digest: row.email_digest,
      state: 'waiting',
      changed_at: row.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['cabinet_id', 'client_id']).doUpdateSet({
        email_digest: sql`coalesce(excluded.email_digest, preorders.email_digest)`,
        state: sql`case when preorders.state in ('sent', 'taken', 'failed') then 'waiting' else preorders.state end`,
        changed_at: row.at,
      }),
    )
    .execute()
}

/** Of new clients, who have none yet. */
export async function insertPreorders(
  db: CabinetDb,
  clients: readonly { id: string; digest: Buffer | null }[],
  at: Date,
): Promise<void> {
  await sql`insert into preorders (cabinet_id, client_id, asked_at, email_digest, state, changed_at)
    select ${db.cabinetId}, id, ${at}, decode(digest, 'hex'), 'waiting', ${at}
    from unnest(${clients.map(({ id }) => id)}::uuid[],
      ${clients.map(({ digest }) => digest?.toString('hex') ?? null)}::text[]) given (id, digest)
    on conflict do nothing`.execute(db.tx)
}

export async function clientsAmong(db: CabinetDb, people: RowsOfPeople): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ client_id: string }>`select p.client_id from (${people}) r
    join preorders p on p.cabinet_id = ${db.cabinetId} and p.client_id = r.id`.execute(db.tx)
  return new Set(rows.map((row) => row.client_id))
}

export async function lockPreorder(db: CabinetDb, clientId: string): Promise<void> {
  await sql`select from preorders where cabinet_id = ${db.cabinetId} and client_id = ${clientId}
    for update`.execute(db.tx)
}

/** @param waitsForNone whether no other design is still to be sent */
export async function setTaken(
  db: CabinetDb,
  clientId: string,
  waitsForNone: RawBuilder<boolean>,
  at: Date,
): Promise<void> {
  await tables(db)
    .updateTable('preorders')
    .set({ state: 'taken', changed_at: at })
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .where('state', 'in', ['waiting', 'queued', 'unsure', 'failed'])
    .where(waitsForNone)
    .execute()
}

/** With it the client leaves the run. The run is locked before the row, as by the job of the run. */
export async function deletePreorder(db: CabinetDb, clientId: string): Promise<void> {
  await sql`with gone as (
      delete from preorders where cabinet_id = ${db.cabinetId} and client_id = ${clientId} returning run_id)
    update preorder_runs r set total = r.total - 1 from gone
    where r.cabinet_id = ${db.cabinetId} and r.id = gone.run_id`.execute(db.tx)
}

export async function countStates(db: CabinetDb): Promise<Partial<Record<PreorderState, number>>> {
  const rows = await tables(db)
    .selectFrom('preorders')
    .select(['state', sql<number>`count(*)`.as('count')])
    .where('cabinet_id', '=', db.cabinetId)
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.state, row.count]))
}

/** Clients in one of these states, by their ids. */
export function preordersIn(
  db: CabinetDb,
  states: readonly PreorderState[],
  after: string | null,
  limit: number,
): Promise<PreorderRow[]> {
  return tables(db)
    .selectFrom('preorders')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', 'in', [...states])
    .$if(after !== null, (query) => query.where('client_id', '>', after as string))
    .orderBy('client_id')
    .limit(limit)
    .execute()
}

/** @returns false when another run goes on */
export async function insertRun(
  db: CabinetDb,
  row: Pick<RunRow, 'id' | 'prefers' | 'total' | 'started_at'>,
): Promise<boolean> {
  const done = await tables(db)
    .insertInto('preorder_runs')
    .values({
      cabinet_id: db.cabinetId,
      ...row,
      state: 'running',
      why: null,
      resumes_at: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.column('cabinet_id').where('state', '=', 'running').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns how many joined the run */
export async function queueWaiting(
  db: CabinetDb,
  runId: string,
  states: readonly PreorderState[],
  at: Date,
): Promise<number> {
  const done = await tables(db)
    .updateTable('preorders')
    .set({
      state: 'queued',
      run_id: runId,
      channel: null,
      sms_failure: null,
      tries: 0,
      next_at: null,
      changed_at: at,
    })
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', 'in', [...states])
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

export async function setTotal(db: CabinetDb, id: string, total: number): Promise<void> {
  await tables(db)
    .updateTable('preorder_runs')
    .set({ total })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export function latestRun(db: CabinetDb): Promise<RunRow | undefined> {
  return tables(db)
    .selectFrom('preorder_runs')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type RunCounts = { state: PreorderState; channel: Channel | null; count: number }[]

export function countRun(db: CabinetDb, id: string): Promise<RunCounts> {
  return tables(db)
    .selectFrom('preorders')
    .select(['state', 'channel', sql<number>`count(*)`.as('count')])
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', id)
    .groupBy(['state', 'channel'])
    .execute()
}
