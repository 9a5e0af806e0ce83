import { expect, test } from 'vitest'
import { limitOf, type Standing, stepReached } from './limits.ts'

const at = new Date('2026-11-21T10:40:00.500Z')
const standing = (change: Partial<Standing> = {}): Standing => ({
  perHour: 100,
  perSecond: 2,
  inHour: 10,
  inSecond: 1,
  isTaken: true,
  ...change,
})

test.each([
  ['a call within the limits waits for nothing', standing(), 0, '"hour";r=90;t=1200, "second";r=1;t=1'],
  [
    'one too many in a second waits a second',
    standing({ inSecond: 2, isTaken: false }),
    1,
    '"hour";r=90;t=1200, "second";r=0;t=1',
  ],
  [
    'one too many in an hour waits for the hour to end',
    standing({ inHour: 100, isTaken: false }),
    1200,
    '"hour";r=0;t=1200, "second";r=1;t=1',
  ],
  [
    'without a tariff nothing is left',
    standing({ perHour: 0, perSecond: 0, inHour: 0, inSecond: 0, isTaken: false }),
    1200,
    '"hour";r=0;t=1200, "second";r=0;t=1',
  ],
])('%s', (_, given, seconds, header) => {
  const { waitSeconds, headers } = limitOf(given, at)
  expect([waitSeconds, headers.ratelimit, headers['retry-after']]).toEqual([
    seconds,
    header,
    seconds === 0 ? undefined : String(seconds),
  ])
})

test('the windows are named with how much they hold', () => {
  expect(limitOf(standing(), at).headers['ratelimit-policy']).toBe('"hour";q=100;w=3600, "second";q=2;w=1')
})

test('80 and 100 percent of an hour are each reached by exactly one of its calls, whatever the limit', () => {
  for (const perHour of [1, 3, 100, 1000, 20_000]) {
    const steps = Array.from({ length: perHour }, (_, i) => stepReached(standing({ perHour, inHour: i + 1 }))).filter(
      (step) => step !== undefined,
    )
    expect([perHour, ...steps]).toEqual(perHour === 1 ? [1, 100] : perHour === 3 ? [3, 100] : [perHour, 80, 100])
  }
  expect(stepReached(standing({ inHour: 100, isTaken: false }))).toBeUndefined()
})
