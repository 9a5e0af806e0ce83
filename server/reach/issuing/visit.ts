/**
 * What one browser opens of a form within half an hour is one visit, until it gets a card: at a counter, the next
 * person may use the same tablet. The cookie only says that the visit is counted, and by which named link.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../base/app.ts'
import { LRU } from '../../base/lru.ts'
import { networkOf } from '../../base/network.ts'

const NAME = 'visit'
const VISIT_SECONDS = 30 * 60

const cookieOf = (publicUrl: string, path: string, value: string, seconds: number) =>
  `${NAME}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax` +
  (publicUrl.startsWith('https:') ? '; Secure' : '')

/** @param linkId of the named link that was followed: another link is another visit, as each has its own figures */
export const isSameVisit = (request: FastifyRequest, linkId?: string): boolean =>
  new RegExp(`(?:^|;\\s*)${NAME}=${linkId ?? 1}(?:;|$)`).test(request.headers.cookie ?? '')

/** @param path address of the form, so that each form has its own visits */
export const beginVisit = (reply: FastifyReply, publicUrl: string, path: string, linkId = '1'): FastifyReply =>
  reply.header('set-cookie', cookieOf(publicUrl, path, linkId, VISIT_SECONDS))

export const endVisit = (reply: FastifyReply, publicUrl: string, path: string): FastifyReply =>
  reply.header('set-cookie', cookieOf(publicUrl, path, '', 0))

/** Visits of one network that are counted. Many customers of a business may share one address, such as its Wi-Fi. */
const COUNTED = { max: 600, windowMs: 60 * 60 * 1000 }
const NETWORKS = 20_000

type Window = { start: number; visits: number }
const networks = new WeakMap<App, LRU<Window>>()

/**
 * Whether one more visit from there counts in this hour. Each process counts for itself: only a figure is at stake, and
 * a form that goes viral must not write for each visitor.
 */
export function countsVisit(app: App, request: FastifyRequest): boolean {
  const known = networks.get(app) ?? new LRU<Window>(NETWORKS)
  networks.set(app, known)
  const now = app.clock.now().getTime()
  const start = now - (now % COUNTED.windowMs)
  const network = networkOf(request.ip)
  const found = known.get(network)
  const window = found?.start === start ? found : { start, visits: 0 }
  window.visits += 1
  known.set(network, window)
  return window.visits <= COUNTED.max
}
