import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does `work` and answers not before `leastMs` have passed since the beginning: what it had to do
 * cannot be read from the time it took. A refusal is not held back.
 */
export async function takeAtLeast<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const done = await work()
  const leftMs = leastMs - (performance.now() - startedAt)
  if (leftMs > 0) await sleep(leftMs)
  return done
}
