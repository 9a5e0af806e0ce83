/**
 * Addresses that hold a secret, `/{what}/{crm}/{cabinet}.{key}`, without a login. Nothing is counted against a business
 * before its secret is verified: others could use it up. An address that is not there answers always the same.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { networkOf } from '../../base/network.ts'
import { Refusal } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import type { Received } from '../../engines/crm/hooks.ts'

const BODY_MAX = 256 * 1024
const HEADERS_MAX = 8 * 1024
/** Addresses that are not there, asked for from one network. */
const MISSES = { max: 60, windowMs: MINUTE_MS }

export type SecretAddress = { crm: string; key: string }

export const secretOf = ({ key }: SecretAddress): string => key.slice(key.indexOf('.') + 1)

/** @returns undefined when its headers are too many to be kept */
export function receivedOf({ method, query, headers, body }: FastifyRequest): Received | undefined {
  const { cookie: _, ...others } = headers
  const texts = (of: object) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, String(value)]))
  const kept = texts(others)
  if (JSON.stringify(kept).length > HEADERS_MAX) return undefined
  return {
    method,
    query: texts(query as object),
    headers: kept,
    body: Buffer.isBuffer(body) ? body.toString('utf8') : '',
  }
}

/** @param work says undefined when the secret is wrong. @returns undefined: there is no such address */
export async function openAddress<T>(
  app: App,
  { key }: SecretAddress,
  work: (db: CabinetDb) => Promise<T | undefined>,
): Promise<T | undefined> {
  const cabinetId = Number(/^(\d{1,16})\.[\w-]{43}$/.exec(key)?.[1] ?? 0)
  if (cabinetId === 0) return undefined
  return openForPublic(app, { id: cabinetId }, (_, db) => work(db)).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  })
}

export async function answerMiss(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const misses = `crm-hook-miss|${networkOf(request.ip)}`
  const isMany = (await countTry(app.database.counters, misses, MISSES, app.clock.now())) > 0
  return reply.code(isMany ? 429 : 404).send()
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export function serveAddresses(http: FastifyInstance, urls: readonly string[], handler: Handler): void {
  void http.register((door, _, done) => {
    // Bodies are kept as they come: a signature is over their bytes.
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, parsed) =>
      parsed(null, body),
    )
    for (const url of urls)
      door.route({
        method: ['GET', 'POST'],
        url,
        bodyLimit: BODY_MAX,
        // Requests of many businesses come from few addresses of one vendor.
        config: { rateLimit: false },
        handler,
      })
    done()
  })
}
