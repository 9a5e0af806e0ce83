import { expect, test } from 'vitest'
import { electronicOf, placeOn, sharedOf } from './number-ranges.ts'

test('the range of electronic cards goes from the next card to the limit of the tariff', () => {
  expect(electronicOf(100, 100, 50, 0)).toEqual({ from: 100, to: 149 })
  expect(electronicOf(100, 103, 50, 3)).toEqual({ from: 103, to: 149 })
  expect(electronicOf(500, 103, 50, 3)).toEqual({ from: 500, to: 546 })
})

test('finds the numbers that two ranges share', () => {
  expect(sharedOf({ from: 1, to: 50 }, { from: 40, to: 90 })).toEqual({ from: 40, to: 50 })
  expect(sharedOf({ from: 1, to: 50 }, { from: 51, to: 90 })).toBeNull()
})

test('places a range on a ruler over both', () => {
  const [one, other] = [
    { from: 1, to: 50 },
    { from: 51, to: 100 },
  ]
  expect([placeOn([one, other], one), placeOn([one, other], other)]).toEqual([
    { left: 0, width: 50 },
    { left: 50, width: 50 },
  ])
})
