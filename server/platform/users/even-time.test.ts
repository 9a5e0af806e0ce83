import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeAtLeast } from './even-time.ts'

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work().catch(() => undefined)
  return performance.now() - startedAt
}

test('little and much work take the same time, more than that takes what it takes', async () => {
  for (const workMs of [0, 20, 50])
    expect(await timeOf(() => takeAtLeast(80, () => sleep(workMs)))).toBeGreaterThanOrEqual(80)
  const worked = { isDone: false }
  await takeAtLeast(1, () =>
    sleep(60).then(() => {
      worked.isDone = true
    }),
  )
  expect(worked.isDone).toBe(true)
})

test('what the work gives is given, and a refusal is not held back', async () => {
  expect(await takeAtLeast(5, async () => 'done')).toBe('done')
  const refuse = async () => {
    throw new Error('refused')
  }
  const anHourMs = 3_600_000
  await expect(takeAtLeast(anHourMs, refuse)).rejects.toThrow('refused')
})
