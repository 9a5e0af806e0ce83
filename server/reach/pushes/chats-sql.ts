/** Messages of a push by Telegram: claimed before they are sent, settled after it. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { areOfRun } from './message-ids.ts'
import { isOfPush } from './remove-sql.ts'
import { type PushStop, tables } from './sql.ts'

export type Claimed = { id: string; clientId: string; text: string }
export type Settled = { id: string; state: 'sent' | 'not_sent' | 'unknown'; failure: string | null }
type Of = { runId: string; ids: readonly string[] }

/** Messages of these cards whose outcome is not known. */
const open = (db: CabinetDb, { runId, ids }: Of) =>
  sql`m.cabinet_id = ${db.cabinetId} and ${areOfRun('m', runId)} and m.pass_id = any(${[...ids]}::uuid[])
    and m.state = 'queued'`

/** Clients who have a message of this run already: of two who became one, both may be in its audience. */
export async function clientsWritten(db: CabinetDb, runId: string, clientIds: readonly string[]): Promise<Set<string>> {
  if (clientIds.length === 0) return new Set()
  const rows = await tables(db)
    .selectFrom('client_messages')
    .select('client_id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', 'in', [...clientIds])
    .where(areOfRun('client_messages', runId))
    .execute()
  return new Set(rows.map((row) => row.client_id))
}

/** Of these cards, the next few that nobody has begun to send. From now on nobody else does. */
export async function claimNext(db: CabinetDb, of: Of, limit: number, now: Date): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update client_messages m set claimed_at = ${now}
    where m.cabinet_id = ${db.cabinetId} and ${areOfRun('m', of.runId)} and m.id in (
      select m.id from client_messages m where ${open(db, of)} and m.claimed_at is null
        and exists (select from push_runs r
          where r.cabinet_id = m.cabinet_id and r.id = ${of.runId} and ${isOfPush('r')})
      order by m.pass_id limit ${limit} for update skip locked)
    returning m.id, m.client_id as "clientId", m.text`.execute(db.tx)
  return rows
}

/** Telegram has not taken them, and says so: they may be sent again. */
export async function releaseClaims(db: CabinetDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tables(db)
    .updateTable('client_messages')
    .set({ claimed_at: null })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', 'in', [...ids])
    .where('state', '=', 'queued')
    .execute()
}

/** An outcome is stored once: another worker may have given the message up meanwhile. */
export async function settleClaimed(db: CabinetDb, outcomes: readonly Settled[]): Promise<void> {
  if (outcomes.length === 0) return
  await sql`update client_messages m set state = o.state, failure = o.failure
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o(id uuid, state text, failure text)
    where m.cabinet_id = ${db.cabinetId} and m.id = o.id and m.state = 'queued'
      and m.id = any(${outcomes.map((one) => one.id)}::uuid[])`.execute(db.tx)
}

/**
 * Messages that a worker began to send before that time and left without an outcome may have arrived.
 * @returns how many were begun later, by a worker that may still be at it
 */
export async function settleLeft(db: CabinetDb, of: Of, before: Date): Promise<number> {
  await sql`update client_messages m set state = 'unknown' where ${open(db, of)} and m.claimed_at <= ${before}`.execute(
    db.tx,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from client_messages m where ${open(db, of)} and m.claimed_at is not null`.execute(
    db.tx,
  )
  return rows[0]?.count ?? 0
}

/** What was not begun is not sent any more; of what was begun the outcome is not known. */
export async function endMessages(db: CabinetDb, of: Of): Promise<void> {
  await sql`update client_messages m set state = case when m.claimed_at is null then 'not_sent' else 'unknown' end
    where ${open(db, of)}`.execute(db.tx)
}

/** The first reason stays. */
export async function stopRun(db: CabinetDb, runId: string, reason: PushStop): Promise<void> {
  await tables(db)
    .updateTable('push_runs')
    .set({ stopped: reason })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', runId)
    .where('stopped', 'is', null)
    .execute()
}
