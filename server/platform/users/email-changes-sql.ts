/** Changes of the address with which a user signs in: confirmed from the new address, undone from the old one. */
import type { Db, Tx } from '../../base/db.ts'
import type { UserRow, UserTables } from './sql.ts'

type ChangeTables = {
  email_changes: {
    id: string
    user_id: string
    old_email: string
    old_key: string
    new_email: string
    new_key: string
    /** Of the link to the new address; null as long as none was sent. */
    token_hash: Buffer | null
    /** Of the link to the old address; null where that one was never proved to be the user's. */
    undo_hash: Buffer | null
    asked_at: Date
    expires_at: Date
    confirmed_at: Date | null
    cancelled_at: Date | null
    undone_at: Date | null
    /** Until then it can be undone, and after a confirmed change nobody else gets the old address. */
    undo_until: Date
  }
}
export type ChangeRow = ChangeTables['email_changes']

const tables = (db: Db | Tx) => db.withTables<ChangeTables & Pick<UserTables, 'users'>>()

export async function insertChange(tx: Tx, change: ChangeRow): Promise<void> {
  await tables(tx).insertInto('email_changes').values(change).execute()
}

const waiting = (db: Db | Tx, now: Date) =>
  tables(db)
    .selectFrom('email_changes')
    .selectAll()
    .where('confirmed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', now)

export function waitingOf(db: Db | Tx, userId: string, now: Date): Promise<ChangeRow | undefined> {
  return waiting(db, now).where('user_id', '=', userId).orderBy('asked_at', 'desc').limit(1).executeTakeFirst()
}

export function waitingById(tx: Tx, id: string, now: Date): Promise<ChangeRow | undefined> {
  return waiting(tx, now).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function waitingByToken(tx: Tx, hash: Buffer, userId: string, now: Date): Promise<ChangeRow | undefined> {
  return waiting(tx, now).where('token_hash', '=', hash).where('user_id', '=', userId).forUpdate().executeTakeFirst()
}

export async function setToken(tx: Tx, id: string, hash: Buffer): Promise<void> {
  await tables(tx).updateTable('email_changes').set({ token_hash: hash }).where('id', '=', id).execute()
}

export async function setConfirmed(tx: Tx, id: string, at: Date, undoUntil: Date): Promise<void> {
  await tables(tx)
    .updateTable('email_changes')
    .set({ confirmed_at: at, undo_until: undoUntil, token_hash: null })
    .where('id', '=', id)
    .execute()
}

/** What waits is over; the link to the old address still works. */
export async function cancelWaiting(tx: Tx, userId: string, at: Date): Promise<void> {
  await tables(tx)
    .updateTable('email_changes')
    .set({ cancelled_at: at, token_hash: null })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Those that nobody can confirm or undo any more. */
export async function deleteOver(tx: Tx, userId: string, now: Date): Promise<void> {
  await tables(tx)
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('undo_until', '<=', now)
    .where('expires_at', '<=', now)
    .execute()
}

export function changeToUndo(db: Db | Tx, hash: Buffer, now: Date): Promise<ChangeRow | undefined> {
  return tables(db)
    .selectFrom('email_changes')
    .selectAll()
    .where('undo_hash', '=', hash)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .executeTakeFirst()
}

/** This change and every later one: undone from an address that only a later one brought, it must not come back. */
export async function setUndone(tx: Tx, { user_id: userId, asked_at: askedAt }: ChangeRow, at: Date): Promise<void> {
  await tables(tx)
    .updateTable('email_changes')
    .set({ undone_at: at, token_hash: null })
    .where('user_id', '=', userId)
    .where('asked_at', '>=', askedAt)
    .where('undone_at', 'is', null)
    .execute()
}

/** Whose address this was until a change that can still be undone; undefined when it is free. */
export async function holderOf(db: Db | Tx, emailKey: string, now: Date): Promise<ChangeRow | undefined> {
  return tables(db)
    .selectFrom('email_changes')
    .selectAll()
    .where('old_key', '=', emailKey)
    .where('confirmed_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('undo_hash', 'is not', null)
    .where('undo_until', '>', now)
    .limit(1)
    .executeTakeFirst()
}

export async function setEmail(
  tx: Tx,
  userId: string,
  address: Pick<UserRow, 'email' | 'email_key' | 'email_verified_at'>,
): Promise<void> {
  await tables(tx).updateTable('users').set(address).where('id', '=', userId).execute()
}

/** A sign-up whose address nobody has confirmed, unless a business hangs on it. */
export async function deleteUnconfirmed(tx: Tx, key: string): Promise<void> {
  await tables(tx)
    .deleteFrom('users')
    .where('email_key', '=', key)
    .where('email_verified_at', 'is', null)
    .where('is_address_kept', '=', false)
    .execute()
}

export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tables(tx).selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
