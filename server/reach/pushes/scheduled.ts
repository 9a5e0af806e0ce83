/**
 * Pushes with a moment: every minute one job finds what is due, and another sends each. A moment is taken and the send
 * begun in one transaction, so a job that runs twice sends once.
 */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { Refusal } from '../../base/refusal.ts'
import { openForWork, standingOf } from '../../platform/cabinets/cabinets.ts'
import { LATE_MS, nextSend } from './next-send.ts'
import { includedIn } from './reply.ts'
import * as scheduleSql from './schedule-sql.ts'
import { startSend } from './start-send.ts'

const Due = z.object({ cabinetId: z.int(), pushId: z.uuid(), at: z.iso.datetime() })
type Due = z.infer<typeof Due>

/** Takes the moment off the schedule and sends, or notes why not. Nothing to do when it is taken or was changed. */
async function take(app: App, { cabinetId, pushId, at }: Due, work: 'send' | { missed: string }): Promise<void> {
  const now = app.clock.now()
  await openForWork(app, cabinetId, async (db) => {
    const held = await scheduleSql.lockSchedule(db, pushId)
    if (!held || held.send_at.getTime() !== Date.parse(at)) return
    const next = nextSend(held.send_from, held.send_repeat, now)
    const { tariff, isLimited } = await standingOf(app, db)
    const missed =
      work !== 'send'
        ? work.missed
        : isLimited
          ? 'read_only'
          : now.getTime() - held.send_at.getTime() > LATE_MS
            ? 'too_late'
            : null
    await scheduleSql.moveSchedule(db, pushId, next, missed === null ? null : { at: held.send_at, code: missed })
    if (missed === null) await startSend(app, db, pushId, includedIn(tariff))
  })
}

export const sendScheduled: Job<Due> = defineJob({
  name: 'send-scheduled',
  shape: Due,
  async handle(app, due) {
    try {
      await take(app, due, 'send')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The refused send took its moment back with it: it is noted in a transaction of its own.
      await take(app, due, { missed: error.code })
    }
  },
})

export const wakeScheduled: Job<Nothing> = defineJob({
  name: 'wake-scheduled',
  shape: Nothing,
  every: '* * * * *',
  async handle(app) {
    const due = await app.database.acrossCabinets((tx) => scheduleSql.pushesDue(tx, app.clock.now()))
    for (const { cabinet_id: cabinetId, id, send_at } of due)
      await openForWork(app, cabinetId, (db) =>
        app.jobs.enqueue(
          db.tx,
          sendScheduled,
          { cabinetId, pushId: id, at: send_at.toISOString() },
          { key: `${id} ${send_at.toISOString()}` },
        ),
      )
  },
})
