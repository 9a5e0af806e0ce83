/**
 * People who sign in: accounts, sessions, links of mails. Whether an address has an account is told only
 * to the reader of that address's mail, never by status, bytes or time.
 */
import { z } from 'zod'
import type { Session, User as UserReply } from '../../../contract/platform/users.ts'
import type { SignedIn } from '../../base/answer.ts'
import { hashPassword, newToken, sha256 } from '../../base/crypto.ts'
import { inTransaction, type Tx } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { postLetter } from '../../base/mail.ts'
import { toE164 } from '../../base/phone-number.ts'
import { countTry } from '../../base/tries.ts'
import { LANGUAGES, type Language } from '../../../contract/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { deviceOf } from './device.ts'
import { takeAtLeast } from './even-time.ts'
import { hasAccepted } from './offer.ts'
import { mustBeUncommon } from './new-password.ts'
import { placeOf } from './place.ts'
import * as sql from './sql.ts'
import { confirmAddress } from './superusers.ts'
import { userReply } from './user-reply.ts'
import { mustWait, refuse } from './wait.ts'

const LINKS_PER_ADDRESS = { max: 30, windowMs: 15 * MINUTE_MS }
const SIGN_UPS_PER_ADDRESS = { max: 20, windowMs: HOUR_MS }
const MAILS_PER_ACCOUNT = { max: 5, windowMs: HOUR_MS }
const VERIFY_TTL_MS = DAY_MS
const RESET_TTL_MS = HOUR_MS
const IDLE_MS = 14 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS
/** Seconds after which the mail may be asked for again. */
const RESEND_SECONDS = 60
/** A new address and a known one go different ways in the database; the answer leaves after both would be done. */
const SIGN_UP_LEAST_MS = 100

async function sendLink(
  app: App,
  tx: Tx,
  user: sql.UserRow,
  purpose: 'verify' | 'reset',
  lang: Language,
): Promise<void> {
  const token = newToken()
  const now = app.clock.now()
  await sql.replaceMailToken(tx, {
    token_hash: sha256(token),
    user_id: user.id,
    purpose,
    email_key: user.email_key,
    created_at: now,
    expires_at: new Date(now.getTime() + (purpose === 'verify' ? VERIFY_TTL_MS : RESET_TTL_MS)),
  })
  const path =
    purpose === 'verify'
      ? `/#/register/verify/${token}`
      : `/#/reset?queryEmail=${encodeURIComponent(user.email)}&token=${token}`
  await postLetter(app, tx, {
    to: user.email,
    lang,
    kind: purpose,
    values: { name: user.name },
    link: app.publicUrl + path,
  })
}

export type NewUser = {
  name: string
  surname: string
  email: string
  phone: string
  password: string
  promoCode?: string | undefined
}

/** Creates a user and mails the link; a known address gets a mail that says so instead. */
export async function signUp(app: App, input: NewUser, lang: Language, ip: string): Promise<void> {
  await mustWait(app, `sign-up|ip|${placeOf(ip)}`, SIGN_UPS_PER_ADDRESS)
  const phone = toE164(input.phone)
  if (!phone) throw refuse('invalid_input', {}, { phone: { code: 'phone' } })
  mustBeUncommon(input.password, 'password')
  await takeAtLeast(SIGN_UP_LEAST_MS, () => insertOrTell(app, { ...input, phone }, lang))
}

async function insertOrTell(app: App, input: NewUser, lang: Language): Promise<void> {
  const passwordHash = await hashPassword(input.password)
  // A foreign address must not be flooded with our letters; the answer is the same.
  if (
    (await countTry(
      app.database.counters,
      `verify|account|${sql.emailKey(input.email)}`,
      MAILS_PER_ACCOUNT,
      app.clock.now(),
    )) > 0
  )
    return
  await inTransaction(app.database, async (tx) => {
    const now = app.clock.now()
    const user: sql.UserRow = {
      id: crypto.randomUUID(),
      name: input.name,
      surname: input.surname,
      email: input.email,
      email_key: sql.emailKey(input.email),
      email_verified_at: null,
      phone: input.phone,
      password_hash: passwordHash,
      superuser: false,
      lang,
      promo_code: input.promoCode ?? '',
      consent_at: now,
      created_at: now,
      offer_version: app.env.offer.version,
      offer_accepted_at: now,
      password_changed_at: now,
    }
    if (await sql.insertUser(tx, user)) return sendLink(app, tx, user, 'verify', lang)
    const known = await sql.userByEmail(tx, input.email)
    if (!known) return
    if (known.email_verified_at === null) {
      // Nobody has proved to own the address yet: who signs up last gets the link, and a link never confirms another's
      // password.
      if (await sql.replaceUnconfirmed(tx, known.id, user))
        return sendLink(app, tx, { ...user, id: known.id }, 'verify', lang)
    }
    await postLetter(app, tx, {
      to: known.email,
      lang: known.lang,
      kind: 'known_address',
      values: { name: known.name },
      link: `${app.publicUrl}/#/login`,
    })
  })
}

