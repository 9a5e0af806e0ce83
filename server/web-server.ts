/** The web server: Fastify with its plugins, the calls of the rooms, and the addresses that are no calls. */
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { answerFault } from './base/answer-fault.ts'
import type { App } from './base/app.ts'
import type { Doors } from './base/caller.ts'
import { serveCalls } from './base/http.ts'
import { noticeProxies } from './base/proxy-notice.ts'
import { serveSeen } from './base/seen-from-outside.ts'
import { watchRequests } from './base/watch/edge.ts'
import { requestIdOf } from './base/watch/request-id.ts'
import { serveMetrics } from './base/watch/serve-metrics.ts'
import { serveWeb } from './base/web.ts'
import { serveCrmHooks } from './business/integration/serve-hooks.ts'
import { serveTills } from './business/integration/serve-tills.ts'
import { servePayments } from './business/payments/serve-payments.ts'
import { type Mount, serveOutside } from './business/operator/serve-outside.ts'
import { openCabinet } from './platform/cabinets/cabinets.ts'
import { serveFiles } from './platform/files/files.ts'
import { serveApiDocument } from './platform/keys/document.ts'
import { keyOf } from './platform/keys/keys.ts'
import { serveNews } from './platform/notifications/stream.ts'
import { userOf } from './platform/users/users.ts'
import { servePages } from './reach/issuing/serve.ts'
import { serveTelegram } from './reach/telegram/serve-updates.ts'
import { markDelivered, markRemoved } from './reach/pushes/pushes.ts'
import { serveWallets } from './reach/passes/web-service.ts'
import { ROOMS } from './rooms.ts'

const DOORS: Doors = { userOf, openCabinet, keyOf }
const BODY_MAX = 1024 * 1024

export type WebOptions = {
  mounts: readonly Mount[]
  /** PEM of the authority whose certificates test phones trust. */
  testRootPem: string
  isReady: () => Promise<boolean>
}

function openFastify(app: App): FastifyInstance {
  const http = fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX,
    requestTimeout: 60_000,
    connectionTimeout: 70_000,
    // Only what our own proxies have added: a visitor may write anything before it.
    trustProxy: (_, hop) => hop < app.env.proxyHops,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    // Every line has the number of its request anyway.
    childLoggerFactory: (log) => log,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
  })
  http.setErrorHandler((error, request, reply) => answerFault(app, request, reply, error))
  // Programs that name a type for every request, also for one without a body, unregister phones and delete things.
  const readJson = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : readJson(request, String(body), done),
  )
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  return http
}

async function addPlugins(http: FastifyInstance, app: App): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: app.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xFrameOptions: false,
  })
  await http.register(compress, { threshold: 1024 })
  await http.register(rateLimit, { max: app.env.requestsPerMinute, timeWindow: '1 minute' })
}

function serveHealth(http: FastifyInstance, isReady: () => Promise<boolean>): void {
  http.get('/healthz', { config: { rateLimit: false } }, async () => ({ ok: true }))
  http.get('/readyz', { config: { rateLimit: false } }, async (_, reply) =>
    (await isReady()) ? { ok: true } : reply.code(503).send({ ok: false }),
  )
}

export async function openWeb(app: App, { mounts, testRootPem, isReady }: WebOptions): Promise<FastifyInstance> {
  const http = openFastify(app)
  watchRequests(http, app)
  noticeProxies(http, app)
  await addPlugins(http, app)
  serveOutside(http, app, mounts)
  serveHealth(http, isReady)
  serveMetrics(http, app)
  serveSeen(http, app)
  await serveCalls(http, app, DOORS, ROOMS)
  serveApiDocument(http)
  serveFiles(http, app)
  servePages(http, app)
  serveNews(http, app)
  serveCrmHooks(http, app)
  serveTills(http, app)
  servePayments(http, app)
  serveTelegram(http, app)
  serveWallets(http, app, { onFetched: markDelivered, onRemoved: markRemoved })
  await serveWeb(http, app, {
    testRootPem,
    hasTestPhone: app.outside.pages.some((page) => page === 'apple' || page === 'google'),
  })
  return http
}
