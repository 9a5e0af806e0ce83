import { expect, test } from 'vitest'
import { limitRate } from './rate-limiter.ts'

test('there is a pause between two calls, however many wait', async () => {
  let nowMs = 0
  const rateLimiter = limitRate(1, 250, { now: () => nowMs, sleep: (ms) => ((nowMs += ms), Promise.resolve()) })
  const starts: number[] = []
  await Promise.all([1, 2, 3].map(() => rateLimiter.turn().then(() => starts.push(nowMs))))
  expect(starts).toEqual([0, 250, 500])
})

test('never more than twenty starts fall into one second', async () => {
  let nowMs = 0
  const rateLimiter = limitRate(20, 1_050, { now: () => nowMs, sleep: (ms) => ((nowMs += ms), Promise.resolve()) })
  const starts: number[] = []
  await Promise.all(
    Array.from({ length: 205 }, async () => {
      await rateLimiter.turn()
      starts.push(nowMs)
    }),
  )
  for (const start of starts)
    expect(starts.filter((time) => time >= start && time < start + 1_000).length).toBeLessThanOrEqual(20)
  expect(nowMs).toBeLessThan(11_000)
})
