/**
 * A user changes the address. The password is asked for again, both addresses get an email, and the change happens when
 * the link of the new one is opened in a session of the same user. Whether the new address has an account is shown only
 * to its reader. The old one can undo it: see `undo-email.ts`.
 */
import { z } from 'zod'
import { LANGUAGES, type Language } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { EmailChange } from '../../../contract/platform/email-changes.ts'
import type { User } from '../../../contract/platform/users.ts'
import type { SignedIn } from '../../base/answer.ts'
import type { App, Job } from '../../base/app.ts'
import { isPassword, newToken, sha256 } from '../../base/crypto.ts'
import { asUser, becomeUser, constraintOf, lookUp, lookUpIn, type Tx } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { queueEmail } from '../../base/mail.ts'
import { forgetTries } from '../../base/tries.ts'
import * as changes from './email-changes-sql.ts'
import { emailKey } from './email-key.ts'
import { holderOf } from './holder.ts'
import { MAILS_PER_ACCOUNT } from './links.ts'
import { CHECKS_PER_USER } from './new-password.ts'
import * as sql from './sql.ts'
import { promoteNamed } from './superusers.ts'
import { undoLink, undoToken, UNDO_DAYS } from './undo-email.ts'
import { userReply } from './user-reply.ts'
import { mustWait, refuse } from './wait.ts'

const LINK_TTL_MS = DAY_MS
const CHANGES_PER_USER = { max: 5, windowMs: DAY_MS }

const reply = (row: changes.ChangeRow | undefined): EmailChange | null =>
  row ? { email: row.new_email, until: row.expires_at.toISOString() } : null

/** The change that waits for its link. */
export async function readEmailChange(app: App, userId: string): Promise<EmailChange | null> {
  return reply(await asUser(app.database, userId, (tx) => changes.waitingOf(tx, userId, app.clock.now())))
}

async function checkPassword(app: App, who: SignedIn, password: string): Promise<sql.UserRow> {
  const key = `password|user|${who.userId}`
  await mustWait(app, key, CHECKS_PER_USER)
  const user = await asUser(app.database, who.userId, (tx) => sql.userById(tx, who.userId))
  if (!user) throw refuse('unauthorized')
  if (!(await isPassword(password, user.password_hash)))
    throw refuse('invalid_input', {}, { password: { code: 'password_wrong' } })
  await forgetTries(app.database.counters, key)
  return user
}

/** @throws Refusal invalid_input, too_many_tries */
export async function askEmailChange(
  app: App,
  who: SignedIn,
  input: { email: string; password: string },
  lang: Language,
): Promise<EmailChange | null> {
  const user = await checkPassword(app, who, input.password)
  const newKey = emailKey(input.email)
  if (newKey === user.email_key) throw refuse('invalid_input', {}, { email: { code: 'email_same' } })
  await mustWait(app, `email-change|user|${user.id}`, CHANGES_PER_USER)
  await mustWait(app, `verify|account|${newKey}`, MAILS_PER_ACCOUNT)
  const now = app.clock.now()
  const id = crypto.randomUUID()
  const change: changes.ChangeRow = {
    id,
    user_id: user.id,
    old_email: user.email,
    old_key: user.email_key,
    new_email: input.email,
    new_key: newKey,
    token_hash: null,
    // An address that was never confirmed may be a stranger's, who must not get a way into this account.
    undo_hash: user.email_verified_at === null ? null : sha256(undoToken(app, id)),
    asked_at: now,
    expires_at: new Date(now.getTime() + LINK_TTL_MS),
    confirmed_at: null,
    cancelled_at: null,
    undone_at: null,
    undo_until: new Date(now.getTime() + UNDO_DAYS * DAY_MS),
  }
  await asUser(app.database, user.id, async (tx) => {
    await changes.deleteOver(tx, user.id, now)
    await changes.cancelWaiting(tx, user.id, now)
    await changes.insertChange(tx, change)
    await emailOldAddress(app, tx, user, change, 'email_asked')
    await app.jobs.enqueue(tx, emailNewAddress, { id, lang })
  })
  return reply(change)
}

