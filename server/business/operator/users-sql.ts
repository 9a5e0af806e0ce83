/** What the operator reads of users, as the operator's role. */
import { sql } from 'kysely'
import type { Language } from '../../../contract/limits.ts'
import type { Tx } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'

type UserTables = {
  users: {
    id: string
    name: string
    surname: string
    email: string
    email_key: string
    email_verified_at: Date | null
    phone: string
    superuser: boolean
    lang: Language
    created_at: Date
  }
  accesses: { cabinet_id: number; user_id: string; role: 'owner' | 'member'; created_at: Date }
  cabinets: { id: number; name: string; domain: string }
}

const tables = (tx: Tx) => tx.withTables<UserTables>()

const users = (tx: Tx) =>
  tables(tx)
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
      sql<number>`(select count(*) from accesses a where a.user_id = users.id)`.as('cabinets'),
      sql<number>`(select count(*) from sessions s where s.user_id = users.id)`.as('sessions'),
      sql<Date | null>`(select max(s.last_used_at) from sessions s where s.user_id = users.id)`.as('last_used_at'),
    ])
export type OperatedUserRow = Awaited<ReturnType<ReturnType<typeof users>['execute']>>[number]

export type UserPage = { q: string; superuser?: boolean | undefined; d: 'asc' | 'desc'; limit: number; offset: number }

export async function userPage(tx: Tx, page: UserPage): Promise<{ rows: OperatedUserRow[]; total: number }> {
  const pattern = likeAnywhere(page.q)
  const found = users(tx)
    .$if(page.superuser !== undefined, (query) => query.where('users.superuser', '=', page.superuser as boolean))
    .$if(page.q !== '', (query) =>
      query.where((where) =>
        where.or([
          where('users.email', 'ilike', pattern),
          where(sql`users.name || ' ' || users.surname`, 'ilike', pattern),
        ]),
      ),
    )
  const rows = await found
    .orderBy('users.created_at', page.d)
    .orderBy('users.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export function userById(tx: Tx, id: string): Promise<OperatedUserRow | undefined> {
  return users(tx).where('users.id', '=', id).executeTakeFirst()
}

const works = (tx: Tx, userId: string) =>
  tables(tx)
    .selectFrom('accesses')
    .innerJoin('cabinets', 'cabinets.id', 'accesses.cabinet_id')
    .select(['cabinets.id', 'cabinets.name', 'cabinets.domain', 'accesses.role'])
    .where('accesses.user_id', '=', userId)
    .orderBy('accesses.created_at', 'desc')
    .limit(200)

export function worksOf(tx: Tx, userId: string) {
  return works(tx, userId).execute()
}
