/** Runs of a push: the audience in chunks, how far each is, and the counts. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { havePeopleChanged } from '../../people/clients/clients.ts'
import { inWallets } from './in-wallets-sql.ts'
import { areOfRun } from './message-ids.ts'
import { isOfPush } from './remove-sql.ts'
import { type PushTables, pushesThere, tables } from './sql.ts'

/** Over a row `c` of the table `push_chunks`: a worker is still to send it. */
const IS_OPEN = sql<boolean>`(c.done < cardinality(c.passes) and c.given_up_at is null)`
/** Its cards that are counted and were not reached. */
const LEFT_OVER = sql<number>`(select count(*)::int from unnest(c.passes[c.done + 1:]) one where one <> all(c.silent))`

type NewRun = Pick<PushTables['push_runs'], 'id' | 'push_id' | 'moscow_day' | 'message' | 'created_at'> & {
  trigger_id: string | null
  audience?: number
}
/** Cards, as a sub-select without its brackets. */
type Cards = RawBuilder<{ id: string; is_silent: boolean }>

/** A run without cards. */
export async function insertRun(db: CabinetDb, run: NewRun): Promise<void> {
  await tables(db)
    .insertInto('push_runs')
    .values({ cabinet_id: db.cabinetId, ...run, cards: 0, started_at: null, ended_at: null })
    .execute()
}

type Added = { cards: number; silent: number; people: number }
/** Nobody: the cards are found by themselves. */
const NOBODY: RawBuilder<{ id: string }> = sql`select null::uuid as id where false`

/**
 * Adds cards to the chunks of a run, behind those that it has, in the order of their ids.
 * @param before how many it has
 * @param people whose cards they are, as a statement that answers their `id`; `cardsOf` gets their ids as an array
 * @returns how many cards were added, how many of them are silent, and how many the people are
 */
export async function addCards(
  db: CabinetDb,
  { runId, before, chunkSize }: { runId: string; before: number; chunkSize: number },
  cardsOf: (ids: RawBuilder<readonly string[]>) => Cards,
  people = NOBODY,
): Promise<Added> {
  const { rows } = await sql<Added>`
    with people as (${people}), audience as materialized (
      select p.id, p.is_silent, (${before}::int + row_number() over (order by p.id) - 1) / ${chunkSize}::int as no
      from (select coalesce(array_agg(id), '{}') as ids from people) one
      cross join lateral (${cardsOf(sql`one.ids`)}) p
    ), chunks as (
      insert into push_chunks as c (cabinet_id, run_id, no, passes, silent)
      select ${db.cabinetId}, ${runId}, no, array_agg(id order by id),
        coalesce(array_agg(id) filter (where is_silent), '{}')
      from audience group by no
      on conflict (cabinet_id, run_id, no) do update
      set passes = c.passes || excluded.passes, silent = c.silent || excluded.silent
    )
    select count(*)::int as cards, count(*) filter (where is_silent)::int as silent,
      (select count(distinct id)::int from people) as people from audience`.execute(db.tx)
  return rows[0] ?? { cards: 0, silent: 0, people: 0 }
}

/**
 * Without cards that the run has already. They are looked for only where clients were merged or parted since it began:
 * else nobody's card is found with two people.
 */
export const notInRun = (db: CabinetDb, { runId, since }: { runId: string; since: Date }, cards: Cards): Cards =>
  sql`select found.* from (${cards}) found
    where not (${havePeopleChanged(db, since)} and found.id in (select unnest(c.passes) from push_chunks c
      where c.cabinet_id = ${db.cabinetId} and c.run_id = ${runId}))`

/** How many people it is for: silent cards are not counted. */
export async function setCards(db: CabinetDb, runId: string, cards: number): Promise<void> {
  await tables(db)
    .updateTable('push_runs')
    .set({ cards })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', runId)
    .execute()
}

export function chunkOf(db: CabinetDb, runId: string, no: number) {
  return tables(db)
    .selectFrom('push_chunks')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', runId)
    .where('no', '=', no)
    .forUpdate()
    .executeTakeFirst()
}

/** Undefined: there is none such, or its push was removed. Nothing more is sent then. */
export function runById(db: CabinetDb, id: string) {
  return tables(db)
    .selectFrom('push_runs')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where(isOfPush('push_runs'))
    .executeTakeFirst()
}

