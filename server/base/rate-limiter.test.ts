import { expect, test } from 'vitest'
import { limitRate } from './rate-limiter.ts'

test('there is a pause between two calls, however many wait', async () => {
  let nowMs = 0
  const rateLimiter = limitRate(1, 250, { now: () => nowMs, sleep: (ms) => ((nowMs += ms), Promise.resolve()) })
  const starts: number[] = []
  await Promise.all([1, 2, 3].map(() => rateLimiter.turn().then(() => starts.push(nowMs))))
  expect(starts).toEqual([0, 250, 500])
})

test('a clock that is set back holds nobody up', async () => {
  let nowMs = 86_400_000
  const slept: number[] = []
  const sleep = (ms: number) => (slept.push(ms), (nowMs += ms), Promise.resolve())
  const rateLimiter = limitRate(2, 1_000, { now: () => nowMs, sleep })
  for (let i = 0; i < 2; i++) await rateLimiter.turn()
  nowMs = 0
  for (let i = 0; i < 3; i++) await rateLimiter.turn()
  expect(slept).toEqual([1_000])
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
