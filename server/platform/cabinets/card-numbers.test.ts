import { expect, it } from 'vitest'
import { doOverlap, electronicRange, numberAfter } from './card-numbers.ts'

it('numbers follow each other and jump over the plastic ones', () => {
  const plastic = { from: 4, to: 7 }
  const given: number[] = []
  for (let next = 2; given.length < 4; next = numberAfter(next, plastic)) given.push(next)
  expect(given).toEqual([2, 3, 8, 9])
  expect(numberAfter(3, null)).toBe(4)
})

it('ranges overlap when they share one number', () => {
  const electronic = electronicRange(101, 50)
  expect(electronic).toEqual({ from: 101, to: 150 })
  expect(
    [
      [1, 100],
      [151, 200],
      [1, 101],
      [150, 300],
      [120, 130],
      [1, 900],
    ].map(([from = 0, to = 0]) => doOverlap(electronic, { from, to })),
  ).toEqual([false, false, true, true, true, true])
})
