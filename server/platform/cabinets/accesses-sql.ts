/** Who has access to which cabinet, and who wants its emails. */
import { sql } from 'kysely'
import type { Language, MemberRight, Role } from '../../../contract/limits.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { selectPeople } from '../users/users.ts'
import { tables } from './tables.ts'

const people = (db: CabinetDb) =>
  tables(db.tx)
    .selectFrom('accesses')
    .innerJoin(
      selectPeople(db.tx, ['id', 'name', 'surname', 'email', 'phone', 'email_verified_at', 'lang']).as('users'),
      'users.id',
      'accesses.user_id',
    )
    .select([
      'users.id',
      'users.name',
      'users.surname',
      'users.email',
      'users.phone',
      'users.email_verified_at',
      'users.lang',
      'accesses.role',
      'accesses.rights',
      'accesses.is_notifications',
      'accesses.unsubscribed_at',
      'accesses.created_at',
    ])
    .where('accesses.cabinet_id', '=', db.cabinetId)
export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

/** Row level security hides users who are not asked for; these are read right after. */
const showColleagues = (db: CabinetDb) => sql`select show_colleagues()`.execute(db.tx)

export async function peopleOf(db: CabinetDb): Promise<PersonRow[]> {
  await showColleagues(db)
  return people(db)
    .orderBy(sql`accesses.role = 'owner'`, 'desc')
    .orderBy('accesses.created_at')
    .execute()
}

export async function personOf(db: CabinetDb, userId: string): Promise<PersonRow | undefined> {
  await showColleagues(db)
  return people(db).where('accesses.user_id', '=', userId).executeTakeFirst()
}

/** Access that the person has already stays as it is. */
export async function insertAccess(db: CabinetDb, userId: string, at: Date, role: Role): Promise<void> {
  await tables(db.tx)
    .insertInto('accesses')
    .values({ cabinet_id: db.cabinetId, id: crypto.randomUUID(), user_id: userId, role, created_at: at })
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

const ownAccess = (db: CabinetDb, userId: string) =>
  tables(db.tx).updateTable('accesses').where('cabinet_id', '=', db.cabinetId).where('user_id', '=', userId)

export async function setRights(db: CabinetDb, userId: string, rights: readonly MemberRight[]): Promise<void> {
  await ownAccess(db, userId)
    .set({ rights: [...rights] })
    .execute()
}

export async function setNotifications(db: CabinetDb, userId: string, isOn: boolean): Promise<void> {
  await ownAccess(db, userId).set({ is_notifications: isOn, unsubscribed_at: null }).execute()
}

/** People who want emails about the cabinet and have confirmed their address. */
export async function emailedPeople(db: CabinetDb): Promise<{ id: string; email: string; lang: Language }[]> {
  await showColleagues(db)
  return people(db)
    .clearSelect()
    .select(['users.id', 'users.email', 'users.lang'])
    .where('accesses.is_notifications', '=', true)
    .where('users.email_verified_at', 'is not', null)
    .orderBy('accesses.created_at')
    .execute()
}

export async function stopEmails(db: CabinetDb, userId: string, at: Date): Promise<void> {
  await ownAccess(db, userId)
    .set({ is_notifications: false, unsubscribed_at: at })
    .where('is_notifications', '=', true)
    .execute()
}

export async function undoStop(db: CabinetDb, userId: string): Promise<void> {
  await ownAccess(db, userId)
    .set({ is_notifications: true, unsubscribed_at: null })
    .where('unsubscribed_at', 'is not', null)
    .execute()
}

export async function hasAccess(tx: Tx, userId: string, cabinetId: number): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('accesses')
    .select('cabinet_id')
    .where('user_id', '=', userId)
    .where('cabinet_id', '=', cabinetId)
    .executeTakeFirst()
  return row !== undefined
}

/** In a transaction that sees what belongs to the user in person. */
export async function ownCabinetIds(tx: Tx, userId: string): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('accesses')
    .select('cabinet_id')
    .where('user_id', '=', userId)
    .orderBy('cabinet_id')
    .execute()
  return rows.map((row) => row.cabinet_id)
}

export async function userIdsWithAccess(db: CabinetDb): Promise<string[]> {
  const rows = await tables(db.tx)
    .selectFrom('accesses')
    .select('user_id')
    .where('cabinet_id', '=', db.cabinetId)
    .execute()
  return rows.map((row) => row.user_id)
}

export const selectAccessStart = (db: CabinetDb, userId: string) =>
  tables(db.tx)
    .selectFrom('accesses')
    .select('created_at')
    .where('cabinet_id', '=', db.cabinetId)
    .where('user_id', '=', userId)
