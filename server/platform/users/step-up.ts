/** Asks for the password again before actions that must not be possible at a screen that somebody left open. */
import { MINUTE_MS } from '../../../contract/time.ts'
import type { SignedIn } from '../../base/answer.ts'
import { isPassword } from '../../base/crypto.ts'
import { asUser, type Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { KeptRefusal, Refusal } from '../../base/refusal.ts'
import { countTry, forgetTries } from '../../base/tries.ts'

/** A password counts for this long after it was given. */
const FRESH_MS = 10 * MINUTE_MS
const TRIES = { max: 10, windowMs: 15 * MINUTE_MS }

type StepUpTables = {
  sessions: { id: string; user_id: string; created_at: Date; password_checked_at: Date | null }
  users: { id: string; password_hash: string }
}
const tables = (tx: Tx) => tx.withTables<StepUpTables>()

/**
 * Passes when the password was given in this session within ten minutes, at the login or here. Call it before anything
 * is written. The calls that use it declare `password_needed` and `too_many_tries`; a wrong password is a fault of the
 * field `password`.
 * @param tx the caller's own transaction, about the user or in a cabinet that the user has opened
 * @throws Refusal
 */
export async function requirePassword(app: App, tx: Tx, user: SignedIn, password: string | undefined): Promise<void> {
  const now = app.clock.now()
  const known = await tables(tx)
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.password_hash', 'sessions.created_at', 'sessions.password_checked_at'])
    .where('sessions.id', '=', user.sessionId)
    .executeTakeFirst()
  if (!known) throw new Refusal('unauthorized')
  if (now.getTime() - (known.password_checked_at ?? known.created_at).getTime() <= FRESH_MS) return
  if (!password) throw new Refusal('password_needed')
  const key = `step-up|${user.userId}`
  const waitMs = await countTry(tx, key, TRIES, now)
  if (waitMs > 0) throw new KeptRefusal('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
  if (!(await isPassword(password, known.password_hash)))
    throw new KeptRefusal('invalid_input', {}, { password: { code: 'password_wrong' } })
  await forgetTries(tx, key)
  await tables(tx).updateTable('sessions').set({ password_checked_at: now }).where('id', '=', user.sessionId).execute()
}

/**
 * The same without a transaction of the caller: a wrong password counts even if the rest fails.
 * @throws Refusal
 */
export async function askPassword(app: App, user: SignedIn, password: string | undefined): Promise<void> {
  const refused = await asUser(app.database, user.userId, (tx) =>
    requirePassword(app, tx, user, password).catch((error: unknown) => {
      if (error instanceof KeptRefusal) return error
      throw error
    }),
  )
  if (refused) throw refused
}
