/** Guessing is reported: to the user whose password is guessed, and in the log when it affects many accounts. */
import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { inTransaction, lookUp } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { momentText } from '../../base/moment-text.ts'
import { queueEmail } from '../../base/mail.ts'
import { countTry } from '../../base/tries.ts'
import * as sql from './sql.ts'

/** One email a day, so that guessing all day does not flood the user. */
const EMAILS = { max: 1, windowMs: DAY_MS }
const WINDOW_MS = 15 * MINUTE_MS
/** More wrong passwords than this in a quarter of an hour, over all accounts, are no mistakes of people. */
const USUAL = { max: 500, windowMs: WINDOW_MS }
const ALARMS = { max: 1, windowMs: WINDOW_MS }

/** An account is locked for a while. The same is done for an address without a user. */
export async function noteLocked(app: App, emailKey: string, ip: string): Promise<void> {
  const now = app.clock.now()
  if ((await countTry(app.database.counters, `login|notified|${emailKey}`, EMAILS, now)) > 0) return
  await inTransaction(app.database, (tx) => app.jobs.enqueue(tx, emailGuessed, { emailKey, ip, at: now.toISOString() }))
}

export async function noteWrong(app: App): Promise<void> {
  const { db } = app.database
  const now = app.clock.now()
  if ((await countTry(db, 'login|wrong', USUAL, now)) === 0 || (await countTry(db, 'login|alarm', ALARMS, now)) > 0)
    return
  app.log.error({ wrong: USUAL.max, minutes: WINDOW_MS / MINUTE_MS }, 'passwords are guessed at many accounts')
}

export const emailGuessed: Job<{ emailKey: string; ip: string; at: string }> = defineJob({
  name: 'email-guessed',
  shape: z.object({ emailKey: z.string(), ip: z.string(), at: z.iso.datetime() }),
  handle: (app, { emailKey, ip, at }) =>
    lookUp(app.database, { email: emailKey }, async (tx) => {
      const user = await sql.userByEmail(tx, emailKey)
      // An address that was never confirmed may be a stranger's.
      if (!user || user.email_verified_at === null) return
      await queueEmail(app, tx, {
        to: user.email,
        lang: user.lang,
        kind: 'guessed',
        values: { name: user.name, address: ip, time: momentText(user.lang, new Date(at)) },
      })
    }),
})
