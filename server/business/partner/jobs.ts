/** Records in the agent's cabinet what a brought one spent: no transaction spans two cabinets, so a job does it. */
import { z } from 'zod'
import type { Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { insertShares } from './shares-sql.ts'
import * as sql from './sql.ts'

const Spending = z.object({
  agentId: z.int(),
  childId: z.int(),
  no: z.int(),
  amountMinor: z.int(),
  at: z.iso.datetime(),
})

export const recordSpending: Job<z.infer<typeof Spending>> = defineJob({
  name: 'notify-spending',
  shape: Spending,
  handle: (app, { agentId, childId, no, amountMinor, at }) =>
    openForWork(app, agentId, (db) =>
      sql.insertSpending(db, [{ child_id: childId, no, amount_minor: amountMinor, at: new Date(at) }]),
    ),
})

const Share = z.object({
  agentId: z.int(),
  childId: z.int(),
  no: z.int(),
  baseMinor: z.int(),
  shareMinor: z.int(),
  at: z.iso.datetime(),
  dueAt: z.iso.datetime(),
})

/** The same of what a brought cabinet has paid, with the agent's share of it. */
export const recordShare: Job<z.infer<typeof Share>> = defineJob({
  name: 'record-share',
  shape: Share,
  handle: (app, { agentId, childId, no, baseMinor, shareMinor, at, dueAt }) =>
    openForWork(app, agentId, (db) =>
      insertShares(db, [
        {
          child_id: childId,
          no,
          base_minor: baseMinor,
          share_minor: shareMinor,
          at: new Date(at),
          due_at: new Date(dueAt),
        },
      ]),
    ),
})

export { notifyReleased } from './released.ts'
