/** Invitations of cabinets to addresses. */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { selectCabinets } from '../cabinets/cabinets.ts'
import { selectPeople } from '../users/users.ts'

type AccessTables = {
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
}

const tables = (tx: Tx) => tx.withTables<AccessTables>()

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

/** Answers an invitation: of many at the same time exactly one gets the row. */
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

/** Invitations that may still be accepted, with the cabinet and who invites to it. */
export const selectWaiting = (tx: Tx, now: Date) =>
  tables(tx)
    .selectFrom('invitations')
    .innerJoin(selectCabinets(tx).as('cabinets'), 'cabinets.id', 'invitations.cabinet_id')
    .innerJoin(selectPeople(tx, ['id', 'name', 'surname', 'email']).as('users'), 'users.id', 'invitations.inviter_id')
    .select([
      'invitations.id',
      'cabinets.id as cabinet_id',
      'cabinets.name as cabinet_name',
      'cabinets.domain as cabinet_domain',
      'invitations.email',
      'users.id as inviter_id',
      'users.name',
      'users.surname',
      'users.email as inviter_email',
      'invitations.created_at',
      'invitations.expires_at',
    ])
    .where('invitations.state', '=', 'waiting')
    .where('invitations.expires_at', '>', now)
export type WaitingRow = Awaited<ReturnType<ReturnType<typeof selectWaiting>['execute']>>[number]

/** For the rest of a transaction about an address: row level security hides who invites, and to which cabinet. */
export async function showInvitations(tx: Tx): Promise<void> {
  await sql`select show_invitations()`.execute(tx)
}

/** Invitations to the address that is set in the transaction. */
export function invitationsFor(tx: Tx, emailKey: string, now: Date): Promise<WaitingRow[]> {
  return selectWaiting(tx, now)
    .where('invitations.email_key', '=', emailKey)
    .orderBy('invitations.created_at', 'desc')
    .execute()
}

export function invitationByToken(
  tx: Tx,
  emailKey: string,
  tokenHash: Buffer,
  now: Date,
): Promise<WaitingRow | undefined> {
  return selectWaiting(tx, now)
    .where('invitations.email_key', '=', emailKey)
    .where('invitations.token_hash', '=', tokenHash)
    .executeTakeFirst()
}
