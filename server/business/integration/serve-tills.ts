/**
 * The address that tills call while a guest waits: `/tills/{crm}/{cabinet}.{key}/{what}`. All that a request does is
 * one transaction, which ends before the answer: a till that did not get it sends the same document again.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { isSameSecret } from '../../base/crypto.ts'
import { type CabinetDb, isDatabaseSlow } from '../../base/db.ts'
import { countTry } from '../../base/tries.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import type { TillAnswer, TillRequest } from '../../engines/crm/serve.ts'
import { openSettings } from './access.ts'
import { answerMiss, openAddress, receivedOf, type SecretAddress, secretOf, serveAddresses } from './secret-address.ts'
import { findIntegration } from './sql.ts'
import { openTillShop } from './till-shop.ts'
import { keyOfTill } from './tills.ts'
import * as sql from './tills-sql.ts'

/** Of one business: many tills in a busy hour. */
const CALLS = { max: 1200, windowMs: MINUTE_MS }
/** The cashier waits for two seconds. */
const PATIENCE = { lockMs: 700, statementMs: 1500 }
/** From the request to the answer, also while there is no connection to the database. */
const WHOLE_MS = 1900

type Params = SecretAddress & { '*'?: string }

/** @returns undefined: there is no such address */
async function serve(
  app: App,
  db: CabinetDb,
  address: SecretAddress,
  request: TillRequest,
): Promise<TillAnswer | undefined> {
  const { crm } = address
  await sql.beQuick(db, PATIENCE)
  const [row, till] = await Promise.all([findIntegration(db), sql.findTill(db)])
  const door = connectorOf(crm)?.serve
  if (!door || !till || row?.type !== crm || !isSameSecret(keyOfTill(app, db.cabinetId, till), secretOf(address)))
    return undefined
  const now = app.clock.now()
  if (!row.is_on || (await countTry(app.database.counters, `crm-till|${db.cabinetId}`, CALLS, now)) > 0)
    return door.away(request)
  const answer = await door.answer(request, openTillShop(app, db, row), openSettings(app, row))
  const isSeen = till.last_call_at !== null && now.getTime() - till.last_call_at.getTime() < MINUTE_MS
  if (!isSeen) await sql.changeTill(db, { last_call_at: now })
  return answer
}

class TooLate extends Error {}

/** @throws TooLate after `WHOLE_MS`; then nothing is kept of what the work has done, nor of what it does later */
async function inTime<T>(work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const isOver = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => reject(late.signal.reason as TooLate))
  })
  const timer = setTimeout(() => late.abort(new TooLate('the database took too long')), WHOLE_MS)
  try {
    return await Promise.race([work(late.signal), isOver])
  } finally {
    clearTimeout(timer)
  }
}
async function answer(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { '*': path = '', ...address } = request.params as Params
  const received = receivedOf(request)
  if (!received) return reply.code(431).send()
  const asked = { ...received, path }
  const served = await inTime((late) =>
    openAddress(app, address, async (db) => {
      late.throwIfAborted()
      const done = await serve(app, db, address, asked)
      // A till that got a refusal sends it again: it must not have been done already.
      late.throwIfAborted()
      return done
    }),
  ).catch((error: unknown) => {
    const away = connectorOf(address.crm)?.serve?.away(asked)
    if (!away) throw error
    const isSlow = error instanceof TooLate || isDatabaseSlow(error)
    app.log[isSlow ? 'warn' : 'error']({ err: error, crm: address.crm }, 'a till was not answered')
    return away
  })
  return served ? reply.code(served.status).type(served.type).send(served.body) : answerMiss(app, request, reply)
}

export const serveTills = (http: FastifyInstance, app: App): void =>
  serveAddresses(http, ['/tills/:crm/:key', '/tills/:crm/:key/*'], (request, reply) => answer(app, request, reply))
