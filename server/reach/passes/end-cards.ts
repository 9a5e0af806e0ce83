/** Every hour: cards whose last day is over become void in the wallets, and those valid again come back. */
import { z } from 'zod'
import { moscowDay } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { cabinetsWithEnds } from '../../cards/templates/templates.ts'
import { eachCabinet, openForWork } from '../../platform/cabinets/cabinets.ts'
import * as endsSql from './ends-sql.ts'
import { queueCardUpdates } from './queue-updates.ts'

/** Cards that are looked for at a time. */
const FOUND = 500
/** Cards in a transaction: a till that changes one of them meanwhile waits. */
const PART = 50

const Of = z.object({ cabinetId: z.int() })
/** Some at a time. Safe to run twice: it finds only cards that are not yet what they should be. */
export const endCardsOf: Job<z.infer<typeof Of>> = defineJob({
  name: 'end-cards-of',
  shape: Of,
  async handle(app, { cabinetId }) {
    let isMore = false
    for (const isOver of [true, false]) {
      const at = app.clock.now()
      const asked = { today: moscowDay(at), isOver, limit: FOUND }
      const found = await openForWork(app, cabinetId, (db) => endsSql.cardsToTurn(db, asked))
      for (let from = 0; from < found.length; from += PART)
        await openForWork(app, cabinetId, async (db) => {
          const ids = await endsSql.cardsToTurn(db, { ...asked, among: found.slice(from, from + PART) })
          await endsSql.setEnded(db, ids, isOver ? at : null)
          await queueCardUpdates(app, db, ids, false)
        })
      isMore ||= found.length === FOUND
    }
    if (isMore) await openForWork(app, cabinetId, (db) => app.jobs.enqueue(db.tx, endCardsOf, { cabinetId }))
  },
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
