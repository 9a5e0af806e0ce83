/** Who users are, for the rooms above: by name, or as a sub-select that they join and search. */
import type { Language } from '../../../contract/limits.ts'
import { type Db, lookUpIn, type Tx } from '../../base/db.ts'
import { emailKey } from './email-key.ts'
import * as sql from './people-sql.ts'

/** As a person is addressed; empty for a user who is gone. */
export const fullName = (who: { name: string | null; surname: string | null }): string =>
  `${who.name ?? ''} ${who.surname ?? ''}`.trim()

/** All users as a sub-select with these columns: a database role may see some and not others. */
export const selectPeople: typeof sql.selectPeople = (db, columns) => sql.selectPeople(db, columns)

/** All users as the operator sees them, with their sessions counted. */
export const selectOperatedUsers = (tx: Tx) => sql.selectOperatedUsers(tx)

export type Contact = { name: string; email: string; phone: string }

/** Name and addresses of a user; undefined when the user is gone. */
export async function findContact(db: Db | Tx, userId: string): Promise<Contact | undefined> {
  const row = await selectPeople(db, ['name', 'surname', 'email', 'phone']).where('id', '=', userId).executeTakeFirst()
  return row && { name: fullName(row), email: row.email, phone: row.phone }
}

/** Names of these users, also of those who have left; those who are gone are not in the map. */
export async function fullNames(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await sql.namesOf(db, [...new Set(userIds)])
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}

/** The language to write in to an address, where it has a user. */
export function languageOfEmail(tx: Tx, email: string): Promise<Language | undefined> {
  return lookUpIn(tx, { email: emailKey(email) }, () => sql.languageOfEmail(tx, email))
}

/** The promo code that the user signed up with, in capitals; empty when there was none. */
export function promoCodeOf(db: Db | Tx, userId: string): Promise<string> {
  return sql.promoCodeOf(db, userId)
}

/** How many users with a confirmed address signed up with a promo code. @param code in capitals */
export function countSignedUp(db: Db | Tx, code: string): Promise<number> {
  return sql.countSignedUp(db, code)
}

/** Those users, the latest first. @param code in capitals */
export function latestSignedUp(db: Db | Tx, code: string, limit: number) {
  return sql.latestSignedUp(db, code, limit)
}
