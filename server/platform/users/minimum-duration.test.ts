import { expect, test } from 'vitest'
import { withMinimumDuration } from './minimum-duration.ts'

/** A clock that only moves when somebody sleeps; its timer rings a little early, as real ones may. */
function pretendTime() {
  let passedMs = 0
  const pass = (ms: number) => {
    passedMs += ms
  }
  return { nowMs: () => passedMs, pass, sleep: async (ms: number) => pass(Math.max(ms - 0.5, 0.5)) }
}

test('little and much work take the same time, more than that takes what it takes', async () => {
  for (const [workMs, tookMs] of [
    [0, 80],
    [20, 80],
    [79.8, 80],
    [200, 200],
  ] as const) {
    const time = pretendTime()
    await withMinimumDuration(80, async () => time.pass(workMs), time)
    expect(time.nowMs()).toBeGreaterThanOrEqual(tookMs)
    expect(time.nowMs()).toBeLessThan(tookMs + 1)
  }
})

test('what the work gives is given, and a refusal is not held back', async () => {
  const time = pretendTime()
  expect(await withMinimumDuration(5, async () => 'done', time)).toBe('done')
  const refuse = async () => {
    throw new Error('refused')
  }
  await expect(withMinimumDuration(3_600_000, refuse)).rejects.toThrow('refused')
})
