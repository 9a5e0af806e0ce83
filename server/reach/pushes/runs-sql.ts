/** Runs of a push: the audience in chunks, how far each is, and the counts. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { countDelivered, type PushTables, setStatus, tables } from './sql.ts'

/** @param audience cards, as a sub-select without its brackets, split into chunks in the order of their ids */
export async function insertRun(
  db: CabinetDb,
  run: Pick<PushTables['push_runs'], 'id' | 'push_id' | 'moscow_day' | 'message' | 'created_at'> & {
    trigger_id: string | null
  },
  audience: RawBuilder<{ id: string }>,
  chunkSize: number,
): Promise<{ cards: number; chunks: number }> {
  await tables(db)
    .insertInto('push_runs')
    .values({ cabinet_id: db.cabinetId, ...run, cards: 0, started_at: null, ended_at: null })
    .execute()
  const { rows } = await sql<{ cards: number; chunks: number }>`
    with audience as (
      select p.id, (row_number() over (order by p.id) - 1) / ${chunkSize}::int as no from (${audience}) p
    ), chunks as (
      insert into push_chunks (cabinet_id, run_id, no, passes)
      select ${db.cabinetId}, ${run.id}, no, array_agg(id order by id) from audience group by no
      returning cardinality(passes) as size
    )
    select coalesce(sum(size), 0)::int as cards, count(*)::int as chunks from chunks`.execute(db.tx)
  const made = rows[0] ?? { cards: 0, chunks: 0 }
  await tables(db)
    .updateTable('push_runs')
    .set({ cards: made.cards })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', run.id)
    .execute()
  return made
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

export function runById(db: CabinetDb, id: string) {
  return tables(db)
    .selectFrom('push_runs')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}

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
  batch: { runId: string; no: number; from: number; ids: readonly string[] },
  now: Date,
): Promise<void> {
  const moved = await tables(db)
    .updateTable('push_chunks')
    .set({ done: batch.from + batch.ids.length })
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', batch.runId)
    .where('no', '=', batch.no)
    .where('done', '=', batch.from)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return
  await sql`update push_runs r set apple = r.apple + c.apple, google = r.google + c.google,
      sent = r.sent + c.sent, unknown = r.unknown + c.unknown,
      failed = r.failed + ${batch.ids.length}::int - c.sent - c.unknown
    from (select count(*) filter (where channel = 'apple') as apple,
        count(*) filter (where channel = 'google') as google,
        count(*) filter (where state in ('sent', 'delivered')) as sent,
        count(*) filter (where state = 'unknown') as unknown
      from client_messages
      where cabinet_id = ${db.cabinetId} and run_id = ${batch.runId} and pass_id = any(${[...batch.ids]}::uuid[])) c
    where r.cabinet_id = ${db.cabinetId} and r.id = ${batch.runId}`.execute(db.tx)
  await endRun(db, batch.runId, now)
}

/** Ends a run whose chunks are all done. @returns whether it ended now */
export async function endRun(db: CabinetDb, runId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ push_id: string; sent: number; cards: number }>`
    update push_runs r set ended_at = ${now}, started_at = coalesce(started_at, ${now})
    where r.cabinet_id = ${db.cabinetId} and r.id = ${runId} and r.ended_at is null
      and not exists (select from push_chunks c
        where c.cabinet_id = r.cabinet_id and c.run_id = r.id and c.done < cardinality(c.passes))
    returning push_id, sent, cards`.execute(db.tx)
  const run = rows[0]
  // A trigger's run may end before the push's own, or after it.
  const isLast =
    run &&
    (await tables(db)
      .selectFrom('push_runs')
      .select('id')
      .where('cabinet_id', '=', db.cabinetId)
      .where('push_id', '=', run.push_id)
      .where('ended_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) === undefined
  if (run && isLast) await setStatus(db, run.push_id, run.cards > 0 && run.sent === 0 ? 'not_sent' : 'done')
  return run !== undefined
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
    .select(countDelivered('push_runs').as('delivered'))
    .orderBy('created_at', 'desc')
    .limit(30)
    .execute()
}
