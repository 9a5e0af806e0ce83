/**
 * The bonus of the business that invited another one, in the inviter's own ledger: no transaction spans two cabinets,
 * so a job books it. What was given back of the first payment takes it back, as far as it is not spent.
 */
import { z } from 'zod'
import type { Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { lockAccount, openForWork } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { INVITED, TAKEN_BACK } from './cause.ts'
import { book, isBooked } from './finance.ts'

const Bonus = z.object({
  inviterId: z.int(),
  childId: z.int(),
  /** Negative: taken back. */
  amountMinor: z.int(),
  /** The refund that takes it back; empty for the bonus itself. */
  refund: z.string(),
})

export const giveInviteBonus: Job<z.infer<typeof Bonus>> = defineJob({
  name: 'give-invite-bonus',
  shape: Bonus,
  handle: (app, { inviterId, childId, amountMinor, refund }) =>
    openForWork(app, inviterId, async (db) => {
      const held = (await lockAccount(db)).bonus_minor
      const reference = refund === '' ? `${INVITED}/${childId}` : `${TAKEN_BACK}/${INVITED}/${childId}/${refund}`
      if (await isBooked(db, 'bonus', reference)) return
      const moved = Math.max(amountMinor, -held)
      if (moved === 0) return
      await book(app, db, { event: 'bonus', amountMinor: moved, reference })
      await notifyOpenPages(db)
    }),
})
