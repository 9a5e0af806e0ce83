/** Makes and repairs the tables and queues of pg-boss, as the owner of the database. */
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { MOSCOW_ZONE } from '../../contract/time.ts'
import type { AnyJob } from './app.ts'
import { APP_ROLE, type Connection, WORKER_ROLE } from './logins.ts'
import type { Log } from './log.ts'

export const JOBS_SCHEMA = 'pgboss'
/** The queue of jobs whose last try has failed. */
export const PARKED = 'parked'
/** So long a parked job waits for an operator. */
export const KEPT_DAYS = 90

/** What may be known of a job without its content: which addresses are written to, and the links in those emails. */
const COUNTED =
  'id, name, state, priority, start_after, created_on, started_on, completed_on, retry_count, retry_limit, dead_letter'

/**
 * Only the worker reads and finishes jobs; a call adds some, and nobody empties a queue. One statement after another in
 * one transaction, so there is no moment without the rights.
 */
const GRANTS = `
  revoke all on all tables in schema ${JOBS_SCHEMA} from ${APP_ROLE};
  revoke all on all sequences in schema ${JOBS_SCHEMA} from ${APP_ROLE};
  grant usage on schema ${JOBS_SCHEMA} to ${APP_ROLE}, ${WORKER_ROLE};
  grant select on ${JOBS_SCHEMA}.queue to ${APP_ROLE};
  grant insert, select (${COUNTED}) on ${JOBS_SCHEMA}.job, ${JOBS_SCHEMA}.job_common to ${APP_ROLE};
  grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to ${WORKER_ROLE};
  grant usage on all sequences in schema ${JOBS_SCHEMA} to ${WORKER_ROLE};
`

/** Running jobs are counted for metrics; pg-boss has an index of those that wait. */
const INDEX = `create index if not exists job_running on ${JOBS_SCHEMA}.job_common (name) where state = 'active'`

/** Makes the job tables and queues; runs as the owner of the database. */
export async function installJobs(owner: Connection, jobs: readonly AnyJob[], log: Log): Promise<void> {
  // Due schedules are the workers' business: in the middle of a restore nothing may be added or taken out.
  const boss = new PgBoss({ ...owner, schema: JOBS_SCHEMA, supervise: false, schedule: false, max: 2 })
  boss.on('error', (error) => log.error({ error: error.message }, 'jobs'))
  await boss.start()
  const known = new Set((await boss.getQueues()).map((queue) => queue.name))
  if (!known.has(PARKED)) await boss.createQueue(PARKED)
  await boss.updateQueue(PARKED, { retentionSeconds: KEPT_DAYS * 86_400 })
  for (const job of jobs) {
    const options = {
      retryLimit: job.retry.limit,
      retryDelay: job.retry.delaySeconds,
      retryBackoff: true,
      retryDelayMax: 3600,
      heartbeatSeconds: 10,
      expireInSeconds: 1800,
      deleteAfterSeconds: 86_400,
      deadLetter: PARKED,
      // Committing a job wakes the workers that listen; the others find it when they poll.
      notify: true,
    }
    if (known.has(job.name)) await boss.updateQueue(job.name, options)
    else await boss.createQueue(job.name, { ...options, policy: 'short' })
    if (job.every) await boss.schedule(job.name, job.every, {}, { tz: MOSCOW_ZONE })
    else await boss.unschedule(job.name)
  }
  // A job that has ended, or has another name now, would wait for workers that nobody starts.
  const names = new Set(jobs.map((job) => job.name))
  for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name)
  await boss.getDb().executeSql(INDEX)
  await boss.getDb().executeSql(GRANTS)
  await boss.stop({ graceful: false })
}

/**
 * Gives every running job back to the queue without waiting for a missed heartbeat. Only safe when no worker is alive.
 */
export async function returnJobs(owner: Connection): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query(`update ${JOBS_SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`)
  } finally {
    await client.end()
  }
}