/** The user of a bearer token, or null when it is unknown, idle for 14 days or older than 90. */
export async function userOf(app: App, token: string, from: { ip: string }): Promise<SignedIn | null> {
  const row = await sql.sessionByHash(app.database.db, sha256(token))
  if (!row) return null
  const now = app.clock.now()
  if (
    now.getTime() - row.last_used_at.getTime() > IDLE_MS ||
    now.getTime() - row.session_created_at.getTime() > ABSOLUTE_MS
  ) {
    await sql.deleteSession(app.database.db, row.session_id)
    return null
  }
  if (now.getTime() - row.last_used_at.getTime() > MINUTE_MS)
    await sql.touchSession(app.database.db, row.session_id, from.ip, now)
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

export async function logout(app: App, sessionId: string): Promise<void> {
  await sql.deleteSession(app.database.db, sessionId)
}

/** Where the user is signed in; what has run out is left out. */
export async function listSessions(app: App, user: SignedIn): Promise<Session[]> {
  const now = app.clock.now().getTime()
  const rows = await sql.sessionsOf(app.database.db, user.userId, new Date(now - IDLE_MS), new Date(now - ABSOLUTE_MS))
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
  return sql.deleteSessionsOf(app.database.db, user.userId, user.sessionId)
}

/** Ends all of them, wherever. @returns how many */
export function endSessions(app: App, userId: string): Promise<number> {
  return sql.deleteSessionsOf(app.database.db, userId)
}

/** @throws Refusal unauthorized when the user is gone meanwhile */
export async function readUser(app: App, userId: string): Promise<UserReply> {
  const user = await sql.userById(app.database.db, userId)
  if (!user) throw refuse('unauthorized')
  return userReply(user)
}

/** @throws Refusal invalid_input for a phone that is none */
export async function saveProfile(
  app: App,
  userId: string,
  profile: { name: string; surname: string; phone: string },
): Promise<UserReply> {
  const phone = toE164(profile.phone)
  if (!phone) throw refuse('invalid_input', {}, { phone: { code: 'phone' } })
  await sql.setProfile(app.database.db, userId, { ...profile, phone })
  return readUser(app, userId)
}

export async function saveLanguage(app: App, userId: string, lang: Language): Promise<void> {
  await sql.setLanguage(app.database.db, userId, lang)
}

/** Confirms an address. A link works once; a used one of a confirmed user is as invalid as an unknown one. */
export async function verifyEmail(app: App, code: string): Promise<{ id: string; email: string }> {
  return inTransaction(app.database, async (tx) => {
    const taken = await sql.takeMailToken(tx, sha256(code), 'verify', app.clock.now())
    const user = taken && (await sql.userById(tx, taken.user_id))
    if (!user || user.email_key !== taken.email_key) throw refuse('invalid_verification_link')
    await confirmAddress(app, tx, user.id)
    return { id: user.id, email: user.email }
  })
}

/** Sends a link again, or quietly nothing when there is nobody to send it to. */
export async function resendLink(
  app: App,
  email: string,
  purpose: 'verify' | 'reset',
  lang: Language,
  ip: string,
): Promise<number> {
  await mustWait(app, `${purpose}|ip|${placeOf(ip)}`, LINKS_PER_ADDRESS)
  await mustWait(app, `${purpose}|account|${sql.emailKey(email)}`, MAILS_PER_ACCOUNT)
  await inTransaction(app.database, (tx) => app.jobs.enqueue(tx, mailLink, { email, purpose, lang }))
  return RESEND_SECONDS
}

/** Looks for the user behind the answer's back: who asks cannot tell by the time it takes whether there is one. */
export const mailLink: Job<{ email: string; purpose: 'verify' | 'reset'; lang: Language }> = defineJob({
  name: 'mail-link',
  shape: z.object({ email: z.string(), purpose: z.enum(['verify', 'reset']), lang: z.enum(LANGUAGES) }),
  handle: (app, { email, purpose, lang }) =>
    inTransaction(app.database, async (tx) => {
      const user = await sql.userByEmail(tx, email)
      if (!user || (purpose === 'verify' && user.email_verified_at !== null)) return
      await sendLink(app, tx, user, purpose, lang)
    }),
})

/** Creates a confirmed user with a known password; for the demo. */
export async function addUser(
  app: App,
  input: NewUser & { id: string; superuser?: boolean; lang: Language },
): Promise<void> {
  const passwordHash = await hashPassword(input.password)
  await inTransaction(app.database, async (tx) => {
    const now = app.clock.now()
    await sql.insertUser(tx, {
      id: input.id,
      name: input.name,
      surname: input.surname,
      email: input.email,
      email_verified_at: now,
      phone: input.phone,
      password_hash: passwordHash,
      superuser: input.superuser ?? false,
      lang: input.lang,
      promo_code: '',
      consent_at: now,
      created_at: now,
      offer_version: app.env.offer.version,
      offer_accepted_at: now,
      password_changed_at: now,
    })
  })
}

/** A user as signed in, by address; for the demo and work without a session. */
export async function userOfEmail(app: App, email: string): Promise<SignedIn | undefined> {
  const row = await sql.userByEmail(app.database.db, email)
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

export { mailGuessed } from './guessed.ts'
export { promoteOperator, setSuperuser } from './superusers.ts'
export { emailKey } from './sql.ts'
