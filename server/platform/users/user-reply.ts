import type { User } from '../../../contract/platform/users.ts'
import type { UserRow } from './sql.ts'

export function userReply(user: UserRow): User {
  return {
    id: user.id,
    name: user.name,
    surname: user.surname,
    email: user.email,
    isEmailVerified: user.email_verified_at !== null,
    phone: user.phone,
    superuser: user.superuser,
    lang: user.lang,
    createdAt: user.created_at.toISOString(),
  }
}
