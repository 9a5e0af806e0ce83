import { describe, expect, it } from 'vitest'
import { mannWhitney } from './mann-whitney.ts'

const range = (from: number, count: number, step = 1) => Array.from({ length: count }, (_, i) => from + i * step)

describe('the Mann–Whitney test', () => {
  it('agrees with the textbook', () => {
    // U = 17 of 8 and 10 values without ties: z = -2.0436, p = 0.0410.
    const [left, right] = [
      [1, 2, 3, 4, 7, 9, 12, 15],
      [5, 6, 8, 10, 11, 13, 14, 16, 17, 18],
    ]
    expect(mannWhitney(left, right)).toBeCloseTo(0.04099, 4)
    expect(mannWhitney(right, left)).toBeCloseTo(mannWhitney(left, right), 9)
  })

  it('sees no difference where there is none', () => {
    expect(mannWhitney(range(0, 60, 2), range(1, 60, 2))).toBeGreaterThan(0.5)
    expect(mannWhitney(Array<number>(40).fill(7), Array<number>(40).fill(7))).toBe(1)
  })

  it('sees a shift of a third of the spread in 150 values', () => {
    expect(mannWhitney(range(0, 150), range(30, 150))).toBeLessThan(0.01)
  })
})
