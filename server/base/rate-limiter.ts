/** Rate limits for calling other services. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Time as a client sees it, replaceable in tests. */
export type Timing = { now(): number; sleep(ms: number): Promise<void> }

export const realTiming: Timing = { now: () => Date.now(), sleep: (ms) => sleep(ms) }

export const slowedBy = (factor: number): Timing => ({
  ...realTiming,
  sleep: (ms) => realTiming.sleep(ms * factor),
})

/** `turn()` resolves when the caller may send. */
export type RateLimiter = { turn(): Promise<void> }

/** At most `starts` in any window of `windowMs`, first come first served. */
export function limitRate(starts: number, windowMs: number, timing: Timing = realTiming): RateLimiter {
  const recent: number[] = []
  let last: Promise<void> = Promise.resolve()
  const next = async () => {
    for (;;) {
      const now = timing.now()
      // A start in the future: the clock was set back, and waiting for it could take a day.
      while (recent[0] !== undefined && (now - recent[0] >= windowMs || now < recent[0])) recent.shift()
      if (recent.length < starts) {
        recent.push(now)
        return
      }
      await timing.sleep(windowMs - (now - (recent[0] as number)))
    }
  }
  return { turn: () => (last = last.then(next)) }
}
