/** The emails of a notice: one to each person of the cabinet who wants them and has confirmed the address. */
import { z } from 'zod'
import { causePageOf } from '../../../contract/platform/notifications.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { queueEmail } from '../../base/mail.ts'
import { describeCabinet, emailedPeople, openForWork } from '../cabinets/cabinets.ts'
import * as sql from './sql.ts'
import { stopLinks } from './stop-link.ts'
import { wordNews } from './wording.ts'

/** Puts all emails into the queue, or none: a second run finds that it was done. */
export const emailNotice: Job<{ cabinetId: number; id: string }> = defineJob({
  name: 'email-notice',
  shape: z.object({ cabinetId: z.int(), id: z.uuid() }),
  handle: (app: App, { cabinetId, id }) =>
    openForWork(app, cabinetId, async (db) => {
      const notice = await sql.takeEmails(db, id, app.clock.now())
      if (!notice) return
      const cabinet = await describeCabinet(db)
      const link = `${app.publicUrl}/#/${cabinet.domain}/${causePageOf(notice.type)}`
      for (const person of await emailedPeople(db)) {
        await queueEmail(app, db.tx, {
          to: person.email,
          lang: person.lang,
          kind: 'notice',
          link,
          stop: stopLinks(app, { cabinetId, userId: person.id, email: person.email }),
          values: { ...wordNews(notice, person.lang), cabinet: cabinet.name },
        })
      }
    }),
})
