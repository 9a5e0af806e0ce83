/** Users as the operator sees them, and what the operator may do for them. */
import type { OpenedOperatedUser, OperatedUser } from '../../../contract/business/operated.ts'
import type { UserCtx } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { cabinetsOfUser } from '../../platform/cabinets/cabinets.ts'
import * as users from '../../platform/users/users.ts'
import { refuse } from './operator.ts'
import * as sql from './users-sql.ts'

const userReply = (row: sql.OperatedUserRow): OperatedUser => ({
  id: row.id,
  name: users.fullName(row),
  email: row.email,
  isEmailVerified: row.email_verified_at !== null,
  superuser: row.superuser,
  cabinets: row.cabinets ?? 0,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export type UserQuery = {
  page: number
  limit: number
  q: string
  d: 'asc' | 'desc'
  superuser?: 'true' | 'false' | undefined
}

export async function listUsers(app: App, { page, limit, q, d, superuser }: UserQuery) {
  const isSuperuser = superuser === undefined ? undefined : superuser === 'true'
  const { rows, total } = await app.database.asOperator((tx) =>
    sql.userPage(tx, { q, d, superuser: isSuperuser, ...sliceOf({ page, limit }) }),
  )
  return { data: rows.map(userReply), meta: metaOf(total, { page, limit }) }
}

/** @throws Refusal user_not_found */
export async function readUser({ app, user }: UserCtx, id: string): Promise<OpenedOperatedUser> {
  return app.database.asOperator(async (tx) => {
    const row = await sql.userById(tx, id)
    if (!row) throw refuse('user_not_found')
    return {
      ...userReply(row),
      phone: row.phone,
      lang: row.lang,
      sessions: row.sessions,
      isSelf: row.id === user.userId,
      works: await cabinetsOfUser(tx, id),
    }
  })
}

/** @throws Refusal user_not_found */
export async function endSessions(ctx: UserCtx, id: string): Promise<{ ended: number }> {
  await readUser(ctx, id)
  return { ended: await users.endSessions(ctx.app, id) }
}

/** @throws Refusal user_not_found, already_confirmed, too_many_tries */
export async function resendVerification(ctx: UserCtx, id: string): Promise<void> {
  const { email, isEmailVerified, lang } = await readUser(ctx, id)
  if (isEmailVerified) throw refuse('already_confirmed')
  await users.resendLink(ctx.app, email, 'verify', lang, ctx.ip)
}
