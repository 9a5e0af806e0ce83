/**
 * The owner of the old address takes a change of address back, without a login. Who asked for it knows the password,
 * so the password stops working too and every session ends; the owner sets a new one right away.
 */
import type { EmailUndo } from '../../../contract/platform/email-changes.ts'
import type { Language } from '../../../contract/limits.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { hashPassword, newToken, sha256 } from '../../base/crypto.ts'
import { becomeUser, lookUp, type Tx } from '../../base/db.ts'
import { queueEmail } from '../../base/mail.ts'
import * as changes from './email-changes-sql.ts'
import { sendLink } from './links.ts'
import { networkOf } from '../../base/network.ts'
import * as sql from './sql.ts'
import { mustWait, refuse } from './wait.ts'

/** A change can be undone for so many days. */
export const UNDO_DAYS = 7
const LINKS_PER_ADDRESS = { max: 30, windowMs: 15 * MINUTE_MS }

/** Made from the keys, because two emails contain it and it is stored nowhere. */
export const undoToken = (app: App, changeId: string): string => app.keys.mac('undo-email', changeId)
export const undoLink = (app: App, changeId: string): string =>
  `${app.publicUrl}/#/email/undo/${undoToken(app, changeId)}`

const findChange = (app: App, hash: Buffer): Promise<changes.ChangeRow | undefined> =>
  lookUp(app.database, { token: hash }, (tx) => changes.changeToUndo(tx, hash, app.clock.now()))

/** @throws Refusal invalid_email_link, too_many_tries */
export async function readEmailUndo(app: App, token: string, ip: string): Promise<EmailUndo> {
  await mustWait(app, `undo-email|ip|${networkOf(ip)}`, LINKS_PER_ADDRESS)
  const change = await findChange(app, sha256(token))
  if (!change) throw refuse('invalid_email_link')
  return {
    email: change.old_email,
    newEmail: change.new_email,
    isChanged: change.confirmed_at !== null,
    until: change.undo_until.toISOString(),
  }
}

/**
 * @param onUndone in the same transaction, which is about the user; `since`: when the change was asked for
 * @returns the address that is the user's again, and a token to set a password with
 * @throws Refusal invalid_email_link, too_many_tries
 */
export async function undoEmailChange<T>(
  app: App,
  token: string,
  ip: string,
  onUndone: (tx: Tx, user: { id: string; email: string; lang: Language }, since: Date) => Promise<T>,
): Promise<{ userId: string; email: string; token: string; made: T }> {
  await mustWait(app, `undo-email|ip|${networkOf(ip)}`, LINKS_PER_ADDRESS)
  const now = app.clock.now()
  const hash = sha256(token)
  const found = await findChange(app, hash)
  if (!found) throw refuse('invalid_email_link')
  // No password has this hash.
  const nobodysHash = await hashPassword(newToken())
  return lookUp(app.database, { token: hash }, async (tx) => {
    await becomeUser(tx, found.user_id)
    // Two who undo at the same time wait for each other here.
    const before = await changes.lockUser(tx, found.user_id)
    const change = await changes.changeToUndo(tx, hash, now)
    if (!before || !change) throw refuse('invalid_email_link')
    await changes.setEmail(tx, before.id, {
      email: change.old_email,
      email_key: change.old_key,
      email_verified_at: now,
    })
    await sql.setPasswordHash(tx, before.id, nobodysHash, now)
    await sql.deleteSessionsOf(tx, before.id)
    await sql.deleteAllMailTokens(tx, before.id)
    await changes.setUndone(tx, change, now)
    if (before.email_key !== change.old_key)
      await queueEmail(app, tx, {
        to: before.email,
        lang: before.lang,
        kind: 'email_undone',
        values: { email: before.email },
      })
    const user = { ...before, email: change.old_email, email_key: change.old_key }
    const made = await onUndone(tx, user, change.asked_at)
    return { userId: user.id, email: user.email, token: await sendLink(app, tx, user, 'reset', user.lang), made }
  })
}