/** Its row is locked until the end of the transaction: the other chunks of the run begin too. */
export async function markStarted(db: CabinetDb, runId: string, pushId: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('push_runs')
    .set({ started_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', runId)
    .where('started_at', 'is', null)
    .execute()
  await tables(db)
    .updateTable('pushes')
    .set({ status: 'in_progress' })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', pushId)
    .where('status', '=', 'queue')
    .execute()
}

/**
 * Closes a batch of a chunk and adds its counts, once: a worker that has lost the chunk to another one changes nothing.
 * Counted are the stored messages; a card that was deleted meanwhile counts as failed.
 */
export async function closeBatch(
  db: CabinetDb,
  batch: { runId: string; no: number; from: number; ids: readonly string[]; silent: readonly string[] },
): Promise<void> {
  const silent = new Set(batch.silent)
  const counted = batch.ids.filter((id) => !silent.has(id))
  const moved = await tables(db)
    .updateTable('push_chunks')
    .set({ done: batch.from + batch.ids.length })
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', batch.runId)
    .where('no', '=', batch.no)
    .where('done', '=', batch.from)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return
  await sql`update client_messages m set is_waiting = true
    where cabinet_id = ${db.cabinetId} and ${areOfRun('m', batch.runId)} and pass_id = any(${counted}::uuid[])
      and state = 'queued'`.execute(db.tx)
  await sql`update push_runs r set apple = r.apple + c.apple, google = r.google + c.google,
      sent = r.sent + c.sent, unknown = r.unknown + c.unknown, waiting = r.waiting + c.waiting,
      failed = r.failed + ${counted.length}::int - c.sent - c.unknown - c.waiting, blocked = r.blocked + c.blocked
    from (select count(*) filter (where channel = 'apple') as apple,
        count(*) filter (where channel = 'google') as google,
        count(*) filter (where state in ('sent', 'delivered')) as sent,
        count(*) filter (where state = 'unknown') as unknown,
        count(*) filter (where state = 'queued') as waiting,
        count(*) filter (where failure in ('blocked', 'gone', 'not_linked')) as blocked
      from client_messages m
      where cabinet_id = ${db.cabinetId} and ${areOfRun('m', batch.runId)} and pass_id = any(${counted}::uuid[])) c
    where r.cabinet_id = ${db.cabinetId} and r.id = ${batch.runId}`.execute(db.tx)
}

/** The cards that a chunk has not reached count as failed; the run goes on without them. Once. */
export async function giveUpChunk(db: CabinetDb, runId: string, no: number, now: Date): Promise<void> {
  await sql`with given_up as (
      update push_chunks c set given_up_at = ${now}
      where c.cabinet_id = ${db.cabinetId} and c.run_id = ${runId} and c.no = ${no} and ${IS_OPEN}
      returning ${LEFT_OVER} as left_over)
    update push_runs r set failed = r.failed + g.left_over from given_up g
    where r.cabinet_id = ${db.cabinetId} and r.id = ${runId}`.execute(db.tx)
}

/** An operator has repeated the job: its cards no longer count as failed. */
export async function reopenChunk(db: CabinetDb, runId: string, no: number): Promise<void> {
  await sql`with opened as (
      update push_chunks c set given_up_at = null
      where c.cabinet_id = ${db.cabinetId} and c.run_id = ${runId} and c.no = ${no} and c.given_up_at is not null
      returning ${LEFT_OVER} as left_over)
    update push_runs r set failed = r.failed - o.left_over from opened o
    where r.cabinet_id = ${db.cabinetId} and r.id = ${runId}`.execute(db.tx)
}

/** Messages that the run has counted as waiting are no longer: the rest of `waiting` was refused. */
export async function moveWaiting(
  db: CabinetDb,
  runId: string,
  { waiting, sent, unknown }: { waiting: number; sent: number; unknown: number },
): Promise<void> {
  await sql`update push_runs set waiting = waiting - ${waiting}::int, sent = sent + ${sent}::int,
      unknown = unknown + ${unknown}::int, failed = failed + ${waiting - sent - unknown}::int
    where cabinet_id = ${db.cabinetId} and id = ${runId}`.execute(db.tx)
}

/**
 * Ends a run whose chunks are all done and for which no message waits. @param isOverdue it ends although some wait
 * @returns whether it ended now
 */
export async function endRun(db: CabinetDb, runId: string, now: Date, isOverdue = false): Promise<boolean> {
  const { rows } = await sql<{ push_id: string }>`
    update push_runs r set ended_at = ${now}, started_at = coalesce(started_at, ${now})
    where r.cabinet_id = ${db.cabinetId} and r.id = ${runId} and r.ended_at is null
      and (r.waiting = 0 or ${isOverdue})
      and not exists (select from push_chunks c
        where c.cabinet_id = r.cabinet_id and c.run_id = r.id and ${IS_OPEN})
    returning push_id`.execute(db.tx)
  await settleStatus(db, runId)
  return rows.length > 0
}

/**
 * The status of a push all of whose runs have ended: the outcome of the one that ended last. A later message that was
 * waiting may still make it "done".
 */
async function settleStatus(db: CabinetDb, runId: string): Promise<void> {
  await sql`update pushes p set status = case when r.cards > 0 and r.sent = 0 then 'not_sent' else 'done' end
    from push_runs r
    where p.cabinet_id = ${db.cabinetId} and p.id = r.push_id and r.cabinet_id = p.cabinet_id and r.id = ${runId}
      and r.ended_at is not null and p.status <> 'draft'
      and not exists (select from push_runs o
        where o.cabinet_id = r.cabinet_id and o.push_id = r.push_id
          and (o.ended_at is null or o.ended_at > r.ended_at))`.execute(db.tx)
}

/**
 * Whether all chunks of a run are sent and some of its messages wait, silent ones too. It is asked after each batch and
 * reads messages only after the last one, and only those that wait.
 */
export async function isOnlyWaiting(db: CabinetDb, runId: string): Promise<boolean> {
  const { rows } = await sql<{ is_waiting: boolean }>`
    select case when exists (select from push_chunks c
        where c.cabinet_id = r.cabinet_id and c.run_id = r.id and ${IS_OPEN}) then false
      when r.waiting > 0 then true
      else exists (select from client_messages m where m.cabinet_id = r.cabinet_id and ${areOfRun('m', runId)}
        and m.is_silent and m.state = 'queued' and (m.apple = 'queued' or m.google = 'queued')) end as is_waiting
    from push_runs r where r.cabinet_id = ${db.cabinetId} and r.id = ${runId}`.execute(db.tx)
  return rows[0]?.is_waiting ?? false
}

export async function progressOf(db: CabinetDb, pushId: string): Promise<{ done: number; total: number }> {
  const { rows } = await sql<{ done: number; total: number }>`
    select coalesce(sum(c.done), 0)::int as done, coalesce(sum(cardinality(c.passes)), 0)::int as total
    from push_chunks c
    where c.cabinet_id = ${db.cabinetId} and c.run_id = (select id from push_runs
      where cabinet_id = ${db.cabinetId} and push_id = ${pushId} order by created_at desc limit 1)`.execute(db.tx)
  return rows[0] ?? { done: 0, total: 0 }
}

export async function runsOf(db: CabinetDb, pushId: string) {
  return tables(db)
    .selectFrom('push_runs')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_id', '=', pushId)
    .select(inWallets('push_runs').as('wallets'))
    .orderBy('created_at', 'desc')
    .limit(30)
    .execute()
}

export type SentRun = { id: string; push_id: string; name: string; at: Date; cards: number; sent: number }

/** What people have sent last, the newest first; what triggers send is not among it. */
export async function latestRuns(db: CabinetDb, limit: number): Promise<SentRun[]> {
  const { rows } = await sql<SentRun>`
    select r.id, r.push_id, p.name, r.created_at as at, r.cards, r.sent
    from push_runs r join pushes p on p.cabinet_id = r.cabinet_id and p.id = r.push_id
    where r.cabinet_id = ${db.cabinetId} and r.trigger_id is null and p.removed_at is null
    order by r.created_at desc limit ${limit}`.execute(db.tx)
  return rows
}

export async function namesOfPushes(db: CabinetDb, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return pushesThere(db)
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
}
