/** The letters of a notice: one to each person of the cabinet who wants them and has proved the address. */
import { z } from 'zod'
import { CAUSE_PAGES } from '../../../contract/platform/notifications.ts'
import { mailedPeople } from '../access/access.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { postLetter } from '../../base/mail.ts'
import { openForWork } from '../cabinets/cabinets.ts'
import * as sql from './sql.ts'
import { stopLinks } from './stop-link.ts'
import { sayNews } from './wording.ts'

/** Puts all letters into the queue at once, or none: a second run finds that it was done. */
export const mailNotice: Job<{ cabinetId: number; id: string }> = defineJob({
  name: 'mail-notice',
  shape: z.object({ cabinetId: z.int(), id: z.uuid() }),
  handle: (app: App, { cabinetId, id }) =>
    openForWork(app, cabinetId, async (db) => {
      const notice = await sql.takeLetters(db, id, app.clock.now())
      if (!notice) return
      const link = `${app.publicUrl}/#/${notice.domain}/${CAUSE_PAGES[notice.type]}`
      for (const person of await mailedPeople(db)) {
        await postLetter(app, db.tx, {
          to: person.email,
          lang: person.lang,
          kind: 'notice',
          link,
          stop: stopLinks(app, { cabinetId, userId: person.id, email: person.email }),
          values: { ...sayNews(notice, person.lang), cabinet: notice.cabinet },
        })
      }
    }),
})
