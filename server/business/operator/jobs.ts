/** The audit log is sealed soon after it was written, and checked as a whole every night. */
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { checkAll, sealAll } from './seals.ts'

export const sealAuditLog: Job<Nothing> = defineJob({
  name: 'seal-trail',
  shape: Nothing,
  every: '*/5 * * * *',
  handle: sealAll,
})
export const checkAuditLog: Job<Nothing> = defineJob({
  name: 'check-trail',
  shape: Nothing,
  every: '30 3 * * *',
  handle: checkAll,
})
