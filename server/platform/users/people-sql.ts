/** Who users are, for rooms that show or search people. */
import { sql } from 'kysely'
import type { Language } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../base/db.ts'
import { emailKey } from './email-key.ts'
import type { UserTables } from './sql.ts'

const tables = (db: Db | Tx) => db.withTables<UserTables>()

/** Columns that other rooms may see; never those of the password. */
type PersonColumn =
  | 'id'
  | 'name'
  | 'surname'
  | 'email'
  | 'email_key'
  | 'email_verified_at'
  | 'phone'
  | 'lang'
  | 'created_at'

export const selectPeople = <Column extends PersonColumn>(db: Db | Tx, columns: readonly Column[]) =>
  tables(db).selectFrom('users').select(columns)

export const selectOperatedUsers = (db: Db | Tx) =>
  tables(db)
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'users.surname',
      'users.email',
      'users.email_verified_at',
      'users.phone',
      'users.superuser',
      'users.lang',
      'users.created_at',
    ])
    .select([
      sql<number>`(select count(*) from sessions s where s.user_id = users.id)`.as('sessions'),
      sql<Date | null>`(select max(s.last_used_at) from sessions s where s.user_id = users.id)`.as('last_used_at'),
    ])

export async function languageOfEmail(tx: Tx, email: string): Promise<Language | undefined> {
  const row = await tables(tx)
    .selectFrom('users')
    .select('lang')
    .where('email_key', '=', emailKey(email))
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.lang
}

/** These users alone, whatever else the transaction sees. */
export async function namesOf(
  db: Db | Tx,
  ids: readonly string[],
): Promise<{ id: string; name: string; surname: string }[]> {
  return (await sql<{ id: string; name: string; surname: string }>`select * from find_names(${ids})`.execute(db)).rows
}

export async function promoCodeOf(db: Db | Tx, userId: string): Promise<string> {
  const row = await tables(db)
    .selectFrom('users')
    .select(sql<string>`upper(promo_code)`.as('code'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.code ?? ''
}

const signedUp = (db: Db | Tx, code: string) =>
  tables(db)
    .selectFrom('users')
    .where(sql<boolean>`upper(promo_code) = ${code}`)
    .where('promo_code', '<>', '')
    .where('email_verified_at', 'is not', null)

export async function countSignedUp(db: Db | Tx, code: string): Promise<number> {
  const row = await signedUp(db, code)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

export function latestSignedUp(
  db: Db | Tx,
  code: string,
  limit: number,
): Promise<{ name: string; surname: string; created_at: Date }[]> {
  return signedUp(db, code)
    .select(['name', 'surname', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}
