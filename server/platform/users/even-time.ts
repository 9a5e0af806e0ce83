import { setTimeout as sleep } from 'node:timers/promises'

const REAL_TIME = { nowMs: () => performance.now(), sleep: (ms: number): Promise<unknown> => sleep(ms) }

/**
 * Does `work` and answers not before `leastMs` have passed since the beginning: what it had to do
 * cannot be read from the time it took. A refusal is not held back.
 */
export async function takeAtLeast<T>(leastMs: number, work: () => Promise<T>, time = REAL_TIME): Promise<T> {
  const startedAt = time.nowMs()
  const done = await work()
  const left = () => leastMs - (time.nowMs() - startedAt)
  // A timer counts whole milliseconds from when its loop last looked at the clock, so it may ring early.
  while (left() > 0) await time.sleep(Math.ceil(left()))
  return done
}
