import { expect, test } from 'vitest'
import { describeHostileInput, everyNth } from './hostile-suite.ts'
import { RAW_BODIES, VALUES } from './hostile.ts'
import { ALL_CALLS } from './walk.ts'

const EVERY = 8

describeHostileInput({ every: EVERY, perRoom: 40 })

test('every call meets some hostile values, and every value is met by many calls', () => {
  for (const list of [VALUES, RAW_BODIES]) {
    const met = ALL_CALLS.map((_, place) => everyNth(list, EVERY, place))
    expect(Math.min(...met.map((some) => some.length))).toBeGreaterThanOrEqual(3)
    for (const value of list) expect(met.filter((some) => some.includes(value)).length).toBeGreaterThan(10)
  }
})
