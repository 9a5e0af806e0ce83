/** The list of rooms; makes the app and starts web, worker or both on it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { answered as access, answeredMenu } from './platform/access/calls.ts'
import type { AnsweredRoom } from './base/answer.ts'
import { systemClock, type Clock } from './base/clock.ts'
import { openKeys } from './base/crypto.ts'
import { openDatabase, type Connection } from './base/db.ts'
import type { Env } from './base/env.ts'
import type { AnyJob, App, Outside } from './base/app.ts'
import { answerFault, type Doors, serveCalls } from './base/http.ts'
import { installJobs, openJobs, returnJobs } from './base/jobs.ts'
import { openListener } from './base/listener.ts'
import type { Log } from './base/log.ts'
import { sendLetter } from './base/mail.ts'
import { masterKey } from './base/master-key.ts'
import { oneAtATime, migrate } from './base/migrate.ts'
import { openMailer } from './base/mailer.ts'
import { serveWeb } from './base/web.ts'
import { answered as cabinets } from './platform/cabinets/calls.ts'
import { openCabinet } from './platform/cabinets/cabinets.ts'
import { answered as certificates } from './cards/certificates/calls.ts'
import { tellCertificatesEnd } from './cards/certificates/jobs.ts'
import { answered as clients } from './people/clients/calls.ts'
import { answered as codes } from './platform/codes/calls.ts'
import { answered as dashboard } from './business/dashboard/calls.ts'
import { answered as exports } from './people/exports/calls.ts'
import { dropExport, writeExport } from './people/exports/write.ts'
import { answered as faults } from './platform/faults/calls.ts'
import { serveFiles } from './platform/files/files.ts'
import { answered as finance } from './business/finance/calls.ts'
import { chargeTariffs } from './business/finance/jobs.ts'
import { answered as forms } from './people/forms/calls.ts'
import { answered as integration } from './business/integration/calls.ts'
import { readAll, readClients, writeClients, writeDaily } from './business/integration/integration.ts'
import { answered as issuing } from './reach/issuing/calls.ts'
import { servePages } from './reach/issuing/serve.ts'
import { answered as marketplace } from './reach/marketplace/calls.ts'
import { answered as notifications } from './platform/notifications/calls.ts'
import { tellDemoEnds } from './platform/notifications/jobs.ts'
import { mailNotice } from './platform/notifications/notifications.ts'
import { serveNews } from './platform/notifications/stream.ts'
import { answered as partner } from './business/partner/calls.ts'
import { tellSpending } from './business/partner/jobs.ts'
import { announceCards } from './reach/passes/announce.ts'
import { closeLines } from './reach/passes/passes.ts'
import { carryWaiting, updateCardsJob } from './reach/passes/update-cards.ts'
import { serveWallets } from './reach/passes/web-service.ts'
import { answered as keys } from './platform/keys/calls.ts'
import { serveApiDocument } from './platform/keys/document.ts'
import { keyOf } from './platform/keys/keys.ts'
import { answered as operator } from './business/operator/calls.ts'
import { checkTrail, sealTrail } from './business/operator/jobs.ts'
import { answered as emails } from './platform/emails/calls.ts'
import { answered as poll } from './business/poll/calls.ts'
import { answered as pushes } from './reach/pushes/calls.ts'
import { sendChunk, sendMessageJob } from './reach/pushes/send.ts'
import { answered as segments } from './people/segments/calls.ts'
import { answered as support } from './platform/support/calls.ts'
import { answered as templates } from './cards/templates/calls.ts'
import { answered as triggers } from './reach/triggers/calls.ts'
import { runTriggers, wakeTriggers } from './reach/triggers/jobs.ts'
import { answered as users } from './platform/users/calls.ts'
import { mailGuessed, mailLink, promoteOperator, userOf } from './platform/users/users.ts'
import { answered as variables } from './cards/variables/calls.ts'
import { answered as verification } from './people/verification/calls.ts'

export const ROOMS: readonly AnsweredRoom[] = [
  users,
  cabinets,
  codes,
  poll,
  emails,
  access,
  answeredMenu,
  keys,
  notifications,
  certificates,
  variables,
  templates,
  forms,
  marketplace,
  issuing,
  clients,
  exports,
  segments,
  pushes,
  integration,
  triggers,
  partner,
  finance,
  dashboard,
  support,
  faults,
  operator,
  verification,
]
export const JOBS: readonly AnyJob[] = [
  mailLink,
  mailGuessed,
  sendLetter,
  mailNotice,
  tellDemoEnds,
  tellCertificatesEnd,
  announceCards,
  updateCardsJob,
  carryWaiting,
  sendChunk,
  sendMessageJob,
  wakeTriggers,
  runTriggers,
  chargeTariffs,
  tellSpending,
  writeExport,
  dropExport,
  writeClients,
  writeDaily,
  readClients,
  readAll,
  sealTrail,
  checkTrail,
]

const MIGRATIONS = join(import.meta.dirname, '../db/migrations')
const DOORS: Doors = { userOf, openCabinet, keyOf }
const BODY_MAX = 1024 * 1024
const DRAIN_MS = 10_000
const SWEEP_MS = 50

/**
 * Brings a database to this version: tables, roles, queues. Runs as its owner; of many processes at once one after the
 * other.
 * @param options `isAlone`: no other process works on this database, so what counts as under way was lost with the last
 * one
 */
