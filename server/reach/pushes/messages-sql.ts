/** Messages on cards, one row per card and run. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { countRows, type Slice } from '../../base/paging.ts'
import { type PushTables, tables } from './sql.ts'
import { endWaiting } from './settle-sql.ts'

/** @returns ids of cards whose message is new; the others have it from an earlier try of the same job */
export async function insertMessages(
  db: CabinetDb,
  rows: Omit<
    PushTables['client_messages'],
    'cabinet_id' | 'delivered_at' | 'is_waiting' | `${'apple' | 'google'}_removed_at`
  >[],
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

/** Messages of a run that a wallet has not answered, by card. */
export async function unansweredMessages(
  db: CabinetDb,
  runId: string,
  passIds: readonly string[],
): Promise<Map<string, { apple: boolean; google: boolean }>> {
  if (passIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('client_messages')
    .select(['pass_id', 'apple', 'google'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', runId)
    .where('pass_id', 'in', [...passIds])
    .where((row) => row.or([row('apple', '=', 'queued'), row('google', '=', 'queued')]))
    .execute()
  return new Map(rows.map((row) => [row.pass_id, { apple: row.apple === 'queued', google: row.google === 'queued' }]))
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
 * @returns runs that have counted it as waiting
 */
export async function markDelivered(db: CabinetDb, passId: string, version: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; run_id: string | null; is_waiting: boolean }>`
    update client_messages set state = 'delivered', delivered_at = ${now},
      apple = case when apple is not null then 'sent' end
    where cabinet_id = ${db.cabinetId} and pass_id = ${passId} and channel = 'apple'
      and state in ('queued', 'sent')
      and pass_version = (select max(pass_version) from client_messages
        where cabinet_id = ${db.cabinetId} and pass_id = ${passId} and pass_version <= ${version})
    returning id, run_id, is_waiting`.execute(db.tx)
  const waiting = rows.filter((row) => row.is_waiting)
  await endWaiting(
    db,
    waiting.map((row) => row.id),
  )
  return waiting.flatMap((row) => row.run_id ?? [])
}
