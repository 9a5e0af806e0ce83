/**
 * Confirms the address of a sign-up. Anybody can sign up with a foreign address, and its owner may open the link: so
 * the link confirms nothing without the password of the sign-up, and sessions that were opened before it end.
 */
import type { User } from '../../../contract/platform/users.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { isPassword, sha256 } from '../../base/crypto.ts'
import { becomeUser, lookUp } from '../../base/db.ts'
import { type From, startSession } from './login.ts'
import * as sql from './sql.ts'
import { confirmAddress } from './superusers.ts'
import { userReply } from './user-reply.ts'
import { mustWait, refuse } from './wait.ts'

/** Of one user: only the reader of the email can use them up. */
const PASSWORDS = { max: 10, windowMs: 15 * MINUTE_MS }

/** A used link is as invalid as an unknown one. @throws Refusal invalid_verification_link */
export async function userOfLink(app: App, code: string): Promise<sql.UserRow> {
  const hash = sha256(code)
  return lookUp(app.database, { token: hash }, async (tx) => {
    const found = await sql.mailToken(tx, hash, 'verify', app.clock.now())
    if (found) await becomeUser(tx, found.user_id)
    const user = found && (await sql.userById(tx, found.user_id))
    if (!user || user.email_key !== found.email_key) throw refuse('invalid_verification_link')
    return user
  })
}

/** @throws Refusal invalid_verification_link, too_many_tries, invalid_input */
export async function verifyEmail(
  app: App,
  { code, password }: { code: string; password: string },
  from: From,
): Promise<{ token: string; user: User }> {
  const { id, password_hash: passwordHash } = await userOfLink(app, code)
  await mustWait(app, `verify|password|${id}`, PASSWORDS)
  if (!(await isPassword(password, passwordHash)))
    throw refuse('invalid_input', {}, { password: { code: 'password_wrong' } })
  return lookUp(app.database, { token: sha256(code) }, async (tx) => {
    const taken = await sql.takeMailToken(tx, sha256(code), 'verify', app.clock.now())
    if (!taken) throw refuse('invalid_verification_link')
    await becomeUser(tx, id)
    await confirmAddress(app, tx, id)
    await sql.deleteSessionsOf(tx, id)
    const user = await sql.userById(tx, id)
    // Somebody who was signed in has set another password meanwhile.
    if (user?.password_hash !== passwordHash) throw refuse('invalid_verification_link')
    return { token: await startSession(app, tx, id, from), user: userReply(user) }
  })
}
