/**
 * Background jobs on pg-boss, inserted in the caller's transaction, so a job exists exactly when the change that needs
 * it does. Every handler is safe to run twice.
 */
import { fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { AnyJob, App, Job, Jobs } from './app.ts'
import { countJobs } from './count-jobs.ts'
import { lookForDue } from './due-jobs.ts'
import { JOBS_SCHEMA } from './install-jobs.ts'
import { openListener } from './listener.ts'
import type { Way } from './db.ts'
import { type Connection, loginAs } from './logins.ts'
import type { Log } from './log.ts'
import { dropParked, endParked, listParked, noteGivenUp, repeatParked } from './parked-jobs.ts'
import { openPool } from './pool.ts'
import { watchJob, withSender } from './watch/job-run.ts'

/** Declares a job. Lists of jobs lose the type of its data; `shape` checks it at run time. */
export function defineJob<T extends object>(
  job: Omit<Job<T>, 'retry' | 'atOnce'> & Partial<Pick<Job<T>, 'retry' | 'atOnce'>>,
): Job<T> {
  return { retry: { limit: 5, delaySeconds: 2 }, atOnce: 1, ...job }
}

/** Shape of a job without data. */
export const Nothing = z.object({})
export type Nothing = z.infer<typeof Nothing>

/**
 * How often workers look for jobs that are not announced: those that wait for their time, and those whose announcement
 * was lost. One question for all kinds (`due-jobs.ts`).
 */
const LOOK_SECONDS = 2
/** Each lane also asks for itself, in case that the looks fail: pg-boss wants a time. */
const OWN_LOOK_SECONDS = 300

/**
 * @param login of the app's role; the queue is read with the one of the worker
 * @param part what this process does: `isWorker` supervises lost workers' jobs too, `isScheduler` queues those that are
 * due by their schedule
 */
export async function openJobs(
  login: Connection | Ways,
  part: Part,
  log: Log,
  lookSeconds = LOOK_SECONDS,
): Promise<Jobs> {
  const { boss, pool, stop } = await startBoss(login, part, log)
  /** Ids of the workers of pg-boss, by the kind of job that they fetch. */
  const lanes = new Map<string, string[]>()
  let due: ReturnType<typeof lookForDue> | undefined
  let handled: readonly AnyJob[] = []

  /** Runs one job of a kind after another; after each it asks for the next without waiting. */
  async function startLane(app: App, job: AnyJob): Promise<void> {
    const seconds = Math.max(lookSeconds, OWN_LOOK_SECONDS)
    const options = {
      pollingIntervalSeconds: seconds,
      notifyPollingIntervalSeconds: seconds,
      batchSize: 1,
      includeMetadata: true as const,
    }
    let worker = ''
    worker = await boss.work(job.name, options, async ([one]) => {
      if (one) await runJob(app, job as Job, one).finally(() => boss.notifyWorker(worker))
    })
    lanes.set(job.name, [...(lanes.get(job.name) ?? []), worker])
  }

  return {
    async enqueue(tx, job, data, options = {}) {
      await boss.send(job.name, withSender(data), {
        db: fromKysely(tx),
        ...(options.afterSeconds !== undefined && { startAfter: options.afterSeconds }),
        singletonKey: options.key ?? crypto.randomUUID(),
      })
    },
    async enqueueAll(tx, job, all) {
      const rows = all.map((data) => ({ data: withSender(data), singletonKey: crypto.randomUUID() }))
      await boss.insert(job.name, rows, { db: fromKysely(tx) })
    },
    listParked: () => listParked(boss),
    repeatParked: (id) => repeatParked(boss, id),
    dropParked: (id) => dropParked(boss, id),
    endParked: (app) => endParked(app, boss, handled),
    figures: () => countJobs(boss),
    pool: () => pool.figures(),
    async startWorking(app, jobs) {
      handled = jobs
      for (const job of jobs) for (let lane = 0; lane < job.atOnce; lane++) await startLane(app, job)
      due = lookForDue(boss, {
        names: jobs.map((job) => job.name),
        seconds: lookSeconds,
        wake: (name) => lanes.get(name)?.forEach((worker) => boss.notifyWorker(worker)),
        log,
      })
    },
    drain(app, jobs) {
      handled = jobs
      return drain(boss, app, jobs)
    },
    async stopWorking() {
      due?.stop()
      await Promise.all([...lanes.keys()].map((name) => boss.offWork(name, { wait: false })))
    },
    async stop() {
      due?.stop()
      await stop()
    },
  }
}

type Part = { isWorker: boolean; isScheduler: boolean }

/** News come over a connection of their own, which no pooler may share; queries may go through one. */
type Ways = { login: Connection; queries: Way }

type BossDb = ReturnType<PgBoss['getDb']>

/** Connections of ours: those of pg-boss end the process when one is lost at the wrong moment. */
function openBossDb(to: Connection | Ways, isWorker: boolean, log: Log) {
  const { login, queries } = 'queries' in to ? to : { login: to, queries: { login: to, isPooled: false } }
  const worker = loginAs(login, 'worker')
  const pool = openPool(loginAs(queries.login, 'worker'), { size: isWorker ? 6 : 2, log, isPooled: queries.isPooled })
  const db: BossDb = {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onMessage, onReconnect) {
      const listener = openListener(worker, log, { name: 'kartoteka-jobs' })
      await new Promise<void>((resolve) =>
        listener.on(channel, (payload) => {
          if (payload !== null) return onMessage(payload)
          onReconnect()
          resolve()
        }),
      )
      return { close: () => listener.close() }
    },
  }
  return { db, pool }
}

async function startBoss(login: Connection | Ways, { isWorker, isScheduler }: Part, log: Log) {
  const { db, pool } = openBossDb(login, isWorker, log)
  const boss = new PgBoss({
    db,
    schema: JOBS_SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: isWorker,
    schedule: isScheduler,
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
  await boss.start()
  const stop = async () => {
    isStopping = true
    await boss.stop({ graceful: true, timeout: 10_000 })
    await pool.end()
  }
  return { boss, pool, stop }
}

type Fetched = { id: string; data: unknown; retryCount: number; retryLimit: number }

function runJob(app: App, job: Job, one: Fetched): Promise<void> {
  const isLast = one.retryCount >= one.retryLimit
  const { id, data, retryCount } = one
  return watchJob(app, { name: job.name, id, data, tries: retryCount + 1, isLast }, () =>
    handleJob(app, job, one, isLast),
  )
}

async function handleJob(app: App, job: Job, one: Fetched, isLast: boolean): Promise<void> {
  try {
    await job.handle(app, job.shape.parse(one.data))
  } catch (error) {
    app.log[isLast ? 'error' : 'warn']({ job: job.name, id: one.id, isLast, error: messageOf(error) }, 'a job failed')
    if (isLast && job.giveUp) {
      await job.giveUp(app, job.shape.parse(one.data))
      await noteGivenUp(app, one.id)
    }
    throw error
  }
}

/** Runs waiting jobs until there are none. @returns how many it ran */
async function drain(boss: PgBoss, app: App, jobs: readonly AnyJob[]): Promise<number> {
  let done = 0
  for (let found = true; found;) {
    found = false
    for (const job of jobs) {
      for (const one of await boss.fetch<object>(job.name, { batchSize: 1, includeMetadata: true })) {
        found = true
        try {
          await runJob(app, job as Job, one)
          await boss.complete(job.name, one.id)
        } catch (error) {
          await boss.fail(job.name, one.id, { message: messageOf(error) })
          throw error
        }
        done++
      }
    }
  }
  return done
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
