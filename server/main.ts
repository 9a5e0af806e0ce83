/** Prepares a database, makes the app, and starts web, worker or both on it. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App, Outside } from './base/app.ts'
import { systemClock, type Clock } from './base/clock.ts'
import { openKeys } from './base/crypto.ts'
import { type Database, openDatabase } from './base/db.ts'
import { BadSetting, type Env } from './base/env.ts'
import { installJobs, returnJobs } from './base/install-jobs.ts'
import { openJobs } from './base/jobs.ts'
import { openListener } from './base/listener.ts'
import type { Log } from './base/log.ts'
import type { Connection } from './base/logins.ts'
import { makeLogins } from './base/make-logins.ts'
import { wayThrough } from './base/pooler.ts'
import { openMailer } from './base/mailer.ts'
import { masterKey } from './base/master-key.ts'
import { filesIn, migrate, missingMigrations, oneAtATime } from './base/migrate.ts'
import { printedLink } from './business/operator/outside.ts'
import type { Mount } from './business/operator/serve-outside.ts'
import { missingIntermediates } from './engines/wallet/apple/apple-intermediates.ts'
import type { ReplicaOutcome } from './base/replicas.ts'
import { openMetrics } from './base/watch/open-metrics.ts'
import { openMetricsPort } from './base/watch/serve-metrics.ts'
import { openTracing } from './base/watch/tracing.ts'
import { endVisits } from './people/forms/forms.ts'
import { promoteOperator } from './platform/users/users.ts'
import { closeApnsConnections } from './reach/passes/passes.ts'
import { JOBS } from './rooms.ts'
import { openWeb } from './web-server.ts'

const MIGRATIONS = join(import.meta.dirname, '../db/migrations')
const DRAIN_MS = 10_000
const SWEEP_MS = 50
const PATIENCE_MS = 60_000
const POLL_MS = 500
const READY_MS = 2_000

/**
 * Brings a database to this version: tables, roles, queues. Runs as its owner; several processes wait for one another.
 * @param options `isAlone`: no other process works on this database, so jobs marked as running were lost with the last
 * one. `newLogin`: the server's logins, which are made where they are missing
 */
export function prepareDatabase(
  owner: Connection,
  log: Log,
  options: { isAlone?: boolean; newLogin?: Connection } = {},
): Promise<void> {
  return oneAtATime(owner, async () => {
    const ran = await migrate(owner, MIGRATIONS)
    if (ran.length > 0) log.info({ ran }, 'the database was migrated')
    await installJobs(owner, JOBS, log)
    if (options.newLogin) await makeLogins(owner, options.newLogin)
    if (options.isAlone) await returnJobs(owner)
  })
}

/** Names of the migrations of this version. */
export const knownMigrations = (): string[] => filesIn(MIGRATIONS)

/** For a backup of an older version: an empty database with the tables it was made of, and no others. */
export function prepareAsOf(owner: Connection, log: Log, migrations: readonly string[]): Promise<void> {
  return oneAtATime(owner, async () => {
    await migrate(owner, MIGRATIONS, migrations)
    await installJobs(owner, JOBS, log)
  })
}

/**
 * For a process that does not know the owner: another one migrates the database, perhaps at this very moment.
 * @throws BadSetting
 */
export async function waitUntilPrepared(login: Connection): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const missing = await missingMigrations(login, MIGRATIONS)
    if (missing.length === 0) return
    if (performance.now() > deadline)
      throw new BadSetting(
        `DATABASE_OWNER_URL is not set, and the database lacks ${missing.length} migrations (${missing[0]} is the ` +
          'first): run "npm run migrate" with it',
      )
    await sleep(POLL_MS)
  }
}

export type ServerOptions = {
  env: Env
  /** The app's login. */
  login: Connection
  publicUrl: string
  outside: Outside
  log: Log
  clock?: Clock
  mounts?: readonly Mount[]
  /** PEM of the authority whose certificates test phones trust. */
  testRootPem: string
  /** Runs jobs in the background, and those of the schedule; default: as the role says. */
  works?: boolean
}

const doesWork = ({ works, env }: ServerOptions): boolean => works ?? env.role !== 'web'

export type Server = {
  http: FastifyInstance
  app: App
  /** A new one-time link to the emulated mailbox, SMS inbox and wallets. */
  newOutsideLink(): Promise<string>
  drainJobs(): Promise<number>
  close(): Promise<void>
}

async function openApp(options: ServerOptions): Promise<App> {
  const { env, login, publicUrl, outside, log } = options
  const queries = await wayThrough(login, env.databasePooler)
  const clock = options.clock ?? systemClock
  const metrics = await openMetrics(env)
  const count = (outcome: ReplicaOutcome) => metrics.countReplicaRead(outcome)
  return {
    env,
    publicUrl,
    log,
    clock,
    keys: openKeys(masterKey(env)),
    database: openDatabase(queries, env.poolSize, log, { ...env.replicas, clock, count }),
    listener: openListener(login, log),
    jobs: await openJobs({ login, queries }, { isWorker: env.role !== 'web', isScheduler: doesWork(options) }, log),
    mailer: openMailer(outside.smtpUrl, env.mailFrom),
    metrics,
    tracing: await openTracing(env.tracing, log),
    outside,
  }
}

/** A load balancer asks every few seconds, so a database that stalls counts as one that is away. */
const canAsk = (database: Database): Promise<boolean> =>
  Promise.race([
    sql`select 1`.execute(database.db).then(
      () => true,
      () => false,
    ),
    sleep(READY_MS, false, { ref: false }),
  ])

async function closeHttp(http: FastifyInstance): Promise<void> {
  // Idle keep-alive connections of browsers would delay the end.
  const sweep = setInterval(() => http.server.closeIdleConnections(), SWEEP_MS)
  await Promise.race([http.close(), sleep(DRAIN_MS, undefined, { ref: false })])
  clearInterval(sweep)
}

/** Starts on a prepared database. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { env, log } = options
  const app = await openApp(options)
  let isDraining = false
  for (const one of missingIntermediates(env.appleIntermediates, app.clock.now()))
    log.warn(one, "one of Apple's intermediate certificates ends: name its successor in APPLE_INTERMEDIATES")
  await promoteOperator(app)
  const http = await openWeb(app, {
    mounts: options.mounts ?? [],
    testRootPem: options.testRootPem,
    isReady: async () => !isDraining && (await canAsk(app.database)),
  })
  if (doesWork(options)) await app.jobs.startWorking(app, JOBS)
  const metricsPort = await openMetricsPort(app)
  if (env.role !== 'worker') await http.listen({ port: env.port, host: env.host })
  return {
    http,
    app,
    newOutsideLink: () => printedLink(app),
    drainJobs: () => app.jobs.drain(app, JOBS),
    async close() {
      isDraining = true
      await app.jobs.stopWorking()
      if (http.server.listening) await sleep(env.drainNoticeMs)
      await closeHttp(http)
      await endVisits(app)
      await app.jobs.stop()
      await closeApnsConnections(app)
      app.mailer.close()
      await metricsPort?.close()
      await app.tracing?.close()
      await app.listener.close()
      await app.database.close()
    },
  }
}
