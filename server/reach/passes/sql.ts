import { sql, type Generated } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { RetryReason } from './retry-times.ts'

export type PassTables = {
  passes: {
    cabinet_id: number
    id: string
    client_id: string
    template_id: string
    /** One of a client: lists, filters and segments look at it, and it has the client's design. */
    is_main: Generated<boolean>
    /** The design that it was issued with. */
    issued_for: Generated<string | null>
    certificate_id: string
    version: Generated<number>
    tag: number
    modified_at: Date
    fetched_version: Generated<number>
    message: Generated<string>
    message_number: Generated<number>
    /** Its message is announced on another card of the same person. */
    is_message_silent: Generated<boolean>
    message_at: Date | null
    google_object_id: string | null
    google_version: Generated<number>
    google_saved_at: Date | null
    google_notified_at: Generated<Date[]>
    apple_removed_at: Generated<Date | null>
    google_removed_at: Generated<Date | null>
    created_at: Date
    /** Withdrawn: phones draw the card as void. */
    voided_at: Generated<Date | null>
    /** Its last day is over, and phones draw it as void. */
    ended_at: Generated<Date | null>
  }
  registrations: {
    cabinet_id: number
    id: string
    device_id: string
    pass_id: string
    push_token: string
    created_at: Date
    token_at: Date
    is_silent: Generated<boolean>
  }
  /** Kept by triggers of `passes` and `registrations`. */
  client_wallets: {
    cabinet_id: number
    client_id: string
    in_apple: boolean
    in_google: boolean
    removed_at: Date | null
  }
  google_notices: { cabinet_id: number; id: string; at: Date }
  card_updates: {
    cabinet_id: number
    id: string
    moscow_day: string
    templates: string[]
    state: 'queue' | 'in_progress' | 'done'
    total: number
    done: Generated<number>
    after_pass: string | null
    created_at: Date
    ended_at: Generated<Date | null>
  }
  wallet_retries: {
    cabinet_id: number
    wallet: 'apple' | 'google'
    id: string
    pass_id: string
    registration_id: string | null
    reason: RetryReason
    tries: number
    since: Date
    next_at: Date
  }
  apple_refusals: {
    cabinet_id: number
    certificate_id: string
    reason: string
    since: Date
    tries: number
    probe_at: Date
  }
  certificate_changes: {
    cabinet_id: number
    id: string
    certificate_id: string
    left_ids: string[]
    state: 'queue' | 'in_progress' | 'done'
    total: number
    done: number
    after_pass: string | null
    created_at: Date
    ended_at: Date | null
  }
  waiting_updates: { cabinet_id: number; template_id: string; since: Date }
}

/** Conditions over a row `p` of the table `passes`. */
export const IS_IN_APPLE = sql<boolean>`exists (select from registrations r
  where r.cabinet_id = p.cabinet_id and r.pass_id = p.id)`
/** The same, for a statement about some cards: with `offset` PostgreSQL never reads the phones of all cards instead. */
export const IS_IN_WALLET_EACH = sql<boolean>`(p.google_saved_at is not null or exists (select from registrations r
  where r.cabinet_id = p.cabinet_id and r.pass_id = p.id offset 0))`
/** One that was withdrawn counts nowhere. */
export const IS_COUNTED = sql<boolean>`p.voided_at is null`
/** It can be used: neither withdrawn nor over. */
export const IS_VALID = sql<boolean>`(p.voided_at is null and p.ended_at is null)`
export const IS_IN_WALLET = sql<boolean>`(p.google_saved_at is not null or ${IS_IN_APPLE})`

export const tables = (db: CabinetDb) => db.tx.withTables<PassTables>()

