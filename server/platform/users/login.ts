/** Signing in. Wrong e-mail and wrong password cost and answer the same, and neither tells that a password has expired. */
import type { User } from '../../../contract/platform/users.ts'
import { hashPassword, isOldHash, isPassword, newToken, sha256 } from '../../base/crypto.ts'
import type { Floor } from '../../base/floor.ts'
import { noteWrong } from './guessed.ts'
import { countLoginTry } from './login-tries.ts'
import { isExpired, replacePassword } from './new-password.ts'
import * as sql from './sql.ts'
import { userReply } from './user-reply.ts'
import { refuse } from './wait.ts'

/** Nobody's password: an unknown address costs the same check as a known one. */
const DUMMY_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

type From = { ip: string; userAgent: string }

/**
 * @param input `newPassword` is set on the way, whether the old one has expired or not
 * @throws Refusal wrong_login, password_expired, too_many_tries, invalid_input
 */
export async function login(floor: Floor, input: { email: string; password: string; newPassword?: string | undefined }, from: From): Promise<{ token: string; user: User }> {
  const { db } = floor.database
  const user = await sql.userByEmail(db, input.email)
  const counted = await countLoginTry(floor, sql.emailKey(input.email), user?.id, from.ip)
  const isRight = await isPassword(input.password, user?.password_hash ?? DUMMY_HASH)
  if (!user || !isRight) {
    await noteWrong(floor)
    throw refuse('wrong_login')
  }
  await counted.wasRight()
  if (input.newPassword !== undefined) await replacePassword(floor, user, input.newPassword, 'newPassword')
  else if (isExpired(floor, user)) throw refuse('password_expired', { days: floor.env.passwordMaxAgeDays })
  else if (isOldHash(user.password_hash)) await sql.rehash(db, user.id, user.password_hash, await hashPassword(input.password))
  return { token: await startSession(floor, user.id, from), user: userReply(user) }
}

async function startSession(floor: Floor, userId: string, from: From): Promise<string> {
  const token = `kt_${newToken()}`
  const now = floor.clock.now()
  await sql.insertSession(floor.database.db, {
    id: crypto.randomUUID(), user_id: userId, token_hash: sha256(token), ip: from.ip, user_agent: from.userAgent.slice(0, 300),
    created_at: now, last_used_at: now,
  })
  return token
}
