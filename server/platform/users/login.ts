/**
 * Signing in. A wrong email and a wrong password take the same time and get the same answer, and neither
 * shows that a password has expired.
 */
import type { User } from '../../../contract/platform/users.ts'
import { hashPassword, isOldHash, isPassword, newToken, sha256 } from '../../base/crypto.ts'
import { asUser, lookUp, type Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { noteWrong } from './guessed.ts'
import { countLoginTry } from './login-tries.ts'
import { isExpired, replacePassword } from './new-password.ts'
import { emailKey } from './email-key.ts'
import * as sql from './sql.ts'
import { userReply } from './user-reply.ts'
import { refuse } from './wait.ts'

/** No user's password: an unknown address costs the same check as a known one. */
const DUMMY_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

export type From = { ip: string; userAgent: string }

/**
 * @param input `newPassword` is set too, whether the old one has expired or not
 * @throws Refusal wrong_login, password_expired, too_many_tries, invalid_input
 */
export async function login(
  app: App,
  input: { email: string; password: string; newPassword?: string | undefined },
  from: From,
): Promise<{ token: string; user: User }> {
  const user = await lookUp(app.database, { email: emailKey(input.email) }, (tx) => sql.userByEmail(tx, input.email))
  const counted = await countLoginTry(app, emailKey(input.email), user?.id, from.ip)
  const isRight = await isPassword(input.password, user?.password_hash ?? DUMMY_HASH)
  if (!user || !isRight) {
    await noteWrong(app)
    throw refuse('wrong_login')
  }
  await counted.wasRight()
  if (input.newPassword !== undefined) await replacePassword(app, user, input.newPassword, 'newPassword')
  else if (isExpired(app, user)) throw refuse('password_expired', { days: app.env.passwordMaxAgeDays })
  else if (isOldHash(user.password_hash)) {
    const hash = await hashPassword(input.password)
    await asUser(app.database, user.id, (tx) => sql.rehash(tx, user.id, user.password_hash, hash))
  }
  const token = await asUser(app.database, user.id, (tx) => startSession(app, tx, user.id, from))
  return { token, user: userReply(user) }
}

/** In a transaction about this user. @returns the token */
export async function startSession(app: App, tx: Tx, userId: string, from: From): Promise<string> {
  const token = `kt_${newToken()}`
  const now = app.clock.now()
  await sql.insertSession(tx, {
    id: crypto.randomUUID(),
    user_id: userId,
    token_hash: sha256(token),
    ip: from.ip,
    user_agent: from.userAgent.slice(0, 300),
    created_at: now,
    last_used_at: now,
  })
  return token
}
