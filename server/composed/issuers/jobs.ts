/** What Google thinks of the cards of an own issuer: asked when it is activated, and again until it is approved. */
import { z } from 'zod'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { type IssuerAccess, readIssuer, settleReview, waitingIssuer } from '../../cards/issuers/issuers.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { followIssuer, reviewDesign } from '../../reach/passes/passes.ts'
import { withGoogle } from './ask.ts'

/** Afterwards the owner asks by hand. */
const ROUNDS_MAX = 200

/** @returns whether the issuer makes the new cards from now on */
export async function reviewIssuer(app: App, cabinetId: number, access: IssuerAccess): Promise<boolean> {
  const review = await withGoogle(() => reviewDesign(app, cabinetId, access))
  return openForWork(app, cabinetId, async (db) => {
    const isApproved = await settleReview(app, db, access.issuerId, review)
    if (isApproved) await followIssuer(db, access.issuerId)
    return isApproved
  })
}

const Check = z.object({ cabinetId: z.int(), issuerId: z.string(), round: z.int() })

/** Asks again after ten minutes, later once an hour. */
export const checkReview: Job<z.infer<typeof Check>> = defineJob({
  name: 'check-google-review',
  shape: Check,
  async handle(app, { cabinetId, issuerId, round }) {
    const access = await openForWork(app, cabinetId, async (db) =>
      (await readIssuer(app, db)).state === 'in_queue' ? waitingIssuer(app, db) : undefined,
    )
    if (access?.issuerId !== issuerId || (await reviewIssuer(app, cabinetId, access)) || round >= ROUNDS_MAX) return
    const afterSeconds = (round < 6 ? 10 * MINUTE_MS : HOUR_MS) / 1000
    await openForWork(app, cabinetId, (db) =>
      app.jobs.enqueue(db.tx, checkReview, { cabinetId, issuerId, round: round + 1 }, { afterSeconds }),
    )
  },
})
