/**
 * Work that waits: jobs on pg-boss, put in the caller's own transaction, so a job exists exactly when
 * the change that asked for it does. Every handler is safe to run twice.
 */
import pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { MOSCOW_ZONE } from '../../contract/time.ts'
import { APP_ROLE, type Connection } from './db.ts'
import type { AnyJob, App, Job, Jobs } from './app.ts'
import type { Log } from './log.ts'

/** Names a kind of work. The type of its data is forgotten in lists, checked by `shape` at run time. */
export function defineJob<T extends object>(
  job: Omit<Job<T>, 'retry' | 'atOnce'> & Partial<Pick<Job<T>, 'retry' | 'atOnce'>>,
): Job<T> {
  return { retry: { limit: 5, delaySeconds: 2 }, atOnce: 1, ...job }
}

/** Shape of a job that needs to be told nothing. */
export const Nothing = z.object({})
export type Nothing = z.infer<typeof Nothing>

const SCHEMA = 'pgboss'
const PARKED = 'parked'

/** Makes the job tables and queues; runs as the owner of the database. */
export async function installJobs(owner: Connection, jobs: readonly AnyJob[], log: Log): Promise<void> {
  const boss = new PgBoss({ ...owner, schema: SCHEMA, supervise: false, max: 2 })
  boss.on('error', (error) => log.error({ error: error.message }, 'jobs'))
  await boss.start()
  const known = new Set((await boss.getQueues()).map((queue) => queue.name))
  if (!known.has(PARKED)) await boss.createQueue(PARKED)
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
      // Committing a job wakes the workers that listen; whoever cannot listen finds it by asking.
      notify: true,
    }
    if (known.has(job.name)) await boss.updateQueue(job.name, options)
    else await boss.createQueue(job.name, { ...options, policy: 'short' })
    if (job.every) await boss.schedule(job.name, job.every, {}, { tz: MOSCOW_ZONE })
    else await boss.unschedule(job.name)
  }
  for (const grant of [
    `grant usage on schema ${SCHEMA} to ${APP_ROLE}`,
    `grant all on all tables in schema ${SCHEMA} to ${APP_ROLE}`,
    `grant all on all sequences in schema ${SCHEMA} to ${APP_ROLE}`,
    `grant execute on all functions in schema ${SCHEMA} to ${APP_ROLE}`,
  ])
    await boss.getDb().executeSql(grant)
  await boss.stop({ graceful: false })
}

/**
 * Hands back every job that is under way, without the wait for its heartbeat to be missed; for whoever knows that no
 * worker lives.
 */
export async function returnJobs(owner: Connection): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query(`update ${SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`)
  } finally {
    await client.end()
  }
}

/**
 * How often workers ask for jobs that nobody announces: those that wait for their time, and those that a lost
 * announcement was about. `deafSeconds`: where the connection cannot listen.
 */
type Pace = { askSeconds: number; deafSeconds: number }
const PACE: Pace = { askSeconds: 2, deafSeconds: 0.5 }

/** @param isWorker supervises lost workers' jobs too */
export async function openJobs(connection: Connection, isWorker: boolean, log: Log, pace = PACE): Promise<Jobs> {
  const boss = new PgBoss({
    ...connection,
    schema: SCHEMA,
    options: `-c role=${APP_ROLE}`,
    max: isWorker ? 6 : 2,
    migrate: false,
    createSchema: false,
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    reindex: false,
    monitorVacuum: false,
    bamIntervalSeconds: 3600,
    warningSlowQuerySeconds: 30,
  })
  let isStopping = false
  boss.on('error', (error) => {
    if (!isStopping) log.warn({ error: error.message }, 'jobs')
  })
  boss.on('warning', ({ message, data }) => {
    if ((data as { type?: string }).type === 'listen_notify_unavailable') log.warn({ message }, 'jobs')
  })
  await boss.start()
  const working = new Set<string>()

  async function run(
    app: App,
    job: Job,
    one: { id: string; data: unknown; retryCount: number; retryLimit: number },
  ): Promise<void> {
    try {
      await job.handle(app, job.shape.parse(one.data))
    } catch (error) {
      const isLast = one.retryCount >= one.retryLimit
      app.log[isLast ? 'error' : 'warn'](
        { job: job.name, id: one.id, isLast, error: error instanceof Error ? error.message : String(error) },
        'a job failed',
      )
      if (isLast) await job.giveUp?.(app, job.shape.parse(one.data))
      throw error
    }
  }

  /** One job of a kind after the other; after each the next is asked for at once. */
  async function startLane(app: App, job: AnyJob): Promise<void> {
    let worker = ''
    worker = await boss.work(
      job.name,
      {
        pollingIntervalSeconds: pace.deafSeconds,
        notifyPollingIntervalSeconds: pace.askSeconds,
        batchSize: 1,
        includeMetadata: true,
      },
      async ([one]) => {
        if (one) await run(app, job as Job, one).finally(() => boss.notifyWorker(worker))
      },
    )
  }

  return {
    async enqueue(tx, job, data, options = {}) {
      await boss.send(job.name, data, {
        db: fromKysely(tx),
        ...(options.afterSeconds !== undefined && { startAfter: options.afterSeconds }),
        singletonKey: options.key ?? crypto.randomUUID(),
      })
    },
    async startWorking(app, jobs) {
      for (const job of jobs) {
        working.add(job.name)
        for (let lane = 0; lane < job.atOnce; lane++) await startLane(app, job)
      }
    },
    async drain(app, jobs) {
      let done = 0
      for (let found = true; found;) {
        found = false
        for (const job of jobs) {
          for (const one of await boss.fetch<object>(job.name, { batchSize: 1, includeMetadata: true })) {
            found = true
            try {
              await run(app, job as Job, one)
              await boss.complete(job.name, one.id)
            } catch (error) {
              await boss.fail(job.name, one.id, { message: error instanceof Error ? error.message : String(error) })
              throw error
            }
            done++
          }
        }
      }
      return done
    },
    async stopWorking() {
      await Promise.all([...working].map((name) => boss.offWork(name, { wait: false })))
    },
    async stop() {
      isStopping = true
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
