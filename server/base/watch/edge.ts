/** The HTTP edge as it is watched: each request gets its context, its span, one line in the log, one count. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type Context, runInContext } from './context.ts'
import type { Span } from './span.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer is a stream without an end, so how long it took says nothing. */
    isEndless?: boolean
  }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Asked every few seconds by machines. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
const contexts = new WeakMap<FastifyRequest, Context>()

/** The pattern, and nothing that a visitor chooses: one label for all addresses that are unknown. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'
const methodOf = ({ method }: FastifyRequest): string => (METHODS.has(method) ? method : 'other')

/** A trace is continued only where our own proxy may have begun it: a stranger could ask for endless traces. */
function beginSpan(app: App, request: FastifyRequest): Span | undefined {
  const { traceparent } = request.headers
  return app.tracing?.begin(
    `${methodOf(request)} ${routeOf(request)}`,
    'server',
    { 'http.request.method': methodOf(request), 'http.route': routeOf(request), 'kartoteka.request_id': request.id },
    app.env.proxyHops > 0 && typeof traceparent === 'string' ? traceparent : undefined,
  )
}

function finish(app: App, context: Context, request: FastifyRequest, reply: FastifyReply): void {
  const [method, route, status] = [methodOf(request), routeOf(request), reply.raw.statusCode]
  const ms = Math.round(reply.elapsedTime)
  if (!request.routeOptions.config?.isEndless)
    app.metrics.countRequest({ method, route, status: `${Math.floor(status / 100)}xx` }, reply.elapsedTime / 1000)
  context.span?.set({ 'http.response.status_code': status })
  if (status >= 500) context.span?.fail(String(status))
  context.span?.end()
  const level = PROBES.has(route) ? 'debug' : 'info'
  runInContext(context, () => app.log[level]({ method, route, status, ms }, 'a request was answered'))
}

export function watchRequests(http: FastifyInstance, app: App): void {
  http.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    const context: Context = {
      requestId: request.id,
      log: app.log,
      metrics: app.metrics,
      span: beginSpan(app, request),
    }
    contexts.set(request, context)
    runInContext(context, next)
  })
  // A body arrives in events of its connection, which other requests use too.
  http.addHook('preValidation', (request, _, next) => {
    const context = contexts.get(request)
    if (context) runInContext(context, next)
    else next()
  })
  http.addHook('onResponse', (request, reply, next) => {
    const context = contexts.get(request)
    if (context) finish(app, context, request, reply)
    next()
  })
}
