import { expect, it } from 'vitest'
import { addFaults } from './tally.ts'

const line = (verdict: 'bad' | 'doubt' | 'fresh', ...codes: ('phone' | 'email' | 'date')[]) => ({
  verdict,
  faults: codes.map((code, column) => ({ code, column })),
})

it('counts a line once for each of its faults, and only where it is refused, the most frequent first', () => {
  const first = addFaults([], [line('bad', 'phone', 'phone', 'email'), line('fresh', 'date')])
  expect(first).toEqual([
    { code: 'email', lines: 1 },
    { code: 'phone', lines: 1 },
  ])
  expect(addFaults(first, [line('doubt', 'phone'), line('bad', 'date')])).toEqual([
    { code: 'phone', lines: 2 },
    { code: 'date', lines: 1 },
    { code: 'email', lines: 1 },
  ])
})

it('does not begin to count in the middle of a file', () => {
  expect(addFaults(undefined, [line('bad', 'phone')])).toBeUndefined()
})
