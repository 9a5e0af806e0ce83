import { type Generated, sql } from 'kysely'
import type { Language } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../base/db.ts'
import { emailKey } from './email-key.ts'

export type UserTables = {
  users: {
    id: string
    name: string
    surname: string
    email: string
    email_key: string
    email_verified_at: Date | null
    phone: string
    password_hash: string
    superuser: Generated<boolean>
    lang: Language
    promo_code: string
    consent_at: Date
    created_at: Date
    /** Version of the offer; null when none was accepted. */
    offer_version: number | null
    offer_accepted_at: Date | null
    password_changed_at: Date
    /** Has a business: its address is not given to another sign-up, confirmed or not. */
    is_address_kept: Generated<boolean>
  }
  sessions: {
    id: string
    user_id: string
    token_hash: Buffer
    ip: string
    user_agent: string
    created_at: Date
    last_used_at: Date
  }
  mail_tokens: {
    token_hash: Buffer
    user_id: string
    purpose: 'verify' | 'reset'
    email_key: string
    created_at: Date
    expires_at: Date
  }
}
export type UserRow = Omit<UserTables['users'], 'superuser' | 'is_address_kept'> & { superuser: boolean }

const tables = (db: Db | Tx) => db.withTables<UserTables>()

export function userByEmail(db: Db | Tx, email: string): Promise<UserRow | undefined> {
  return tables(db).selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

export function userById(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  return tables(db).selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @returns false when the address has a user already */
export async function insertUser(
  tx: Tx,
  user: Omit<UserRow, 'superuser' | 'email_key'> & { superuser?: boolean },
): Promise<boolean> {
  const row = { ...user, email_key: emailKey(user.email) }
  const done = await tables(tx)
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.constraint('users_email_key').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * A second sign-up before the address was confirmed: the newer data counts, and sessions of the older sign-up end.
 * @returns false when it is confirmed by now
 */
export async function replaceUnconfirmed(
  tx: Tx,
  userId: string,
  { id: _, email_key: _key, superuser: _flag, ...facts }: UserRow,
): Promise<boolean> {
  const done = await tables(tx)
    .updateTable('users')
    .set(facts)
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .where('is_address_kept', '=', false)
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) return false
  await tables(tx).deleteFrom('sessions').where('user_id', '=', userId).execute()
  await deleteAllMailTokens(tx, userId)
  return true
}

export async function keepAddress(tx: Tx, userId: string): Promise<void> {
  await tables(tx).updateTable('users').set({ is_address_kept: true }).where('id', '=', userId).execute()
}

export async function setEmailVerified(tx: Tx, userId: string, at: Date): Promise<void> {
  await tables(tx)
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}

export async function setPasswordHash(tx: Tx, userId: string, hash: string, at: Date): Promise<void> {
  await tables(tx)
    .updateTable('users')
    .set({ password_hash: hash, password_changed_at: at })
    .where('id', '=', userId)
    .execute()
}

/** The same password hashed at today's cost; a password that was changed meanwhile stays as it is. */
export async function rehash(db: Db | Tx, userId: string, oldHash: string, hash: string): Promise<void> {
  await tables(db)
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .where('password_hash', '=', oldHash)
    .execute()
}

/** Their sessions, links and conversations with support go too. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('users').where('id', '=', userId).execute()
}

export async function setProfile(
  db: Db | Tx,
  userId: string,
  profile: { name: string; surname: string; phone: string },
): Promise<void> {
  await tables(db).updateTable('users').set(profile).where('id', '=', userId).execute()
}

/** A user who accepted this version or a newer one keeps the earlier time. */
export async function setOfferAccepted(db: Db | Tx, userId: string, version: number, at: Date): Promise<void> {
  await tables(db)
    .updateTable('users')
    .set({ offer_version: version, offer_accepted_at: at })
    .where('id', '=', userId)
    .where((is) => is.or([is('offer_version', 'is', null), is('offer_version', '<', version)]))
    .execute()
}

export async function setLanguage(db: Db | Tx, userId: string, lang: Language): Promise<void> {
  await tables(db).updateTable('users').set({ lang }).where('id', '=', userId).execute()
}

export async function insertSession(db: Db | Tx, session: UserTables['sessions']): Promise<void> {
  await tables(db).insertInto('sessions').values(session).execute()
}

type FoundSession = Pick<UserRow, 'id' | 'email' | 'email_verified_at' | 'offer_version' | 'superuser' | 'lang'> & {
  session_id: string
  session_created_at: Date
  last_used_at: Date
}

/** Every call with a session begins with it, so it is one round trip. */
export async function findSession(db: Db | Tx, hash: Buffer): Promise<FoundSession | undefined> {
  return (await sql<FoundSession>`select * from find_session(${hash})`.execute(db)).rows[0]
}

export async function userOfSession(tx: Tx, sessionId: string): Promise<string | undefined> {
  const row = await tables(tx).selectFrom('sessions').select('user_id').where('id', '=', sessionId).executeTakeFirst()
  return row?.user_id
}

export async function hasSessionFrom(db: Db | Tx, userId: string, ip: string): Promise<boolean> {
  return (
    (await tables(db)
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .where('ip', '=', ip)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export async function touchSession(db: Db | Tx, id: string, ip: string, at: Date): Promise<void> {
  await tables(db).updateTable('sessions').set({ last_used_at: at, ip }).where('id', '=', id).execute()
}

export async function deleteSession(db: Db | Tx, id: string): Promise<void> {
  await tables(db).deleteFrom('sessions').where('id', '=', id).execute()
}

/** @param keptId stays; undefined: none does. @returns how many there were */
export async function deleteSessionsOf(db: Db | Tx, userId: string, keptId?: string): Promise<number> {
  const all = tables(db).deleteFrom('sessions').where('user_id', '=', userId)
  const done = await (keptId === undefined ? all : all.where('id', '<>', keptId)).executeTakeFirst()
  return Number(done.numDeletedRows)
}

/** Sessions that are still valid, the latest used first. */
export function sessionsOf(
  db: Db | Tx,
  userId: string,
  usedAfter: Date,
  startedAfter: Date,
): Promise<Omit<UserTables['sessions'], 'token_hash'>[]> {
  return tables(db)
    .selectFrom('sessions')
    .select(['id', 'user_id', 'ip', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('last_used_at', '>=', usedAfter)
    .where('created_at', '>=', startedAfter)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
}

export async function deleteMailTokens(tx: Tx, userId: string, purpose: 'verify' | 'reset'): Promise<void> {
  await tables(tx).deleteFrom('mail_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}

/** Links that were mailed to an address which is no longer the user's. */
export async function deleteAllMailTokens(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('mail_tokens').where('user_id', '=', userId).execute()
}

/** A new link invalidates the older ones of the same purpose. */
export async function replaceMailToken(tx: Tx, token: UserTables['mail_tokens']): Promise<void> {
  await deleteMailTokens(tx, token.user_id, token.purpose)
  await tables(tx).insertInto('mail_tokens').values(token).execute()
}

export function mailToken(
  db: Db | Tx,
  hash: Buffer,
  purpose: 'verify' | 'reset',
  now: Date,
): Promise<{ user_id: string; email_key: string } | undefined> {
  return tables(db)
    .selectFrom('mail_tokens')
    .select(['user_id', 'email_key'])
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses a link up: of many at the same time exactly one gets the row. */
export function takeMailToken(
  tx: Tx,
  hash: Buffer,
  purpose: 'verify' | 'reset',
  now: Date,
): Promise<{ user_id: string; email_key: string } | undefined> {
  return tables(tx)
    .deleteFrom('mail_tokens')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email_key'])
    .executeTakeFirst()
}

/** One change of the flag at a time, over all users. */
export async function waitForSuperusers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('superusers', 0))`.execute(tx)
}

/** All users with the flag. */
export async function superuserIds(tx: Tx): Promise<string[]> {
  return (await tables(tx).selectFrom('users').select('id').where('superuser', '=', true).execute()).map(
    (row) => row.id,
  )
}

export async function setSuperuser(tx: Tx, userId: string, isSuperuser: boolean): Promise<void> {
  await tables(tx).updateTable('users').set({ superuser: isSuperuser }).where('id', '=', userId).execute()
}

/** The exact address: one that only looks alike has the same key and belongs to somebody else. */
export async function confirmedWith(tx: Tx, email: string): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where((where) => where.fn<string>('lower', ['email']), '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.id
}
