/** iPhones and the cards they have. */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { IS_IN_APPLE, tables, UNPLACED } from './sql.ts'

export async function markFetched(db: CabinetDb, id: string, version: number): Promise<void> {
  await tables(db)
    .updateTable('passes')
    .set({ fetched_version: version })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('fetched_version', '<', version)
    .execute()
}

/** Locks the card's row: phones that register at the same time are counted one after the other. */
export async function lockPass(db: CabinetDb, id: string): Promise<void> {
  await tables(db)
    .selectFrom('passes')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/** @returns whether the device registers this card for the first time */
export async function putRegistration(
  db: CabinetDb,
  row: { device_id: string; pass_id: string; push_token: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
    values (${db.cabinetId}, ${crypto.randomUUID()}, ${row.device_id}, ${row.pass_id}, ${row.push_token},
      ${row.now}, ${row.now})
    on conflict on constraint registrations_device do update
      set push_token = excluded.push_token, token_at = excluded.token_at, is_silent = false
    returning id, (xmax = 0) as "isNew"`.execute(db.tx)
  // What Apple did not deliver to the phone may be tried with its new token.
  await sql`update wallet_retries set next_at = ${row.now}
    where cabinet_id = ${db.cabinetId} and registration_id = ${rows[0]?.id}`.execute(db.tx)
  return rows[0]?.isNew ?? false
}

/** Keeps the newest registrations of a card: a phone that invents device ids only replaces its own old ones. */
export async function trimRegistrations(db: CabinetDb, passId: string, keep: number): Promise<void> {
  await sql`delete from registrations where cabinet_id = ${db.cabinetId} and id in (
    select id from registrations where cabinet_id = ${db.cabinetId} and pass_id = ${passId}
    order by token_at desc, id desc offset ${keep})`.execute(db.tx)
}

/** @returns whether the phone had the card */
export async function deleteRegistration(db: CabinetDb, deviceId: string, passId: string): Promise<boolean> {
  const done = await tables(db)
    .deleteFrom('registrations')
    .where('cabinet_id', '=', db.cabinetId)
    .where('device_id', '=', deviceId)
    .where('pass_id', '=', passId)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** The card is on an iPhone. */
export async function forgetAppleRemoval(db: CabinetDb, passId: string): Promise<void> {
  await tables(db)
    .updateTable('passes')
    .set({ apple_removed_at: null })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', passId)
    .where('apple_removed_at', 'is not', null)
    .execute()
}

/** Of these cards, those that no iPhone has any longer. @returns them */
export async function noteAppleRemovals(db: CabinetDb, passIds: readonly string[], at: Date): Promise<string[]> {
  if (passIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`update passes p set apple_removed_at = ${at}
    where p.cabinet_id = ${db.cabinetId} and p.id = any(${[...passIds]}::uuid[]) and not ${IS_IN_APPLE}
    returning p.id`.execute(db.tx)
  return rows.map((row) => row.id)
}

export async function hasDevice(db: CabinetDb, deviceId: string): Promise<boolean> {
  return (
    (await tables(db)
      .selectFrom('registrations')
      .select('id')
      .where('cabinet_id', '=', db.cabinetId)
      .where('device_id', '=', deviceId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/** With those that have no place in the order yet, the latest place last. */
export function changedForDevice(
  db: CabinetDb,
  deviceId: string,
  certificateIds: readonly string[],
  since: number,
): Promise<{ id: string; tag: number }[]> {
  return tables(db)
    .selectFrom('registrations as r')
    .innerJoin('passes as p', (join) => join.onRef('p.cabinet_id', '=', 'r.cabinet_id').onRef('p.id', '=', 'r.pass_id'))
    .select(['p.id', 'p.tag'])
    .where('r.cabinet_id', '=', db.cabinetId)
    .where('r.device_id', '=', deviceId)
    .where('p.certificate_id', 'in', [...certificateIds])
    .where((row) => row.or([row('p.tag', '>', since), row('p.tag', '=', UNPLACED)]))
    .orderBy('p.tag')
    .execute()
}

export type PushTarget = {
  registrationId: string
  passId: string
  version: number
  certificateId: string
  token: string
  /** Not called before then: Apple asks to wait, or did not know the phone. */
  pausedUntil: Date | null
  pauseReason: 'throttled' | 'bad_token' | null
}

/** Phones to notify, one row per phone and card. @param of cards, or some of their registrations only */
export function pushTargetsOf(
  db: CabinetDb,
  of: { passes: readonly string[] } | { registrations: readonly string[] },
): Promise<PushTarget[]> {
  const isRetry = 'registrations' in of
  const ids = isRetry ? of.registrations : of.passes
  if (ids.length === 0) return Promise.resolve([])
  return tables(db)
    .selectFrom('registrations as r')
    .innerJoin('passes as p', (join) => join.onRef('p.cabinet_id', '=', 'r.cabinet_id').onRef('p.id', '=', 'r.pass_id'))
    .leftJoin('wallet_retries as w', (join) =>
      join
        .onRef('w.cabinet_id', '=', 'r.cabinet_id')
        .onRef('w.registration_id', '=', 'r.id')
        .on('w.reason', 'in', ['throttled', 'bad_token'])
        .on(sql.lit(!isRetry)),
    )
    .select(['r.id as registrationId', 'p.id as passId', 'p.version', 'p.certificate_id as certificateId'])
    .select(['r.push_token as token', 'w.next_at as pausedUntil'])
    .select((of) => of.ref('w.reason').$castTo<PushTarget['pauseReason']>().as('pauseReason'))
    .where('r.cabinet_id', '=', db.cabinetId)
    .where(isRetry ? 'r.id' : 'r.pass_id', 'in', [...ids])
    .where('r.is_silent', '=', false)
    .execute()
}

/**
 * Deletes registrations of a token that Apple reported as gone, unless the phone has registered again since.
 * @returns their cards
 */
export async function dropToken(db: CabinetDb, token: string, goneSince: Date): Promise<string[]> {
  const rows = await tables(db)
    .deleteFrom('registrations')
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_token', '=', token)
    .where('token_at', '<=', goneSince)
    .returning('pass_id')
    .execute()
  return rows.map((row) => row.pass_id)
}

export async function silenceToken(db: CabinetDb, token: string): Promise<void> {
  await tables(db)
    .updateTable('registrations')
    .set({ is_silent: true })
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_token', '=', token)
    .execute()
}

export function devicesOf(db: CabinetDb, passId: string): Promise<{ created_at: Date }[]> {
  return tables(db)
    .selectFrom('registrations')
    .select('created_at')
    .where('cabinet_id', '=', db.cabinetId)
    .where('pass_id', '=', passId)
    .orderBy('created_at')
    .execute()
}

export async function cabinetsWithVoided(
  tx: Tx,
  before: Date,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from passes where voided_at < ${before} and cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Device and token name a phone, so they go when the withdrawn card has had time to arrive. */
export async function forgetPhonesOfVoided(db: CabinetDb, before: Date): Promise<void> {
  await sql`delete from registrations r using passes p
    where r.cabinet_id = ${db.cabinetId} and p.cabinet_id = r.cabinet_id and p.id = r.pass_id
      and p.voided_at < ${before}`.execute(db.tx)
}
