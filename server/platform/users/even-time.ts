import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does `work` and answers not before `leastMs` have passed since the beginning: what it had to do
 * cannot be read from the time it took. A refusal is not held back.
 */
export async function takeAtLeast<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const done = await work()
  const left = () => leastMs - (performance.now() - startedAt)
  // A timer counts whole milliseconds from when its loop last looked at the clock, so it may ring early.
  while (left() > 0) await sleep(Math.ceil(left()))
  return done
}
