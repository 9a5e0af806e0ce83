/**
 * Compares what requests say about the proxies that they have passed with the setting, and logs when they contradict
 * it: limits would otherwise count all visitors as one, or an address of the visitor's choice.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HOUR_MS } from '../../contract/time.ts'
import type { App } from './app.ts'
import { isPublicAddress } from './outbound/public-address.ts'

/** Anybody can send the headers of a proxy; only a proxy sends them with every request. */
const IN_A_ROW = 100
/** Load balancers ask for these themselves. */
const HEALTH = new Set(['/healthz', '/readyz'])

/** The other end of the connection is on this machine or in our own network. */
const isNearby = ({ socket }: FastifyRequest) => !isPublicAddress((socket.remoteAddress ?? '').replace(/^::ffff:/i, ''))

/** How many proxies the request has passed, as far as its headers say; undefined when they say nothing. */
function proxiesOf({ headers }: FastifyRequest): number | undefined {
  const list = headers['x-forwarded-for']
  if (list !== undefined) return [list].flat().join(',').split(',').length
  return headers.forwarded !== undefined || headers['x-real-ip'] !== undefined ? 1 : undefined
}

export function noticeProxies(http: FastifyInstance, { env, log, clock }: App): void {
  const lastAtMs = new Map<string, number>()
  const warn = (proxies: number, message: string) => {
    const nowMs = clock.now().getTime()
    if (nowMs - (lastAtMs.get(message) ?? -Infinity) < HOUR_MS) return
    lastAtMs.set(message, nowMs)
    log.warn({ setting: 'TRUST_PROXY', value: env.proxyHops, proxies }, message)
  }
  let inRow = 0
  http.addHook('onRequest', async (request) => {
    if (HEALTH.has(request.url)) return
    const proxies = proxiesOf(request)
    inRow = proxies === undefined ? 0 : inRow + 1
    if (proxies === undefined) return
    if (env.proxyHops === 0) {
      if (inRow >= IN_A_ROW || isNearby(request))
        warn(proxies, 'TRUST_PROXY is 0, but requests come through a proxy: limits count all visitors as one')
    } else if (proxies < env.proxyHops)
      warn(proxies, 'TRUST_PROXY is too high: requests pass fewer proxies, so visitors choose the address that counts')
  })
}
