/** Rate limits for calling other services. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Time as a client sees it, replaceable in tests. */
export type Timing = { now(): number; sleep(ms: number): Promise<void> }

export const realTiming: Timing = { now: () => Date.now(), sleep: (ms) => sleep(ms) }

export const slowedBy = (factor: number): Timing => ({
  ...realTiming,
  sleep: (ms) => realTiming.sleep(ms * factor),
})

/** Is called when the answer is there, or will not come. */
export type EndTurn = () => Promise<void>
/** `turn()` resolves when the caller may send; with something to call at the end where open calls are counted. */
export type RateLimiter = { turn(): Promise<EndTurn | undefined> }

/** At most `starts` in any window of `windowMs`, first come first served. */
export function limitRate(starts: number, windowMs: number, timing: Timing = realTiming): RateLimiter {
  const recent: number[] = []
  let last: Promise<undefined> = Promise.resolve(undefined)
  const next = async () => {
    for (;;) {
      const now = timing.now()
      // A start in the future: the clock was set back, and waiting for it could take a day.
      while (recent[0] !== undefined && (now - recent[0] >= windowMs || now < recent[0])) recent.shift()
      if (recent.length < starts) {
        recent.push(now)
        return undefined
      }
      await timing.sleep(windowMs - (now - (recent[0] as number)))
    }
  }
  return { turn: () => (last = last.then(next)) }
}
