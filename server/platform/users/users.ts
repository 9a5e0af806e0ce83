/**
 * People who sign in: accounts, sessions, links in emails. Whether an address has an account is shown only to the
 * reader of that address's email, never by status, bytes or time.
 */
import type { Session, User as UserReply } from '../../../contract/platform/users.ts'
import type { SignedIn } from '../../base/answer.ts'
import { sha256 } from '../../base/crypto.ts'
import { asUser, lookUp, type Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refuseNamesOfOthers } from '../../base/protected-names.ts'
import { toE164 } from '../../base/phone-number.ts'
import type { Language } from '../../../contract/limits.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { deviceOf } from './device.ts'
import { emailKey } from './email-key.ts'
import { hasAccepted } from './offer.ts'
import * as sql from './sql.ts'
import { userReply } from './user-reply.ts'
import { refuse } from './wait.ts'

export { emailNewAddress } from './change-email.ts'
export { emailKey } from './email-key.ts'
export { emailGuessed } from './guessed.ts'
export { emailLink, resendLink } from './links.ts'
export {
  countSignedUp,
  findContact,
  fullName,
  fullNames,
  languageOfEmail,
  latestSignedUp,
  promoCodeOf,
  selectOperatedUsers,
  selectPeople,
} from './people.ts'
export { addUser, signUp } from './sign-up.ts'
export { deleteUser, lockOut, setPassword } from './set-password.ts'
export { undoEmailChange } from './undo-email.ts'
export { isLiveSession, isOperatorSession, promoteOperator, setSuperuser } from './superusers.ts'

const IDLE_MS = 14 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS

/** The user of a bearer token, or null when it is unknown, idle for 14 days or older than 90. */
export async function userOf(app: App, token: string, from: { ip: string }): Promise<SignedIn | null> {
  const row = await sql.findSession(app.database.db, sha256(token))
  if (!row) return null
  const now = app.clock.now()
  if (
    now.getTime() - row.last_used_at.getTime() > IDLE_MS ||
    now.getTime() - row.session_created_at.getTime() > ABSOLUTE_MS
  ) {
    await asUser(app.database, row.id, (tx) => sql.deleteSession(tx, row.session_id))
    return null
  }
  if (now.getTime() - row.last_used_at.getTime() > MINUTE_MS)
    await asUser(app.database, row.id, (tx) => sql.touchSession(tx, row.session_id, from.ip, now))
  return {
    userId: row.id,
    sessionId: row.session_id,
    email: row.email,
    isEmailVerified: row.email_verified_at !== null,
    hasAcceptedOffer: hasAccepted(app, row),
    superuser: row.superuser,
    lang: row.lang,
  }
}

export async function logout(app: App, user: SignedIn): Promise<void> {
  await asUser(app.database, user.userId, (tx) => sql.deleteSession(tx, user.sessionId))
}

/** Where the user is signed in, without sessions that ran out. */
export async function listSessions(app: App, user: SignedIn): Promise<Session[]> {
  const now = app.clock.now().getTime()
  const rows = await asUser(app.database, user.userId, (tx) =>
    sql.sessionsOf(tx, user.userId, new Date(now - IDLE_MS), new Date(now - ABSOLUTE_MS)),
  )
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.user_agent),
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.id === user.sessionId,
  }))
}

/** Ends every session but this one; the next call with their tokens is refused. @returns how many */
export function endOtherSessions(app: App, user: SignedIn): Promise<number> {
  return asUser(app.database, user.userId, (tx) => sql.deleteSessionsOf(tx, user.userId, user.sessionId))
}

/** Ends every session. @returns how many */
export function endSessions(app: App, userId: string): Promise<number> {
  return asUser(app.database, userId, (tx) => sql.deleteSessionsOf(tx, userId))
}

/** @throws Refusal unauthorized when the user is gone meanwhile */
export async function readUser(app: App, userId: string): Promise<UserReply> {
  const user = await asUser(app.database, userId, (tx) => sql.userById(tx, userId))
  if (!user) throw refuse('unauthorized')
  return userReply(user)
}

/** @throws Refusal invalid_input for a phone that is none, and for a name of others */
export async function saveProfile(
  app: App,
  who: SignedIn,
  profile: { name: string; surname: string; phone: string },
): Promise<UserReply> {
  const phone = profile.phone === '' ? '' : toE164(profile.phone)
  if (phone === null) throw refuse('invalid_input', {}, { phone: { code: 'phone' } })
  refuseNamesOfOthers(app, { name: profile.name, surname: profile.surname }, who)
  await asUser(app.database, who.userId, (tx) => sql.setProfile(tx, who.userId, { ...profile, phone }))
  return readUser(app, who.userId)
}

/** From now on nobody else gets the address by signing up with it, whether it is confirmed or not. */
export const keepAddress = (tx: Tx, userId: string): Promise<void> => sql.keepAddress(tx, userId)

export async function saveLanguage(app: App, userId: string, lang: Language): Promise<void> {
  await asUser(app.database, userId, (tx) => sql.setLanguage(tx, userId, lang))
}

/** A user as signed in, by address; for the demo and work without a session. */
export async function userOfEmail(app: App, email: string): Promise<SignedIn | undefined> {
  const row = await lookUp(app.database, { email: emailKey(email) }, (tx) => sql.userByEmail(tx, email))
  return (
    row && {
      userId: row.id,
      sessionId: '',
      email: row.email,
      isEmailVerified: row.email_verified_at !== null,
      hasAcceptedOffer: hasAccepted(app, row),
      superuser: row.superuser,
      lang: row.lang,
    }
  )
}
