/** The letters of a notice: one to each person of the cabinet who wants them and has proved the address. */
import { z } from 'zod'
import { CAUSE_PAGES } from '../../../contract/platform/notifications.ts'
import { mailedPeople } from '../access/access.ts'
import type { Floor, Job } from '../../base/floor.ts'
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
  handle: (floor: Floor, { cabinetId, id }) => openForWork(floor, cabinetId, async (db) => {
    const notice = await sql.takeLetters(db, id, floor.clock.now())
    if (!notice) return
    const link = `${floor.publicUrl}/#/${notice.domain}/${CAUSE_PAGES[notice.type]}`
    for (const person of await mailedPeople(db)) {
      await postLetter(floor, db.tx, {
        to: person.email, lang: person.lang, kind: 'notice', link, stop: stopLinks(floor, { cabinetId, userId: person.id, email: person.email }),
        values: { ...sayNews(notice, person.lang), cabinet: notice.cabinet },
      })
    }
  }),
})
