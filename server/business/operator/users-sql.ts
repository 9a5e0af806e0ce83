/** What the operator searches of users, as the operator's role. */
import { sql } from 'kysely'
import type { Tx } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import { countCabinetsOf } from '../../platform/cabinets/cabinets.ts'
import { selectOperatedUsers } from '../../platform/users/users.ts'

const users = (tx: Tx) =>
  tx
    .selectFrom(selectOperatedUsers(tx).as('users'))
    .selectAll('users')
    .select(countCabinetsOf(tx, sql.ref<string>('users.id')).as('cabinets'))
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
