/**
 * The address at which Telegram sends the updates of a business's bot: `/telegram/{cabinet}.{key}`, with a secret in a
 * header. Nothing is counted against a business before both are verified. An update is taken in one short transaction.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { networkOf } from '../../base/network.ts'
import { Refusal } from '../../base/refusal.ts'
import { fit } from '../../base/shape.ts'
import { countTry } from '../../base/tries.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import { botOf } from './sql.ts'
import { takeUpdate, Update } from './updates.ts'

const BODY_MAX = 64 * 1024
/** Of one bot. What is over it Telegram sends again. */
const UPDATES = { max: 1200, windowMs: MINUTE_MS }
/** Addresses that are not there and wrong secrets, from one network. */
const MISSES = { max: 60, windowMs: MINUTE_MS }
const HEADER = 'x-telegram-bot-api-secret-token'

type Status = 200 | 401 | 404 | 429

const isHashOf = (text: string, hash: Buffer | null) => hash !== null && timingSafeEqual(sha256(text), hash)

async function take(app: App, db: CabinetDb, key: string, request: FastifyRequest): Promise<Status> {
  const row = await botOf(db)
  if (!row || row.bot_id === null || !isHashOf(key, row.key_hash)) return 404
  if (!isHashOf(String(request.headers[HEADER] ?? ''), row.secret_hash)) return 401
  const waitMs = await countTry(app.database.counters, `telegram|${db.cabinetId}`, UPDATES, app.clock.now())
  if (waitMs > 0) return 429
  const update = fit(Update, request.body)
  if (update.success) await takeUpdate(app, db, row.bot_id, update.data)
  // Telegram would send one that nobody can read again and again, for a day.
  else app.log.warn({ cabinetId: db.cabinetId }, 'an update of Telegram cannot be read')
  return 200
}

async function answer(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [, cabinet = '', key = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec((request.params as { key: string }).key) ?? []
  const status =
    cabinet === ''
      ? 404
      : await openForPublic(app, { id: Number(cabinet) }, (_, db) => take(app, db, key, request)).catch(
          (error: unknown): Status => {
            if (error instanceof Refusal && error.code === 'not_found') return 404
            throw error
          },
        )
  if (status === 200 || status === 429) return reply.code(status).send()
  const misses = `telegram-miss|${networkOf(request.ip)}`
  const isMany = (await countTry(app.database.counters, misses, MISSES, app.clock.now())) > 0
  return reply.code(isMany ? 429 : status).send()
}

export function serveTelegram(http: FastifyInstance, app: App): void {
  http.post(
    '/telegram/:key',
    // Updates of many bots come from few addresses.
    { bodyLimit: BODY_MAX, config: { rateLimit: false } },
    (request, reply) => answer(app, request, reply),
  )
}
