/** The queue in numbers. However often it is scraped, the database is asked once in a while, by one query at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueueFigures, Sources } from './metrics.ts'

const KEPT_MS = 10_000
/** A scrape answers before Prometheus gives up, which it does after ten seconds. */
const PATIENCE_MS = 3_000

export type ReadQueue = (jobs: Sources['jobs']) => Promise<readonly QueueFigures[] | undefined>

/** @returns reads the queue; undefined when the database is away or too slow */
export function openQueueReader(now: () => number = () => performance.now(), patienceMs = PATIENCE_MS): ReadQueue {
  let kept: { figures: Promise<readonly QueueFigures[] | undefined>; atMs: number } | undefined
  let running: Promise<readonly QueueFigures[] | undefined> | undefined

  function ask(jobs: Sources['jobs']): Promise<readonly QueueFigures[] | undefined> {
    if (running) return running
    if (kept && now() - kept.atMs < KEPT_MS) return kept.figures
    const asked = jobs.figures().catch(() => undefined)
    running = asked
    void asked.finally(() => {
      running = undefined
      kept = { figures: asked, atMs: now() }
    })
    return asked
  }

  return (jobs) => Promise.race([ask(jobs), sleep(patienceMs, undefined, { ref: false })])
}
