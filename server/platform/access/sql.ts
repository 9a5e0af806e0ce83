import { sql, type Generated } from 'kysely'
import type { Language } from '../../../contract/limits.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'

type AccessTables = {
  accesses: {
    cabinet_id: number
    id: string
    user_id: string
    role: 'owner' | 'member'
    is_notifications: Generated<boolean>
    unsubscribed_at: Generated<Date | null>
    created_at: Date
  }
  invitations: {
    cabinet_id: number
    id: string
    inviter_id: string
    email: string
    email_key: string
    token_hash: Buffer
    state: 'waiting' | 'accepted' | 'rejected' | 'revoked'
    created_at: Date
    expires_at: Date
    answered_at: Date | null
  }
  users: {
    id: string
    name: string
    surname: string
    email: string
    email_verified_at: Date | null
    phone: string
    lang: Language
  }
  cabinets: { id: number; name: string; domain: string }
}

const tables = (tx: Tx) => tx.withTables<AccessTables>()

const people = (db: CabinetDb) =>
  tables(db.tx)
    .selectFrom('accesses')
    .innerJoin('users', 'users.id', 'accesses.user_id')
    .select([
      'users.id',
      'users.name',
      'users.surname',
      'users.email',
      'users.phone',
      'users.email_verified_at',
      'accesses.role',
      'accesses.is_notifications',
      'accesses.unsubscribed_at',
      'accesses.created_at',
    ])
    .where('accesses.cabinet_id', '=', db.cabinetId)
export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

/** People with access: the owner first, then by their day. */
export function peopleOf(db: CabinetDb): Promise<PersonRow[]> {
  return people(db)
    .orderBy(sql`accesses.role = 'owner'`, 'desc')
    .orderBy('accesses.created_at')
    .execute()
}

export function personOf(db: CabinetDb, userId: string): Promise<PersonRow | undefined> {
  return people(db).where('accesses.user_id', '=', userId).executeTakeFirst()
}

/** Whoever has access already keeps it as it is. */
export async function insertAccess(db: CabinetDb, userId: string, at: Date): Promise<void> {
  await tables(db.tx)
    .insertInto('accesses')
    .values({ cabinet_id: db.cabinetId, id: crypto.randomUUID(), user_id: userId, role: 'member', created_at: at })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'user_id']).doNothing())
    .execute()
}

export async function deleteAccess(db: CabinetDb, userId: string): Promise<void> {
  await tables(db.tx)
    .deleteFrom('accesses')
    .where('cabinet_id', '=', db.cabinetId)
    .where('user_id', '=', userId)
    .execute()
}

export async function setNotifications(db: CabinetDb, userId: string, isOn: boolean): Promise<void> {
  await tables(db.tx)
    .updateTable('accesses')
    .set({ is_notifications: isOn, unsubscribed_at: null })
    .where('cabinet_id', '=', db.cabinetId)
    .where('user_id', '=', userId)
    .execute()
}

/** Whoever wants letters about the cabinet and has proved the address. */
export function mailedPeople(db: CabinetDb): Promise<{ id: string; email: string; lang: Language }[]> {
  return people(db)
    .clearSelect()
    .select(['users.id', 'users.email', 'users.lang'])
    .where('accesses.is_notifications', '=', true)
    .where('users.email_verified_at', 'is not', null)
    .orderBy('accesses.created_at')
    .execute()
}

/** By the link of a letter; of many at once the first one counts. */
export async function stopMails(db: CabinetDb, userId: string, at: Date): Promise<void> {
  await tables(db.tx)
    .updateTable('accesses')
    .set({ is_notifications: false, unsubscribed_at: at })
    .where('cabinet_id', '=', db.cabinetId)
    .where('user_id', '=', userId)
    .where('is_notifications', '=', true)
    .execute()
}

