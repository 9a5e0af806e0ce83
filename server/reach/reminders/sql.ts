import { type RawBuilder, sql } from 'kysely'
import type { ReminderWays } from '../../../contract/reach/reminders.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { lookUpFew } from '../../base/look-up.ts'
import { type ClientCondition, mergedClients } from '../../people/clients/clients.ts'

type State = 'sending' | 'sent' | 'unsure' | 'failed'
type Tables = {
  form_reminders: {
    cabinet_id: number
    form_id: string
    is_on: boolean
    after_days: number
    ways: ReminderWays
    time_zone: string
    since: Date | null
    changed_at: Date
  }
  client_reminders: {
    cabinet_id: number
    client_id: string
    form_id: string
    at: Date
    channel: 'email' | 'sms'
    state: State
    changed_at: Date
  }
}
export type ReminderRow = Tables['form_reminders']

const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

/** The time zones of all reminders that are on. */
export async function zonesThatRemind(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`select distinct time_zone as zone from form_reminders
    where is_on`.execute(tx)
  return rows.map((row) => row.zone)
}

/** Cabinets in which a form reminds by the time of one of these zones. */
export async function cabinetsThatRemind(
  tx: Tx,
  { zones, after, limit }: { zones: readonly string[]; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct cabinet_id as id from form_reminders
    where is_on and time_zone = any(${[...zones]}::text[]) and cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

export function reminderOf(db: CabinetDb, formId: string): Promise<ReminderRow | undefined> {
  return tables(db)
    .selectFrom('form_reminders')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_id', '=', formId)
    .executeTakeFirst()
}

export function remindersOn(db: CabinetDb): Promise<ReminderRow[]> {
  return tables(db)
    .selectFrom('form_reminders')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('is_on', '=', true)
    .orderBy('form_id')
    .execute()
}

export async function saveReminder(db: CabinetDb, row: Omit<ReminderRow, 'cabinet_id'>): Promise<void> {
  await tables(db)
    .insertInto('form_reminders')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'form_id']).doUpdateSet(row))
    .execute()
}

export async function forgetSettings(db: CabinetDb, formId: string): Promise<void> {
  await tables(db)
    .deleteFrom('form_reminders')
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_id', '=', formId)
    .execute()
}

export function countSent(
  db: CabinetDb,
  formId: string,
): Promise<{ channel: 'email' | 'sms'; state: State; count: number }[]> {
  return tables(db)
    .selectFrom('client_reminders')
    .select(['channel', 'state', sql<number>`count(*)`.as('count')])
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_id', '=', formId)
    .groupBy(['channel', 'state'])
    .execute()
}

/**
 * Neither the client nor one who was merged into the client was ever reminded. They are asked apart: as one list of ids
 * for each client no index finds them, and all reminders are read for each.
 */
export const wasNotReminded = (db: CabinetDb): ClientCondition =>
  sql`(not exists (select from client_reminders r where r.cabinet_id = ${db.cabinetId} and r.client_id = clients.id)
    and not exists (select from (${mergedClients(db)}) merged
      join client_reminders r on r.cabinet_id = ${db.cabinetId} and r.client_id = merged.id
      where merged.kept_id = clients.id))`

/**
 * Among them are all clients of the form whom a reminder may still reach, kept by triggers of the database (decision
 * 210). @param before the client has come before it
 */
export const isCandidate = (db: CabinetDb, formId: string, before: Date): ClientCondition =>
  sql`clients.id in (select k.client_id from reminder_candidates k where k.cabinet_id = ${db.cabinetId}
    and k.form_id = ${formId} and k.client_since < ${before})`

/** Some of these clients, in no order. */
export async function someIds(db: CabinetDb, found: RawBuilder<{ id: string }>, limit: number): Promise<string[]> {
  const rows = await lookUpFew(db, sql<{ id: string }>`select found.id from (${found}) found limit ${limit}`)
  return rows.map((row) => row.id)
}

/** The next of these clients by their ids. */
export async function nextIds(
  db: CabinetDb,
  found: RawBuilder<{ id: string }>,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await lookUpFew(
    db,
    sql<{ id: string }>`select found.id from (${found}) found
      where ${after}::uuid is null or found.id > ${after}::uuid order by found.id limit ${limit}`,
  )
  return rows.map((row) => row.id)
}

/** @returns false when the client has been reminded */
export async function claim(
  db: CabinetDb,
  row: Omit<Tables['client_reminders'], 'cabinet_id' | 'changed_at'>,
): Promise<boolean> {
  const done = await tables(db)
    .insertInto('client_reminders')
    .values({ cabinet_id: db.cabinetId, ...row, changed_at: row.at })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'client_id']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function setState(db: CabinetDb, clientId: string, state: State, at: Date): Promise<void> {
  await tables(db)
    .updateTable('client_reminders')
    .set({ state, changed_at: at })
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .execute()
}

/** A worker was lost while the provider was asked, and nobody knows whether the SMS has left. */
export async function giveUpSending(db: CabinetDb, before: Date, now: Date): Promise<void> {
  await tables(db)
    .updateTable('client_reminders')
    .set({ state: 'unsure', changed_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', '=', 'sending')
    .where('changed_at', '<=', before)
    .execute()
}

/** Nothing has left, so the client may be reminded another time; also of one who is erased. */
export async function dropReminder(db: CabinetDb, clientId: string): Promise<void> {
  await tables(db)
    .deleteFrom('client_reminders')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .execute()
}

export async function remindersOfClients(
  db: CabinetDb,
  clientIds: readonly string[],
): Promise<Pick<Tables['client_reminders'], 'at' | 'channel' | 'state'>[]> {
  if (clientIds.length === 0) return []
  return tables(db)
    .selectFrom('client_reminders')
    .select(['at', 'channel', 'state'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', 'in', [...clientIds])
    .orderBy('at')
    .execute()
}
