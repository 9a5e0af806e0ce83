/** Links that are mailed: they confirm an address or open the way to a new password. */
import { z } from 'zod'
import { sha256, newToken } from '../../base/crypto.ts'
import { becomeUser, inTransaction, lookUp, type Tx } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { queueEmail } from '../../base/mail.ts'
import { LANGUAGES, type Language } from '../../../contract/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { emailKey } from './email-key.ts'
import { networkOf } from '../../base/network.ts'
import * as sql from './sql.ts'
import { mustWait } from './wait.ts'

const LINKS_PER_ADDRESS = { max: 30, windowMs: 15 * MINUTE_MS }
export const MAILS_PER_ACCOUNT = { max: 5, windowMs: HOUR_MS }
const VERIFY_TTL_MS = DAY_MS
const RESET_TTL_MS = HOUR_MS
/** After so many seconds another email may be requested. */
const RESEND_SECONDS = 60

/** @returns the secret of the link */
export async function sendLink(
  app: App,
  tx: Tx,
  user: sql.UserRow,
  purpose: 'verify' | 'reset',
  lang: Language,
): Promise<string> {
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
  await queueEmail(app, tx, {
    to: user.email,
    lang,
    kind: purpose,
    values: { name: user.name },
    link: app.publicUrl + path,
  })
  return token
}

/** Sends a link again, or quietly nothing when there is nobody to send it to. */
export async function resendLink(
  app: App,
  email: string,
  purpose: 'verify' | 'reset',
  lang: Language,
  ip: string,
): Promise<number> {
  await mustWait(app, `${purpose}|ip|${networkOf(ip)}`, LINKS_PER_ADDRESS)
  await mustWait(app, `${purpose}|account|${emailKey(email)}`, MAILS_PER_ACCOUNT)
  await inTransaction(app.database, (tx) => app.jobs.enqueue(tx, emailLink, { email, purpose, lang }))
  return RESEND_SECONDS
}

/** Looks for the user after the answer has left: its time does not show whether the address has an account. */
export const emailLink: Job<{ email: string; purpose: 'verify' | 'reset'; lang: Language }> = defineJob({
  name: 'email-link',
  shape: z.object({ email: z.string(), purpose: z.enum(['verify', 'reset']), lang: z.enum(LANGUAGES) }),
  handle: (app, { email, purpose, lang }) =>
    lookUp(app.database, { email: emailKey(email) }, async (tx) => {
      const user = await sql.userByEmail(tx, email)
      if (!user || (purpose === 'verify' && user.email_verified_at !== null)) return
      await becomeUser(tx, user.id)
      await sendLink(app, tx, user, purpose, lang)
    }),
})
