/**
 * Notifies before an uploaded certificate ends and when it has ended; in the morning, so that a day is left to act. One
 * that was replaced counts while iPhones have cards signed with it.
 */
import { DAY_MS } from '../../../contract/time.ts'
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { certificateById, certificatesEnding } from '../../cards/certificates/certificates.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { dueWarning, notify } from '../../platform/notifications/notifications.ts'
import { countPassesSigned } from '../../reach/passes/passes.ts'

const WARNING_DAYS = [60, 30, 14, 3, 0]
/** One that ended longer ago is not worth a notice, even if the server was down. */
const OLD_MS = 30 * DAY_MS

export const notifyCertificatesEnd: Job<Nothing> = defineJob({
  name: 'notify-certificates-end',
  shape: Nothing,
  every: '0 9 * * *',
  async handle(app) {
    const now = app.clock.now()
    const ending = await certificatesEnding(
      app,
      new Date(now.getTime() - OLD_MS),
      new Date(now.getTime() + Math.max(...WARNING_DAYS) * DAY_MS),
    )
    for (const { cabinet_id: cabinetId, id } of ending) {
      await openForWork(app, cabinetId, async (db) => {
        const certificate = await certificateById(db, id)
        const days = certificate && dueWarning(certificate.expires_at, now, WARNING_DAYS)
        if (!certificate || days === undefined) return
        const cards = certificate.state === 'replaced' ? ((await countPassesSigned(db, [id])).get(id) ?? 0) : null
        if (cards === 0) return
        const detail = {
          name: certificate.pass_type_identifier,
          expiresAt: certificate.expires_at.toISOString(),
          isOver: days === 0,
          ...(cards !== null && { cards }),
        }
        await notify(app, db, { type: 'tariff_certificate_expires', detail, onceKey: `certificate|${id}|${days}` })
      })
    }
  },
})
