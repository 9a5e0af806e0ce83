/**
 * Setting a password: at a login after it expired, when signed in, or by the link of an email. Sessions of the old one
 * end.
 */
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { SignedIn } from '../../base/answer.ts'
import { hashPassword, isPassword, sha256 } from '../../base/crypto.ts'
import { asUser, becomeUser, lookUp, type Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { queueEmail } from '../../base/mail.ts'
import type { Refusal } from '../../base/refusal.ts'
import { forgetTries } from '../../base/tries.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { forgetLoginTries } from './login-tries.ts'
import { networkOf } from '../../base/network.ts'
import { emailKey } from './email-key.ts'
import * as sql from './sql.ts'
import { confirmAddress } from './superusers.ts'
import { mustWait, refuse } from './wait.ts'

/** Of a user who is signed in, whatever the password is asked for. */
export const CHECKS_PER_USER = { max: 10, windowMs: 15 * MINUTE_MS }
const LINKS_PER_ADDRESS = { max: 30, windowMs: 15 * MINUTE_MS }

const faultAt = (field: string, code: string): Refusal => refuse('invalid_input', {}, { [field]: { code } })

/** @param field where the fault is shown */
export function mustBeUncommon(password: string, field: string): void {
  if (COMMON_PASSWORDS.has(password.toLowerCase())) throw faultAt(field, 'password_common')
}

/** By a setting of the installation that is off by default. */
export function isExpired(app: App, user: sql.UserRow): boolean {
  const days = app.env.passwordMaxAgeDays
  return days > 0 && app.clock.now().getTime() - user.password_changed_at.getTime() > days * DAY_MS
}

/** @returns how many sessions ended */
async function storePassword(
  app: App,
  tx: Tx,
  user: sql.UserRow,
  hash: string,
  keptSessionId: string | undefined,
): Promise<number> {
  await sql.setPasswordHash(tx, user.id, hash, app.clock.now())
  // A reset link that was requested before the change stops working.
  await sql.deleteMailTokens(tx, user.id, 'reset')
  const ended = await sql.deleteSessionsOf(tx, user.id, keptSessionId)
  await queueEmail(app, tx, { to: user.email, lang: user.lang, kind: 'password_changed', values: { name: user.name } })
  return ended
}

/**
 * Sets a new password for a user who has just proved the old one.
 * @param field where a fault is shown
 * @returns how many sessions ended
 */
export async function replacePassword(
  app: App,
  user: sql.UserRow,
  password: string,
  field: string,
  keptSessionId?: string,
): Promise<number> {
  mustBeUncommon(password, field)
  if (await isPassword(password, user.password_hash)) throw faultAt(field, 'password_same')
  const hash = await hashPassword(password)
  return asUser(app.database, user.id, (tx) => storePassword(app, tx, user, hash, keptSessionId))
}

/** A session is not enough: the current password is required. @returns how many other sessions ended */
export async function changePassword(
  app: App,
  who: SignedIn,
  input: { current: string; password: string },
): Promise<number> {
  const key = `password|user|${who.userId}`
  await mustWait(app, key, CHECKS_PER_USER)
  const user = await asUser(app.database, who.userId, (tx) => sql.userById(tx, who.userId))
  if (!user) throw refuse('unauthorized')
  if (!(await isPassword(input.current, user.password_hash))) throw faultAt('current', 'password_wrong')
  const ended = await replacePassword(app, user, input.password, 'password', who.sessionId)
  await forgetTries(app.database.counters, key)
  return ended
}

/** @throws Refusal invalid_token */
export async function checkReset(app: App, email: string, token: string, ip: string): Promise<void> {
  await mustWait(app, `check-reset|ip|${networkOf(ip)}`, LINKS_PER_ADDRESS)
  const hash = sha256(token)
  const found = await lookUp(app.database, { token: hash }, (tx) => sql.mailToken(tx, hash, 'reset', app.clock.now()))
  if (!found || found.email_key !== emailKey(email)) throw refuse('invalid_token')
}

/**
 * Sets a new password by a link. All sessions end, and the owner of the address is notified.
 */
export async function resetPassword(
  app: App,
  input: { email: string; token: string; password: string },
  ip: string,
): Promise<string> {
  await mustWait(app, `check-reset|ip|${networkOf(ip)}`, LINKS_PER_ADDRESS)
  mustBeUncommon(input.password, 'password')
  const hash = sha256(input.token)
  const userId = await lookUp(app.database, { token: hash }, async (tx) => {
    const taken = await sql.takeMailToken(tx, hash, 'reset', app.clock.now())
    if (taken) await becomeUser(tx, taken.user_id)
    const user = taken && (await sql.userById(tx, taken.user_id))
    if (!user || taken.email_key !== emailKey(input.email)) throw refuse('invalid_token')
    // Where passwords expire, a reset must not set the old one again.
    if (app.env.passwordMaxAgeDays > 0 && (await isPassword(input.password, user.password_hash)))
      throw faultAt('password', 'password_same')
    // Only now, so that an invalid link costs no hashing.
    await storePassword(app, tx, user, await hashPassword(input.password), undefined)
    // The link came by email, so the address is the user's.
    await confirmAddress(app, tx, user.id)
    return user.id
  })
  await forgetLoginTries(app, emailKey(input.email))
  return userId
}
