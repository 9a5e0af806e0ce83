/** Time as the client sees it, replaceable in tests. */
export type Timing = { now(): number; sleep(ms: number): Promise<void> }

export const realTiming: Timing = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
}

/** Google counts by arrival: 50 ms of slack keep a late first packet from sharing a second with the next burst. */
const WINDOW_MS = 1_050

/**
 * At most `perSecond` starts in any window of a second, first come first served.
 * @returns `turn()` resolves when the caller may send
 */
export function limitRate(perSecond: number, timing: Timing): { turn(): Promise<void> } {
  const starts: number[] = []
  let last: Promise<void> = Promise.resolve()
  const next = async () => {
    for (;;) {
      const now = timing.now()
      while (starts.length > 0 && now - (starts[0] as number) >= WINDOW_MS) starts.shift()
      if (starts.length < perSecond) {
        starts.push(now)
        return
      }
      await timing.sleep(WINDOW_MS - (now - (starts[0] as number)))
    }
  }
  return { turn: () => (last = last.then(next)) }
}
