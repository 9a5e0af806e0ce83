/** What is asked before a filled form is taken: how many its address has sent, and whether its page is the same. */
import { HOUR_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { LRU } from '../../base/lru.ts'
import { countTry } from '../../base/tries.ts'
import { type Asked, type Expected, type Stamped, stampOf } from './kept-material.ts'

/** Many customers of a business may share one address, for example its Wi-Fi. */
const SUBMITS = { max: 100, windowMs: HOUR_MS }

export type Gate = { waitMs: number; stamped: Stamped | undefined }

const NETWORKS = 10_000
const refusedUntil = new WeakMap<App, LRU<number>>()

/** Counts the form. */
export async function askGate(app: App, asked: Asked, network: string): Promise<Gate> {
  const now = app.clock.now()
  const [waitMs, stamped] = await Promise.all([
    countTry(app.database.counters, `form-submit|${network}`, SUBMITS, now),
    stampOf(app, asked),
  ])
  if (waitMs > 0) {
    const own = refusedUntil.get(app) ?? new LRU<number>(NETWORKS)
    refusedUntil.set(app, own)
    own.set(network, now.getTime() + waitMs)
  }
  return { waitMs, stamped }
}

/** Whether this process has refused nothing of the address lately: others may have. */
export const isCalm = (app: App, network: string): boolean =>
  (refusedUntil.get(app)?.get(network) ?? 0) <= app.clock.now().getTime()

export const isAsExpected = ({ waitMs, stamped }: Gate, expected: Expected): boolean =>
  waitMs === 0 && stamped?.stamp === expected.stamped.stamp && stamped.linkId === expected.stamped.linkId
