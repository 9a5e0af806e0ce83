/** Messages on cards, one row per card and run. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { countRows, type Slice, totalOf } from '../../base/paging.ts'
import { areOfRun, areRecent } from './message-ids.ts'
import { type PushTables, tables } from './sql.ts'
import { endWaiting } from './settle-sql.ts'

/** @returns ids of cards whose message is new; the others have it from an earlier try of the same job */
export async function insertMessages(
  db: CabinetDb,
  rows: Omit<
    PushTables['client_messages'],
    | 'cabinet_id'
    | 'delivered_at'
    | 'is_waiting'
    | 'claimed_at'
    | 'failure'
    | `google_${'claim' | 'until'}`
    | `${'apple' | 'google'}_removed_at`
  >[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const done = await tables(db)
    .insertInto('client_messages')
    .values(rows.map((row) => ({ cabinet_id: db.cabinetId, delivered_at: null, ...row })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('pass_id')
    .execute()
  return new Set(done.map((row) => row.pass_id))
}

/** Of messages that nobody has seen yet. */
export async function removeMessages(db: CabinetDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tables(db)
    .deleteFrom('client_messages')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', 'in', [...ids])
    .execute()
}

/** The versions of cards that show these messages. */
export async function setVersions(db: CabinetDb, all: readonly { id: string; version: number }[]): Promise<void> {
  if (all.length === 0) return
  await sql`update client_messages m set pass_version = o.version
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as o(id uuid, version bigint)
    where m.cabinet_id = ${db.cabinetId} and m.id = o.id and m.id = any(${all.map((one) => one.id)}::uuid[])`.execute(
    db.tx,
  )
}

/** Messages of a run that a wallet has not answered, by card. `isTried`: one of the tries may have reached Google. */
export async function unansweredMessages(
  db: CabinetDb,
  runId: string,
  passIds: readonly string[],
): Promise<Map<string, { asks: { apple: boolean; google: boolean }; isTried: boolean }>> {
  if (passIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('client_messages')
    .select(['pass_id', 'apple', 'google', 'google_claim'])
    .where('cabinet_id', '=', db.cabinetId)
    .where(areOfRun('client_messages', runId))
    .where('pass_id', 'in', [...passIds])
    .where((row) => row.or([row('apple', '=', 'queued'), row('google', '=', 'queued')]))
    .execute()
  return new Map(
    rows.map((row) => [
      row.pass_id,
      { asks: { apple: row.apple === 'queued', google: row.google === 'queued' }, isTried: row.google_claim !== null },
    ]),
  )
}

/**
 * Only the worker that has the claim sends the message to Google; it takes it anew before every attempt. One message of
 * a card is sent at a time: Google keeps ten, and the worker that makes room writes those that stay.
 * @returns undefined when another one has it, or sends another message of the card; else whether another one has had it
 */
export async function claimForGoogle(
  db: CabinetDb,
  id: string,
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<{ isRepeat: boolean } | undefined> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('google|' || pass_id, 0))
    from client_messages where cabinet_id = ${db.cabinetId} and id = ${id}`.execute(db.tx)
  const { rows } = await sql<{ isRepeat: boolean }>`
    update client_messages m set google_claim = ${claim}, google_until = ${until}
    from (select id, pass_id, google_claim from client_messages
      where cabinet_id = ${db.cabinetId} and id = ${id} for update) b
    where m.cabinet_id = ${db.cabinetId} and m.id = ${id} and m.google = 'queued'
      -- One that ends later than the longest was made before the clock was set back.
      and (m.google_claim is null or m.google_claim = ${claim}
        or m.google_until <= ${now} or m.google_until > ${until})
      and not exists (select from client_messages o
        where o.cabinet_id = m.cabinet_id and o.pass_id = b.pass_id and o.id <> m.id and o.google = 'queued'
          and ${areRecent('o', now)}
          and o.google_claim <> ${claim} and o.google_until > ${now} and o.google_until <= ${until})
    returning b.google_claim is not null and b.google_claim <> ${claim} as "isRepeat"`.execute(db.tx)
  return rows[0]
}

/** Others need not wait until it is over. */
export async function endGoogleClaim(db: CabinetDb, id: string, claim: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('client_messages')
    .set({ google_until: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('google_claim', '=', claim)
    .execute()
}

export async function messagesOf(db: CabinetDb, clientIds: readonly string[], page: Slice) {
  const found = tables(db)
    .selectFrom('client_messages')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', 'in', [...clientIds])
    .where('is_silent', '=', false)
  const rows = await found
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await totalOf(rows, page, () => countRows(found)) }
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
    update client_messages m set state = 'delivered', delivered_at = ${now},
      apple = case when apple is not null then 'sent' end
    where cabinet_id = ${db.cabinetId} and pass_id = ${passId} and channel = 'apple' and ${areRecent('m', now)}
      and state in ('queued', 'sent')
      and pass_version = (select max(pass_version) from client_messages o
        where cabinet_id = ${db.cabinetId} and pass_id = ${passId} and pass_version <= ${version}
          and ${areRecent('o', now)})
    returning id, run_id, is_waiting`.execute(db.tx)
  const waiting = rows.filter((row) => row.is_waiting)
  await endWaiting(
    db,
    waiting.map((row) => row.id),
  )
  return waiting.flatMap((row) => row.run_id ?? [])
}

export async function countMessages(db: CabinetDb, clientId: string): Promise<number> {
  return countRows(
    tables(db).selectFrom('client_messages').where('cabinet_id', '=', db.cabinetId).where('client_id', '=', clientId),
  )
}

/** A text is filled with what is known about the client. @returns how many there are */
export async function emptyMessages(db: CabinetDb, clientId: string): Promise<number> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('client_messages')
    .set({ text: '' })
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
