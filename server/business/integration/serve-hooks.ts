/**
 * The one address at which CRMs send events: `/hooks/{crm}/{cabinet}.{key}`. An event is written down as it came and
 * answered at once; a job verifies and applies it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { isSameSecret, sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { namedUuid } from '../../base/named-uuid.ts'
import { countTry } from '../../base/tries.ts'
import type { Hooks, Received } from '../../engines/crm/hooks.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { enqueueEvents, eventPlace } from './hook-events.ts'
import { keyOfHook } from './hook-upkeep.ts'
import * as sql from './hooks-sql.ts'
import { answerMiss, openAddress, receivedOf, type SecretAddress, secretOf, serveAddresses } from './secret-address.ts'
import { findIntegration } from './sql.ts'

/** Of one integration. What is over it is sent again by the vendor, or seen by the next reading. */
const EVENTS = { max: 600, windowMs: MINUTE_MS }

/** What a connector says of something that anybody may have sent. */
function eventIdOf(hooks: Hooks, received: Received): string {
  try {
    return hooks.eventId(received)
  } catch {
    return ''
  }
}

type Taken = Hooks | 'not_wanted' | { waitMs: number }

/** @returns undefined: there is no such address */
async function takeEvent(app: App, db: CabinetDb, of: SecretAddress, received: Received): Promise<Taken | undefined> {
  const [row, hook] = await Promise.all([findIntegration(db), sql.findHook(db)])
  const hooks = connectorOf(of.crm)?.hooks
  if (!hooks || !hook || row?.type !== of.crm || !isSameSecret(keyOfHook(app, db.cabinetId, hook), secretOf(of)))
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
  const address = request.params as SecretAddress
  const received = receivedOf(request)
  if (!received) return reply.code(431).send()
  const taken = await openAddress(app, address, (db) => takeEvent(app, db, address, received))
  if (taken === undefined) return answerMiss(app, request, reply)
  if (taken === 'not_wanted') return reply.code(410).send()
  if ('waitMs' in taken)
    return reply
      .code(429)
      .header('retry-after', String(Math.ceil(taken.waitMs / 1000)))
      .send()
  const wanted = taken.answer?.(received)
  return wanted ? reply.code(wanted.status).type(wanted.type).send(wanted.body) : reply.code(200).send()
}

export const serveCrmHooks = (http: FastifyInstance, app: App): void =>
  serveAddresses(http, ['/hooks/:crm/:key'], (request, reply) => answer(app, request, reply))
