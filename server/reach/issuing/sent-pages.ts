/**
 * Pages that were sent to this process lately, by their tokens. One that comes again, by a second tap or a reload, is
 * probably of a client who is there by now, and is asked for together with what else is read. The database alone says
 * whether it is: another process asks for the client after that.
 */
import type { App } from '../../base/app.ts'
import { LRU } from '../../base/lru.ts'

const PAGES = 5_000

const pages = new WeakMap<App, LRU<true>>()

/** From now on it was sent before. */
export function isSentAgain(app: App, token: string): boolean {
  const own = pages.get(app) ?? new LRU<true>(PAGES)
  pages.set(app, own)
  const isKnown = own.get(token) ?? false
  own.set(token, true)
  return isKnown
}
