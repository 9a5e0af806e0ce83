/**
 * How a request looks when it arrives here, for `npm run check`: only who has the master key can ask, and the question
 * is over after a minute.
 */
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../../contract/time.ts'
import type { App } from './app.ts'
import { isSameSecret, type Keys } from './crypto.ts'
import { refuseAny } from './refusal.ts'

/** `address`: whose limits the request counts for; `forwarded`: what the proxies say of its way. */
export type Seen = { address: string; forwarded: string; protocol: string; at: string }

const PURPOSE = 'seen from outside'

export const questionPath = (keys: Keys, nowMs: number): string => `/check/${nowMs}/${keys.mac(PURPOSE, `${nowMs}`)}`

export function serveSeen(http: FastifyInstance, app: App): void {
  http.get<{ Params: { at: string; mac: string } }>('/check/:at/:mac', async (request, reply) => {
    const { at, mac } = request.params
    const isRight = isSameSecret(mac, app.keys.mac(PURPOSE, at)) && Math.abs(Date.now() - Number(at)) < 10 * MINUTE_MS
    if (!isRight) throw refuseAny('not_found')
    const seen: Seen = {
      address: request.ip,
      forwarded: String(request.headers['x-forwarded-for'] ?? ''),
      protocol: request.protocol,
      at: new Date().toISOString(),
    }
    return reply.header('cache-control', 'no-store').send(seen)
  })
}
