/**
 * The one address at which CRMs send events: `/hooks/{crm}/{cabinet}.{key}`, without a login. An event is written down
 * as it came and answered at once; a job verifies and applies it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { isSameSecret, sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { namedUuid } from '../../base/named-uuid.ts'
import { networkOf } from '../../base/network.ts'
import { Refusal } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import type { Hooks, Received } from '../../engines/crm/hooks.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { enqueueEvents, eventPlace } from './hook-events.ts'
import { keyOfHook } from './hook-upkeep.ts'
import * as sql from './hooks-sql.ts'
import { findIntegration } from './sql.ts'

const BODY_MAX = 256 * 1024
const HEADERS_MAX = 8 * 1024
/** Of one integration. What is over it is sent again by the vendor, or seen by the next reading. */
const EVENTS = { max: 600, windowMs: MINUTE_MS }
/** Addresses that are not there, asked for from one network. */
const MISSES = { max: 60, windowMs: MINUTE_MS }

type Params = { crm: string; key: string }

function receivedOf({ method, query, headers, body }: FastifyRequest): Received | undefined {
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

/** What a connector says of something that anybody may have sent. */
function eventIdOf(hooks: Hooks, received: Received): string {
  try {
    return hooks.eventId(received)
  } catch {
    return ''
  }
}

type Taken = Hooks | 'not_wanted' | { waitMs: number }

/**
 * Only who knows the key is counted: others could keep the events of a business away.
 * @returns undefined: there is no such address
 */
async function takeEvent(app: App, db: CabinetDb, of: Params, received: Received): Promise<Taken | undefined> {
  const [row, hook] = [await findIntegration(db), await sql.findHook(db)]
  const hooks = connectorOf(of.crm)?.hooks
  const secret = of.key.slice(of.key.indexOf('.') + 1)
  if (!hooks || !hook || row?.type !== of.crm || !isSameSecret(keyOfHook(app, db.cabinetId, hook), secret))
    return undefined
  if (!row.is_on || !hook.is_wanted) return 'not_wanted'
  const waitMs = await countTry(app.database.counters, `crm-hook|${db.cabinetId}`, EVENTS, app.clock.now())
  if (waitMs > 0) return { waitMs }
  const content = sha256(`${received.body}|${JSON.stringify(received.query)}`).toString('hex')
  const id = namedUuid(`${of.crm}|${eventIdOf(hooks, received)}|${content}`)
  const sealed = app.keys.seal(JSON.stringify(received), eventPlace(db.cabinetId, id))
  if (await sql.insertEvent(db, { id, sealed, at: app.clock.now() })) await enqueueEvents(app, db)
  return hooks
}

async function answer(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const params = request.params as Params
  const cabinetId = Number(/^(\d{1,16})\.[\w-]{43}$/.exec(params.key)?.[1] ?? 0)
  const received = receivedOf(request)
  if (!received) return reply.code(431).send()
  const taken = await (cabinetId === 0
    ? undefined
    : openForPublic(app, { id: cabinetId }, (_, db) => takeEvent(app, db, params, received)).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'not_found') return undefined
        throw error
      }))
  if (taken === undefined) {
    const misses = `crm-hook-miss|${networkOf(request.ip)}`
    const isMany = (await countTry(app.database.counters, misses, MISSES, app.clock.now())) > 0
    return reply.code(isMany ? 429 : 404).send()
  }
  if (taken === 'not_wanted') return reply.code(410).send()
  if ('waitMs' in taken)
    return reply
      .code(429)
      .header('retry-after', String(Math.ceil(taken.waitMs / 1000)))
      .send()
  const wanted = taken.answer?.(received)
  return wanted ? reply.code(wanted.status).type(wanted.type).send(wanted.body) : reply.code(200).send()
}

export function serveCrmHooks(http: FastifyInstance, app: App): void {
  void http.register((door, _, done) => {
    // Bodies are kept as they come: a signature is over their bytes.
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, parsed) =>
      parsed(null, body),
    )
    door.route({
      method: ['GET', 'POST'],
      url: '/hooks/:crm/:key',
      bodyLimit: BODY_MAX,
      // Events of many businesses come from few addresses of one vendor.
      config: { rateLimit: false },
      handler: (request, reply) => answer(app, request, reply),
    })
    done()
  })
}
