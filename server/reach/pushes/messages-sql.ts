/** Messages on cards, one row per card and run. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { countRows, type Slice } from '../../base/paging.ts'
import { type MessageState, type PushTables, tables } from './sql.ts'

/** @returns ids of cards whose message is new; the others have it from an earlier try of the same job */
export async function insertMessages(
  db: CabinetDb,
  rows: Omit<PushTables['client_messages'], 'cabinet_id' | 'delivered_at'>[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const done = await tables(db)
    .insertInto('client_messages')
    .values(rows.map((row) => ({ cabinet_id: db.cabinetId, delivered_at: null, ...row })))
    .onConflict((conflict) => conflict.constraint('client_messages_once').doNothing())
    .returning('pass_id')
    .execute()
  return new Set(done.map((row) => row.pass_id))
}

/** Stores the outcome of messages. One that a phone has fetched meanwhile stays delivered. */
export async function settleMessages(
  db: CabinetDb,
  outcomes: readonly { passId: string; runId: string | null; messageId?: string; state: MessageState }[],
): Promise<void> {
  if (outcomes.length > 0)
    await sql`update client_messages m set state = o.state
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
        as o("passId" uuid, "runId" uuid, "messageId" uuid, state text)
      where m.cabinet_id = ${db.cabinetId} and m.pass_id = o."passId" and m.state = 'queued'
        and (m.run_id = o."runId" or m.id = o."messageId")`.execute(db.tx)
}

/** Cards of a run whose message no wallet has accepted or refused yet, and the time of the oldest one. */
export async function waitingMessages(
  db: CabinetDb,
  runId: string,
  passIds: readonly string[],
): Promise<{ cards: Set<string>; since: Date | undefined }> {
  const rows = await tables(db)
    .selectFrom('client_messages')
    .select(['pass_id', 'at'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', runId)
    .where('pass_id', 'in', [...passIds])
    .where('state', '=', 'queued')
    .orderBy('at')
    .execute()
  return { cards: new Set(rows.map((row) => row.pass_id)), since: rows[0]?.at }
}

export async function messagesOf(db: CabinetDb, clientId: string, page: Slice) {
  const found = tables(db)
    .selectFrom('client_messages')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
  const rows = await found
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countRows(found) }
}

export function messageById(db: CabinetDb, id: string) {
  return tables(db)
    .selectFrom('client_messages')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Marks the message of the version that a phone has fetched. A card shows one message at a time: one that was
 * overwritten before that stays "sent".
 */
export async function markDelivered(db: CabinetDb, passId: string, version: number, now: Date): Promise<void> {
  await sql`update client_messages set state = 'delivered', delivered_at = ${now}
    where cabinet_id = ${db.cabinetId} and pass_id = ${passId} and channel = 'apple' and state in ('queued', 'sent')
      and pass_version = (select max(pass_version) from client_messages
        where cabinet_id = ${db.cabinetId} and pass_id = ${passId} and pass_version <= ${version})`.execute(db.tx)
}
