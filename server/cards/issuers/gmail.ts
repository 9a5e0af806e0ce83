/** The code that proves a Google account to be the owner's: by email, six digits, ten minutes, five tries. */
import { randomInt } from 'node:crypto'
import { GMAIL_CODE, isGmail, issuers as contract } from '../../../contract/cards/issuers.ts'
import type { Language } from '../../../contract/limits.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { isSameSecret } from '../../base/crypto.ts'
import { queueEmail } from '../../base/mail.ts'
import { refuseAny, refusals } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const RESEND = { max: 1, windowMs: GMAIL_CODE.resendSeconds * 1000 }
const PER_HOUR = { max: GMAIL_CODE.perHour, windowMs: HOUR_MS }
/** Over all businesses: nobody's mailbox is flooded with codes. */
const PER_ADDRESS = { max: GMAIL_CODE.perHour, windowMs: HOUR_MS }

const digestOf = (app: App, db: CabinetDb, email: string, code: string) =>
  app.keys.mac('gmail-code', `${db.cabinetId}|${email}|${code}`)

/** @throws Refusal too_many_tries, invalid_input for an address elsewhere */
export async function sendGmailCode(
  app: App,
  db: CabinetDb,
  wanted: { email: string; lang: Language; cabinet: string },
): Promise<{ waitSeconds: number }> {
  if (!isGmail(wanted.email)) throw refuseAny('invalid_input', {}, { email: { code: 'gmail' } })
  const email = wanted.email.toLowerCase()
  const now = app.clock.now()
  for (const [key, limit] of [
    [`gmail-code|resend|${db.cabinetId}`, RESEND],
    [`gmail-code|hour|${db.cabinetId}`, PER_HOUR],
    [`gmail-code|address|${app.keys.mac('gmail-code', email)}`, PER_ADDRESS],
  ] as const) {
    const waitMs = await countTry(db.tx, key, limit, now)
    if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
  }
  const code = String(randomInt(10 ** GMAIL_CODE.digits)).padStart(GMAIL_CODE.digits, '0')
  await sql.saveCode(db, { email, code_digest: digestOf(app, db, email, code), sent_at: now })
  const values = { code, cabinet: wanted.cabinet, minutes: String(GMAIL_CODE.ttlMinutes) }
  await queueEmail(app, db.tx, { to: wanted.email, lang: wanted.lang, kind: 'gmail_code', values })
  return { waitSeconds: GMAIL_CODE.resendSeconds }
}

/**
 * Whether the address is proved. A wrong code uses a try, so the caller commits before it refuses.
 * @returns the code of the refusal, null when it is proved
 */
export async function checkGmail(
  app: App,
  db: CabinetDb,
  email: string,
  code: string,
): Promise<'gmail_not_verified' | 'gmail_code_wrong' | null> {
  const row = await sql.codeRow(db)
  if (!row || row.email !== email.toLowerCase()) return 'gmail_not_verified'
  if (row.verified_at) return null
  if (code === '') return 'gmail_not_verified'
  const now = app.clock.now()
  const isOver = now.getTime() - row.sent_at.getTime() > GMAIL_CODE.ttlMinutes * MINUTE_MS
  if (isOver || row.tries >= GMAIL_CODE.tries) return 'gmail_not_verified'
  if (!isSameSecret(row.code_digest, digestOf(app, db, row.email, code.replace(/\s/g, '')))) {
    await sql.updateCode(db, { tries: row.tries + 1 })
    return 'gmail_code_wrong'
  }
  await sql.updateCode(db, { verified_at: now })
  return null
}