/** The email to the old address, with the link that undoes. */
async function emailOldAddress(
  app: App,
  tx: Tx,
  user: sql.UserRow,
  change: changes.ChangeRow,
  kind: 'email_asked' | 'email_changed',
): Promise<void> {
  if (change.undo_hash === null) return
  await queueEmail(app, tx, {
    to: change.old_email,
    lang: user.lang,
    kind,
    values: { name: user.name, email: change.new_email, days: String(UNDO_DAYS) },
    link: undoLink(app, change.id),
  })
}

/** The address has a confirmed user, or had one who may still go back to it. */
async function isTaken(app: App, tx: Tx, key: string, userId: string): Promise<boolean> {
  const owner = await lookUpIn(tx, { email: key }, () => sql.userByEmail(tx, key))
  if (owner && owner.email_verified_at !== null) return true
  const holder = await holderOf(app, tx, key)
  return holder !== undefined && holder.user_id !== userId
}

/** Looks the address up after the answer has left: its time does not show whether the address has an account. */
export const emailNewAddress: Job<{ id: string; lang: Language }> = defineJob({
  name: 'email-new-address',
  shape: z.object({ id: z.uuid(), lang: z.enum(LANGUAGES) }),
  handle: (app, { id, lang }) =>
    lookUp(app.database, { change: id }, async (tx) => {
      const change = await changes.waitingById(tx, id, app.clock.now())
      if (!change) return
      await becomeUser(tx, change.user_id)
      const email = { to: change.new_email, lang, values: { email: change.new_email } }
      if (await isTaken(app, tx, change.new_key, change.user_id)) {
        await queueEmail(app, tx, { ...email, kind: 'email_taken', link: `${app.publicUrl}/#/login` })
        return
      }
      const token = newToken()
      await changes.setToken(tx, id, sha256(token))
      await queueEmail(app, tx, { ...email, kind: 'email_new', link: `${app.publicUrl}/#/email/change/${token}` })
    }),
})

export async function cancelEmailChange(app: App, userId: string): Promise<void> {
  await asUser(app.database, userId, (tx) => changes.cancelWaiting(tx, userId, app.clock.now()))
}

/** Removes a sign-up with this address that nobody has confirmed, then acts as the user again. */
async function freeAddress(tx: Tx, key: string, userId: string): Promise<void> {
  const other = await lookUpIn(tx, { email: key }, () => sql.userByEmail(tx, key))
  if (!other) return
  await becomeUser(tx, other.id)
  await changes.deleteUnconfirmed(tx, key)
  await becomeUser(tx, userId)
}

/**
 * The link alone is not enough, or its reader could be made to confirm a stranger's account. Other sessions end: they
 * were opened with the old address.
 * @throws Refusal invalid_email_link, email_taken
 */
export async function confirmEmailChange(app: App, who: SignedIn, token: string): Promise<User> {
  const now = app.clock.now()
  try {
    return await asUser(app.database, who.userId, async (tx) => {
      const change = await changes.waitingByToken(tx, sha256(token), who.userId, now)
      const user = change && (await sql.userById(tx, who.userId))
      if (!user || user.email_key !== change.old_key) throw refuse('invalid_email_link')
      if (await isTaken(app, tx, change.new_key, user.id)) throw refuse('email_taken')
      await freeAddress(tx, change.new_key, user.id)
      await changes.setEmail(tx, user.id, {
        email: change.new_email,
        email_key: change.new_key,
        email_verified_at: now,
      })
      await changes.setConfirmed(tx, change.id, now, new Date(now.getTime() + UNDO_DAYS * DAY_MS))
      await sql.deleteAllMailTokens(tx, user.id)
      await sql.deleteSessionsOf(tx, user.id, who.sessionId)
      await promoteNamed(app, tx, user.id)
      await emailOldAddress(app, tx, user, change, 'email_changed')
      return userReply((await sql.userById(tx, user.id)) ?? user)
    })
  } catch (error) {
    // Somebody signed up with it at the same moment.
    if (constraintOf(error) !== undefined) throw refuse('email_taken')
    throw error
  }
}