export function passById(db: CabinetDb, id: string) {
  return tables(db)
    .selectFrom('passes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type PassRow = NonNullable<Awaited<ReturnType<typeof passById>>>

/** The main card. */
export function passOfClient(db: CabinetDb, clientId: string): Promise<PassRow | undefined> {
  return tables(db)
    .selectFrom('passes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .where('is_main', '=', true)
    .executeTakeFirst()
}

/** The main cards of these clients, with their designs. */
export function mainCards(db: CabinetDb, clientIds: readonly string[]) {
  return tables(db)
    .selectFrom('passes')
    .select(['id', 'client_id', 'template_id'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', sql<string>`any(${[...clientIds]}::uuid[])`)
    .where('is_main', '=', true)
    .execute()
}

/** @returns undefined when the client has a main card already */
export function insertPass(
  db: CabinetDb,
  row: Pick<
    PassTables['passes'],
    'id' | 'client_id' | 'template_id' | 'certificate_id' | 'modified_at' | 'created_at'
  > & { is_main?: boolean },
): Promise<PassRow | undefined> {
  return tables(db)
    .insertInto('passes')
    .values({
      cabinet_id: db.cabinetId,
      tag: TAG_OF_NEW,
      ...row,
      message_at: null,
      google_object_id: null,
      google_saved_at: null,
    })
    .onConflict((conflict) => conflict.constraint('passes_client').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function passesByIds(
  db: CabinetDb,
  ids: readonly string[],
): Promise<{ id: string; client_id: string; template_id: string }[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : tables(db)
        .selectFrom('passes')
        .select(['id', 'client_id', 'template_id'])
        .where('cabinet_id', '=', db.cabinetId)
        .where('id', 'in', [...ids])
        .execute()
}

/** `isSilent`: it is announced on another card of the same person. */
export type CardText = { id: string; text: string; isSilent: boolean }

/** Whole seconds, as HTTP has them, and never the same twice. */
const modifiedAt = (now: Date) =>
  sql<Date>`greatest(date_trunc('second', ${now}::timestamptz), modified_at + interval '1 second')`

/** The tag of a changed card that has no place in the order of changes yet (order.ts). */
export const UNPLACED = -1
/** A new card is on no phone and takes no place. */
export const TAG_OF_NEW = 0

/**
 * Records a change of cards: version, tag and Last-Modified rise together. Rows are locked in the order of their ids.
 */
export async function raiseVersions(db: CabinetDb, ids: readonly string[], now: Date): Promise<void> {
  await sql`with locked as (select id from passes
      where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[]) order by id for update)
    update passes set version = version + 1, tag = ${UNPLACED}, modified_at = ${modifiedAt(now)}
    from locked where passes.cabinet_id = ${db.cabinetId} and passes.id = locked.id`.execute(db.tx)
}

/**
 * Writes each card's text onto it, which is a change as in `raiseVersions`. One that was withdrawn or is over is left
 * out. @returns the new versions
 */
export async function writeMessages(
  db: CabinetDb,
  texts: readonly CardText[],
  now: Date,
): Promise<Map<string, number>> {
  const ids = texts.map((one) => one.id)
  const { rows } = await sql<{
    id: string
    version: number
  }>`with locked as (
      select p.id from passes p where p.cabinet_id = ${db.cabinetId} and p.id = any(${ids}::uuid[]) and ${IS_VALID}
      order by p.id for update)
    update passes set message = t.text, message_number = message_number + 1, message_at = ${now},
      is_message_silent = t."isSilent", version = version + 1, tag = ${UNPLACED},
      modified_at = ${modifiedAt(now)}
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t(id uuid, text text, "isSilent" boolean)
    where passes.cabinet_id = ${db.cabinetId} and passes.id = t.id and passes.id in (select id from locked)
    returning passes.id, passes.version`.execute(db.tx)
  return new Map(rows.map((row) => [row.id, row.version]))
}

/** All cards of these clients; those that were withdrawn are left out. */
export async function passesOfClients(db: CabinetDb, clientIds: readonly string[]): Promise<string[]> {
  if (clientIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`select p.id from passes p
    where p.cabinet_id = ${db.cabinetId} and p.client_id = any(${[...clientIds]}::uuid[]) and ${IS_COUNTED}
    order by p.id`.execute(db.tx)
  return rows.map((row) => row.id)
}

/** With their versions, as in `raiseVersions`. @returns the cards that are withdrawn: all of the client */
export async function voidPasses(db: CabinetDb, clientId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with locked as materialized (select id from passes
      where cabinet_id = ${db.cabinetId} and client_id = ${clientId} order by id for update)
    update passes set voided_at = ${now}, message = '', message_at = null, google_notified_at = '{}',
      version = version + 1, tag = ${UNPLACED}, modified_at = ${modifiedAt(now)}
    from locked where passes.cabinet_id = ${db.cabinetId} and passes.id = locked.id
    returning passes.id`.execute(db.tx)
  return rows.map((row) => row.id)
}

export async function setCertificateOfPass(db: CabinetDb, id: string, certificateId: string): Promise<void> {
  await tables(db)
    .updateTable('passes')
    .set({ certificate_id: certificateId })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}
