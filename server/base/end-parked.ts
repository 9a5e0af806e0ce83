/** Every minute: gives up the jobs of workers that were killed at the last try. */
import type { Job } from './app.ts'
import { defineJob, Nothing } from './jobs.ts'

export const endParkedJobs: Job<Nothing> = defineJob({
  name: 'end-parked-jobs',
  shape: Nothing,
  every: '* * * * *',
  handle: (app) => app.jobs.endParked(app),
})
