/**
 * Jobs whose last try has failed. They stay in a queue of their own until an operator repeats or deletes them. Their
 * `giveUp` runs even if the worker was killed at the last try.
 */
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { DAY_MS } from '../../contract/time.ts'
import type { AnyJob, App, Job, ParkedJob } from './app.ts'
import { inTransaction } from './db.ts'
import { KEPT_DAYS, PARKED } from './install-jobs.ts'

type Found = Awaited<ReturnType<PgBoss['findJobs']>>[number]

const findWaiting = (boss: PgBoss, id?: string): Promise<Found[]> =>
  boss.findJobs<object>(PARKED, { queued: true, ...(id !== undefined && { id }) })

function reasonOf(output: object | null): string {
  const value = output && 'value' in output ? output.value : output
  const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : value
  return typeof message === 'string' ? message.slice(0, 300) : ''
}

const parkedOf = (one: Found): ParkedJob => ({
  id: one.id,
  name: one.sourceName ?? '',
  data: one.data as object,
  reason: reasonOf(one.sourceOutput),
  tries: (one.sourceRetryCount ?? 0) + 1,
  at: one.createdOn,
})

/** The newest first. */
export async function listParked(boss: PgBoss): Promise<ParkedJob[]> {
  return (await findWaiting(boss)).map(parkedOf).toSorted((one, other) => other.at.getTime() - one.at.getTime())
}

/** Puts the job back into its queue, with all its tries. @returns false when it is not parked any more */
export async function repeatParked(boss: PgBoss, id: string): Promise<boolean> {
  return (await boss.redrive(PARKED, { ids: [id] })) > 0
}

export async function dropParked(boss: PgBoss, id: string): Promise<boolean> {
  if ((await findWaiting(boss, id)).length === 0) return false
  await boss.deleteJob(PARKED, id)
  return true
}

export async function noteGivenUp(app: App, jobId: string): Promise<void> {
  await inTransaction(app.database, (tx) =>
    sql`insert into given_up_jobs (job_id) values (${jobId}) on conflict do nothing`.execute(tx),
  )
}

async function isGivenUp(app: App, jobId: string): Promise<boolean> {
  const { rows } = await inTransaction(app.database, (tx) =>
    sql`select from given_up_jobs where job_id = ${jobId}`.execute(tx),
  )
  return rows.length > 0
}

/** Runs `giveUp` of parked jobs whose worker could not. One that throws is tried again with the next round. */
export async function endParked(app: App, boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  for (const parked of await findWaiting(boss)) {
    const job = jobs.find(({ name }) => name === parked.sourceName) as Job | undefined
    const jobId = parked.sourceId ?? parked.id
    if (!job?.giveUp || (await isGivenUp(app, jobId))) continue
    try {
      await job.giveUp(app, job.shape.parse(parked.data))
      await noteGivenUp(app, jobId)
    } catch (error) {
      app.log.error({ job: job.name, id: jobId, error: error instanceof Error ? error.message : '' }, 'cannot give up')
    }
  }
  const before = new Date(Date.now() - (KEPT_DAYS + 1) * DAY_MS)
  await inTransaction(app.database, (tx) => sql`delete from given_up_jobs where at < ${before}`.execute(tx))
}
