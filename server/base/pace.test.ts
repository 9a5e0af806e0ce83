import { expect, test } from 'vitest'
import { limitRate } from './pace.ts'

test('a gap lies between two calls, however many wait', async () => {
  let nowMs = 0
  const pace = limitRate(1, 250, { now: () => nowMs, sleep: (ms) => ((nowMs += ms), Promise.resolve()) })
  const starts: number[] = []
  await Promise.all([1, 2, 3].map(() => pace.turn().then(() => starts.push(nowMs))))
  expect(starts).toEqual([0, 250, 500])
})
