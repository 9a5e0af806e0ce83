/**
 * A certificate that Apple refuses: its owner is notified once, its phones wait, and a few pushes now and then find out
 * whether it is over.
 */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { certificateName, certificatesBefore } from '../../cards/certificates/certificates.ts'
import type { ApnsResult } from '../../engines/wallet/apple/apns.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import * as retriesSql from './retries-sql.ts'
import { retryDelayMs } from './retry-times.ts'

/** Tokens that Apple must not know, all of a batch, before the host is suspected and not the phones. */
const STRANGERS_MIN = 10
export const WRONG_HOST = 'BadDeviceToken'

/** Phones that Apple does not know are dead; when it knows none of many, another host is asked than theirs. */
export function isWrongHost(results: readonly Pick<ApnsResult, 'outcome' | 'reason'>[]): boolean {
  const strangers = results.filter(({ outcome, reason }) => outcome === 'bad_token' && reason === WRONG_HOST)
  return strangers.length >= STRANGERS_MIN && !results.some(isProof)
}

/** Apple has accepted the certificate and knows the phone, whatever became of the push. */
export const isProof = ({ outcome, reason }: Pick<ApnsResult, 'outcome' | 'reason'>): boolean =>
  outcome === 'accepted' || outcome === 'gone' || (outcome === 'throttled' && reason !== NOT_ASKED)

/** Our own reason for a phone that was not called, because its retry is not due. */
export const NOT_ASKED = 'paused'

/**
 * May a certificate be used? `one`: a few pushes find out whether Apple still refuses it; no other process asks at
 * the same time.
 */
export async function gateOf(app: App, db: CabinetDb, certificateId: string): Promise<'all' | 'one' | 'none'> {
  const refusal = await retriesSql.refusalOf(db, certificateId)
  if (!refusal) return 'all'
  const now = app.clock.now()
  // A refusal in the future: the clock was set back, and the time of the next push could be a day away.
  if (refusal.probe_at > now && refusal.since <= now) return 'none'
  const tries = refusal.tries + 1
  const since = refusal.since < now ? refusal.since : now
  const probeAt = new Date(now.getTime() + retryDelayMs('refused', tries))
  await retriesSql.setProbe(db, certificateId, { tries, since, probe_at: probeAt })
  return 'one'
}

/** Notes the refusal; the first one notifies the people of the account. */
export async function noteRefusal(app: App, db: CabinetDb, certificateId: string, reason: string): Promise<void> {
  const now = app.clock.now()
  const name = await certificateName(db, certificateId)
  if (name === undefined) return
  const probeAt = new Date(now.getTime() + retryDelayMs('refused', 1))
  const refusal = { certificate_id: certificateId, reason, since: now, tries: 1, probe_at: probeAt }
  if (!(await retriesSql.insertRefusal(db, refusal))) return
  app.log.error(
    { cabinetId: db.cabinetId, certificateId, reason },
    reason === WRONG_HOST
      ? "Apple's push service knows none of the phones: is APNS_HOST right?"
      : "Apple's push service refuses the certificate",
  )
  await notify(app, db, {
    type: 'tariff_certificate_expires',
    detail: reason === WRONG_HOST ? { name, refused: 'phones' } : { name, refused: 'certificate' },
    onceKey: `apple|${certificateId}|${now.toISOString()}`,
  })
}

/** Apple accepts the certificate: everything that waited for it is due. @returns whether it was refused before */
export async function clearRefusal(app: App, db: CabinetDb, certificateId: string): Promise<boolean> {
  if (!(await retriesSql.dropRefusal(db, certificateId))) return false
  await retriesSql.releaseRefused(
    db,
    [certificateId, ...(await certificatesBefore(db, certificateId))],
    app.clock.now(),
  )
  return true
}
