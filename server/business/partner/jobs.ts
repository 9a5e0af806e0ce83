/**
 * Tells the agent's cabinet what one of its clients spent: no transaction spans two cabinets, so the news travels as a
 * job.
 */
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

export const tellSpending: Job<z.infer<typeof Spending>> = defineJob({
  name: 'tell-spending',
  shape: Spending,
  handle: (app, { agentId, childId, no, amountMinor, at }) =>
    openForWork(app, agentId, (db) =>
      sql.insertSpending(db, { child_id: childId, no, amount_minor: amountMinor, at: new Date(at) }),
    ),
})
