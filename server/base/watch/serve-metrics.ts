/** `GET /metrics`: at the product's own address for who has the token, or on a port of its own. */
import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

const PATH = '/metrics'

const digest = (text: string) => createHash('sha256').update(text).digest()

function isAllowed(token: string, authorization = ''): boolean {
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization))
}

/** Without the token it is an address that does not exist. */
function answerMetrics(http: FastifyInstance, app: App, token: string | undefined): void {
  http.get(PATH, { config: { rateLimit: false } }, async (request, reply) => {
    if (token !== undefined && !isAllowed(token, request.headers.authorization)) return reply.callNotFound()
    const { type, text } = await app.metrics.render(app)
    return reply.header('cache-control', 'no-store').type(type).send(text)
  })
}

/** At the product's own address, where a token is set. */
export function serveMetrics(http: FastifyInstance, app: App): void {
  const { token } = app.env.metrics
  if (token !== undefined) answerMetrics(http, app, token)
}

/** The port for metrics alone; a token that is set is asked for here too. */
export async function openMetricsPort(app: App): Promise<FastifyInstance | undefined> {
  const { token, port } = app.env.metrics
  if (port === undefined) return undefined
  const http = fastify({ forceCloseConnections: true })
  http.setNotFoundHandler((_, reply) => reply.code(404).send())
  http.setErrorHandler((error, _, reply) => {
    app.log.error({ error: error instanceof Error ? error.message : String(error) }, 'metrics cannot be read')
    return reply.code(500).send()
  })
  answerMetrics(http, app, token)
  await http.listen({ port, host: app.env.host })
  return http
}
