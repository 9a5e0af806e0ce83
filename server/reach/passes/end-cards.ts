/** Every hour: cards whose last day is over become void in the wallets, and those valid again come back. */
import { z } from 'zod'
import { moscowDay } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { cabinetsWithEnds } from '../../cards/templates/templates.ts'
import { eachCabinet, openForWork } from '../../platform/cabinets/cabinets.ts'
import * as endsSql from './ends-sql.ts'
import { queueCardUpdates } from './queue-updates.ts'

const BATCH = 500

const Of = z.object({ cabinetId: z.int() })
/** A few hundred at a time. Safe to run twice: it finds only cards that are not yet what they should be. */
export const endCardsOf: Job<z.infer<typeof Of>> = defineJob({
  name: 'end-cards-of',
  shape: Of,
  handle: (app, { cabinetId }) =>
    openForWork(app, cabinetId, async (db) => {
      const now = app.clock.now()
      let isMore = false
      for (const isOver of [true, false]) {
        const ids = await endsSql.cardsToTurn(db, { today: moscowDay(now), isOver, limit: BATCH })
        if (ids.length === 0) continue
        await endsSql.setEnded(db, ids, isOver ? now : null)
        await queueCardUpdates(app, db, ids, false)
        isMore ||= ids.length === BATCH
      }
      if (isMore) await app.jobs.enqueue(db.tx, endCardsOf, { cabinetId })
    }),
})

export const endCards: Job<Nothing> = defineJob({
  name: 'end-cards',
  shape: Nothing,
  every: '4 * * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => cabinetsToLookAt(app, after, limit),
      (db) => app.jobs.enqueue(db.tx, endCardsOf, { cabinetId: db.cabinetId }, { key: String(db.cabinetId) }),
    ),
})

async function cabinetsToLookAt(app: App, after: number, limit: number): Promise<number[]> {
  return app.database.acrossCabinets(async (tx) => {
    const ids = [...(await cabinetsWithEnds(tx, after, limit)), ...(await endsSql.cabinetsWithEnded(tx, after, limit))]
    return [...new Set(ids)].toSorted((one, other) => one - other).slice(0, limit)
  })
}
