/** Runs that are over, many at a time. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

export async function insertPastRuns(db: CabinetDb, runs: readonly object[]): Promise<void> {
  await sql`
    insert into push_runs (cabinet_id, id, push_id, trigger_id, moscow_day, message, cards, apple, google, sent, failed,
      created_at, started_at, ended_at)
    select ${db.cabinetId}, id, push_id, trigger_id, moscow_day, message, cards, apple, google, sent, failed,
      created_at, started_at, ended_at
    from jsonb_populate_recordset(null::push_runs, ${json(runs)})`.execute(db.tx)
}

/** All cards of a run in one chunk, all of them done. */
export async function insertPastChunks(
  db: CabinetDb,
  chunks: readonly { run_id: string; passes: readonly string[] }[],
): Promise<void> {
  await sql`
    insert into push_chunks (cabinet_id, run_id, no, passes, done)
    select ${db.cabinetId}, run_id, 0, passes, cardinality(passes)
    from jsonb_to_recordset(${json(chunks)}) as given (run_id uuid, passes uuid[])`.execute(db.tx)
}

export async function insertPastMessages(db: CabinetDb, messages: readonly object[]): Promise<void> {
  await sql`
    insert into client_messages (cabinet_id, id, client_id, pass_id, run_id, text, channel, state, apple, google,
      pass_version, at, delivered_at, apple_removed_at, google_removed_at)
    select ${db.cabinetId}, id, client_id, pass_id, run_id, text, channel, state, apple, google,
      pass_version, at, delivered_at, apple_removed_at, google_removed_at
    from jsonb_populate_recordset(null::client_messages, ${json(messages)})`.execute(db.tx)
}

/** As a push is after the run that ended last. */
export async function settlePast(db: CabinetDb, pushIds: readonly string[]): Promise<void> {
  await sql`update pushes p set status = case when r.cards > 0 and r.sent = 0 then 'not_sent' else 'done' end
    from (select distinct on (push_id) push_id, cards, sent from push_runs
      where cabinet_id = ${db.cabinetId} and push_id = any(${[...pushIds]}::uuid[])
      order by push_id, ended_at desc) r
    where p.cabinet_id = ${db.cabinetId} and p.id = r.push_id`.execute(db.tx)
}