/** Only what a link has stopped, a link can start again. */
export async function undoStop(db: CabinetDb, userId: string): Promise<void> {
  await tables(db.tx)
    .updateTable('accesses')
    .set({ is_notifications: true, unsubscribed_at: null })
    .where('cabinet_id', '=', db.cabinetId)
    .where('user_id', '=', userId)
    .where('unsubscribed_at', 'is not', null)
    .execute()
}

export type InvitationRow = AccessTables['invitations']

/** Invitations that were neither accepted nor revoked, the latest first. */
export function openInvitations(db: CabinetDb): Promise<InvitationRow[]> {
  return tables(db.tx)
    .selectFrom('invitations')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', 'in', ['waiting', 'rejected'])
    .orderBy('created_at', 'desc')
    .execute()
}

/** The row of an address: a new one, or the old one with a new link. */
export async function saveInvitation(
  db: CabinetDb,
  row: Omit<InvitationRow, 'cabinet_id' | 'id' | 'state' | 'answered_at'>,
): Promise<void> {
  const fresh = { ...row, state: 'waiting' as const, answered_at: null }
  await tables(db.tx)
    .insertInto('invitations')
    .values({ cabinet_id: db.cabinetId, id: crypto.randomUUID(), ...fresh })
    .onConflict((conflict) => conflict.constraint('invitations_email').doUpdateSet(fresh))
    .execute()
}

/** @returns false when there is none that could be revoked */
export async function revokeInvitation(db: CabinetDb, emailKey: string, at: Date): Promise<boolean> {
  const done = await tables(db.tx)
    .updateTable('invitations')
    .set({ state: 'revoked', answered_at: at })
    .where('cabinet_id', '=', db.cabinetId)
    .where('email_key', '=', emailKey)
    .where('state', 'in', ['waiting', 'rejected'])
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Answers an invitation: of many at once exactly one gets the row. */
export async function takeInvitation(
  db: CabinetDb,
  emailKey: string,
  state: 'accepted' | 'rejected',
  at: Date,
): Promise<boolean> {
  const done = await tables(db.tx)
    .updateTable('invitations')
    .set({ state, answered_at: at })
    .where('cabinet_id', '=', db.cabinetId)
    .where('email_key', '=', emailKey)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function domainOf(db: CabinetDb): Promise<string | null> {
  return (
    (await tables(db.tx).selectFrom('cabinets').select('domain').where('id', '=', db.cabinetId).executeTakeFirst())
      ?.domain ?? null
  )
}

/** Language of the mail to an address, where it has a user. */
export async function languageOf(db: CabinetDb, email: string): Promise<Language | undefined> {
  return (await tables(db.tx).selectFrom('users').select('lang').where('email', '=', email).executeTakeFirst())?.lang
}

const waiting = (tx: Tx, emailKey: string, now: Date) =>
  tables(tx)
    .selectFrom('invitations')
    .innerJoin('cabinets', 'cabinets.id', 'invitations.cabinet_id')
    .innerJoin('users', 'users.id', 'invitations.inviter_id')
    .select([
      'cabinets.id as cabinet_id',
      'cabinets.name as cabinet_name',
      'users.name',
      'users.surname',
      'users.email as inviter_email',
      'invitations.created_at',
      'invitations.expires_at',
    ])
    .where('invitations.email_key', '=', emailKey)
    .where('invitations.state', '=', 'waiting')
    .where('invitations.expires_at', '>', now)
export type WaitingRow = Awaited<ReturnType<ReturnType<typeof waiting>['execute']>>[number]

/** What waits for the address that stands in the transaction. */
export function invitationsFor(tx: Tx, emailKey: string, now: Date): Promise<WaitingRow[]> {
  return waiting(tx, emailKey, now).orderBy('invitations.created_at', 'desc').execute()
}

export function invitationByToken(
  tx: Tx,
  emailKey: string,
  tokenHash: Buffer,
  now: Date,
): Promise<WaitingRow | undefined> {
  return waiting(tx, emailKey, now).where('invitations.token_hash', '=', tokenHash).executeTakeFirst()
}