export function prepareDatabase(owner: Connection, log: Log, options: { isAlone?: boolean } = {}): Promise<void> {
  return oneAtATime(owner, async () => {
    const ran = await migrate(owner, MIGRATIONS)
    if (ran.length > 0) log.info({ ran }, 'the database was migrated')
    await installJobs(owner, JOBS, log)
    if (options.isAlone) await returnJobs(owner)
  })
}

/** A part of the outside world that is played on this very server, under a path of its own. */
export type Mount = {
  prefix: string
  handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Ends the answers that never end by themselves, when the server stops. */
  endStreams?: () => void
}

export type ServerOptions = {
  env: Env
  connection: Connection
  publicUrl: string
  outside: Outside
  log: Log
  clock?: Clock
  mounts?: readonly Mount[]
  /** PEM of the authority whose certificates test phones trust. */
  testRootPem: string
  /** Jobs run by themselves; default: as the role says. */
  works?: boolean
}

export type Server = { http: FastifyInstance; app: App; drainJobs(): Promise<number>; close(): Promise<void> }

async function openWeb(app: App, options: ServerOptions, isReady: () => Promise<boolean>): Promise<FastifyInstance> {
  const http = fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX,
    requestTimeout: 60_000,
    connectionTimeout: 70_000,
    trustProxy: app.env.trustProxy,
    genReqId: () => crypto.randomUUID().slice(0, 13),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
  })
  for (const { prefix, handle } of options.mounts ?? []) {
    http.addHook('onRequest', async (request, reply) => {
      if (request.url !== prefix && !request.url.startsWith(`${prefix}/`)) return
      reply.hijack()
      handle(request.raw, reply.raw)
    })
  }
  http.addHook('preClose', async () => {
    for (const mount of options.mounts ?? []) mount.endStreams?.()
  })
  http.setErrorHandler((error, request, reply) => answerFault(app, request, reply, error))
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  await http.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: app.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xFrameOptions: false,
  })
  await http.register(compress, { threshold: 1024 })
  await http.register(rateLimit, { max: app.env.requestsPerMinute, timeWindow: '1 minute' })
  http.get('/healthz', { config: { rateLimit: false } }, async () => ({ ok: true }))
  http.get('/readyz', { config: { rateLimit: false } }, async (_, reply) =>
    (await isReady()) ? { ok: true } : reply.code(503).send({ ok: false }),
  )
  await serveCalls(http, app, DOORS, ROOMS)
  serveApiDocument(http)
  serveFiles(http, app)
  servePages(http, app)
  serveNews(http, app)
  serveWallets(http, app)
  await serveWeb(http, app, { testRootPem: options.testRootPem, hasTestPhone: (options.mounts ?? []).length > 0 })
  return http
}

/** Starts on a prepared database. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { env, log } = options
  const keys = openKeys(masterKey(env))
  const database = openDatabase(options.connection, env.poolSize, log)
  const listener = openListener(options.connection, log)
  const jobs = await openJobs(options.connection, env.role !== 'web', log)
  const mailer = openMailer(options.outside.smtpUrl, env.mailFrom)
  const app: App = {
    env,
    publicUrl: options.publicUrl,
    log,
    clock: options.clock ?? systemClock,
    keys,
    database,
    listener,
    jobs,
    mailer,
    outside: options.outside,
  }
  let isDraining = false
  const isReady = async () =>
    !isDraining &&
    (await database.db
      .executeQuery({
        sql: 'select 1',
        parameters: [],
        query: { kind: 'RawNode' } as never,
        queryId: { queryId: 'ready' } as never,
      })
      .then(
        () => true,
        () => false,
      ))
  await promoteOperator(app)
  const http = await openWeb(app, options, isReady)
  if (options.works ?? env.role !== 'web') await jobs.startWorking(app, JOBS)
  if (env.role !== 'worker') await http.listen({ port: env.port, host: env.host })
  return {
    http,
    app,
    drainJobs: () => jobs.drain(app, JOBS),
    async close() {
      isDraining = true
      await jobs.stopWorking()
      if (http.server.listening) await sleep(env.drainNoticeMs)
      // A connection that browsers keep after their last answer would hold up the end.
      const sweep = setInterval(() => http.server.closeIdleConnections(), SWEEP_MS)
      await Promise.race([http.close(), sleep(DRAIN_MS, undefined, { ref: false })])
      clearInterval(sweep)
      await jobs.stop()
      await closeLines(app)
      mailer.close()
      await listener.close()
      await database.close()
    },
  }
}
