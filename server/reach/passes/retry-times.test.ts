import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { retryDelayMs } from './retry-times.ts'

const delays = (reason: Parameters<typeof retryDelayMs>[0]) => [1, 2, 3, 20].map((tries) => retryDelayMs(reason, tries))

it('waits grow and have an end', () => {
  expect(delays('unreachable')).toEqual([2_000, 4_000, 8_000, 15 * MINUTE_MS])
  expect(delays('throttled')).toEqual([30_000, MINUTE_MS, 2 * MINUTE_MS, HOUR_MS])
  expect(delays('refused')).toEqual([5 * MINUTE_MS, 10 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS])
  expect(delays('bad_token')).toEqual([HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 24 * HOUR_MS])
})

it('the pause that a wallet asks for is kept, and is never shortened by it', () => {
  expect(retryDelayMs('throttled', 1, HOUR_MS)).toBe(HOUR_MS)
  expect(retryDelayMs('throttled', 1, 1_000)).toBe(30_000)
})
