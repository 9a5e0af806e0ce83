/** Records in the agent's cabinet what a brought one spent: no transaction spans two cabinets, so a job does it. */
import { z } from 'zod'
import type { Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
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
      sql.insertSpending(db, { child_id: childId, no, amount_minor: amountMinor, at: new Date(at) }),
    ),
})
