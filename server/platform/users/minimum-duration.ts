import { setTimeout as sleep } from 'node:timers/promises'

const REAL_TIME = { nowMs: () => performance.now(), sleep: (ms: number): Promise<unknown> => sleep(ms) }

/**
 * Does `work` and answers at least `minimumMs` after the start, so that the time does not show what it had to do.
 * A refusal is not delayed.
 */
export async function withMinimumDuration<T>(minimumMs: number, work: () => Promise<T>, time = REAL_TIME): Promise<T> {
  const startedAt = time.nowMs()
  const done = await work()
  const left = () => minimumMs - (time.nowMs() - startedAt)
  // A timer counts whole milliseconds from when its loop last read the clock, so it may fire early.
  while (left() > 0) await time.sleep(Math.ceil(left()))
  return done
}
