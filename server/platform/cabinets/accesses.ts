/** Who has access to a cabinet and who gets its emails. Who may grant and revoke access is decided in `access`. */
import { type Language, MEMBER_RIGHTS, type MemberRight, type Role } from '../../../contract/limits.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import * as sql from './accesses-sql.ts'

export type { PersonRow } from './accesses-sql.ts'

/** An owner has all rights, whatever was given to them as a member. */
export const rightsOf = (access: { role: Role; rights: readonly MemberRight[] }): MemberRight[] =>
  MEMBER_RIGHTS.filter((one) => access.role === 'owner' || access.rights.includes(one))

/** People with access: the owner first, then by their day. */
export function peopleOf(db: CabinetDb): Promise<sql.PersonRow[]> {
  return sql.peopleOf(db)
}

export function personOf(db: CabinetDb, userId: string): Promise<sql.PersonRow | undefined> {
  return sql.personOf(db, userId)
}

/** Access that exists already stays as it is. */
export function grantAccess(db: CabinetDb, userId: string, at: Date, role: Role = 'member'): Promise<void> {
  return sql.insertAccess(db, userId, at, role)
}

export function revokeAccess(db: CabinetDb, userId: string): Promise<void> {
  return sql.deleteAccess(db, userId)
}

/** Of the user that the transaction is about. */
export function ownCabinetIds(tx: Tx, userId: string): Promise<number[]> {
  return sql.ownCabinetIds(tx, userId)
}

export function hasAccess(tx: Tx, userId: string, cabinetId: number): Promise<boolean> {
  return sql.hasAccess(tx, userId, cabinetId)
}

export async function userIdsWithAccess(db: CabinetDb): Promise<ReadonlySet<string>> {
  return new Set(await sql.userIdsWithAccess(db))
}

/** Since when a user has access, as a sub-select. */
export const selectAccessStart = (db: CabinetDb, userId: string) => sql.selectAccessStart(db, userId)

/** Gives a member exactly these rights. */
export function setRights(db: CabinetDb, userId: string, rights: readonly MemberRight[]): Promise<void> {
  return sql.setRights(db, userId, rights)
}

/** Switches the emails about the cabinet for one person. */
export function setNotifications(db: CabinetDb, userId: string, isOn: boolean): Promise<void> {
  return sql.setNotifications(db, userId, isOn)
}

/** People who want emails about the cabinet and have confirmed their address. */
export function emailedPeople(db: CabinetDb): Promise<{ id: string; email: string; lang: Language }[]> {
  return sql.emailedPeople(db)
}

/** By the link of an email; of several times the first one counts. */
export function stopEmails(db: CabinetDb, userId: string, at: Date): Promise<void> {
  return sql.stopEmails(db, userId, at)
}

/** A link starts again only what a link has stopped. */
export function undoStop(db: CabinetDb, userId: string): Promise<void> {
  return sql.undoStop(db, userId)
}
