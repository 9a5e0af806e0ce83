import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointsFor } from '../../../contract/reach/purchases.ts'
import { dueFor, type Held, settle, type Worth } from './earn.ts'

const MOST = 1_000_000_00
const sale = (change: Partial<Worth> = {}): Worth => ({
  kind: 'purchase',
  amountMinor: 100_00,
  returnedMinor: 0,
  isVoid: false,
  rate: 500,
  hasDecimals: true,
  ...change,
})

describe('what is due', () => {
  it.each([
    [sale(), 5_00],
    [sale({ amountMinor: 99 }), 4],
    [sale({ returnedMinor: 40_00 }), 3_00],
    [sale({ amountMinor: 255_00, hasDecimals: false }), 12_00],
    [sale({ amountMinor: 10_00, hasDecimals: false }), 0],
    [sale({ returnedMinor: 100_00 }), 0],
    [sale({ isVoid: true }), 0],
    [sale({ rate: null }), 0],
    [sale({ amountMinor: null }), 0],
  ])('for %j is %i', (worth, due) => expect(dueFor(worth, 0)).toBe(due))

  it('for a refund that names no sale is taken from what purchases have earned, and from nothing else', () => {
    const refund = sale({ kind: 'refund', amountMinor: -50_00 })
    expect([dueFor(refund, 10_00), dueFor(refund, 1_00), dueFor(refund, 0)]).toEqual([-2_50, -1_00, 0])
  })
})

describe('how points change', () => {
  it('nobody falls below zero, and what is missing is said and set off', () => {
    const given = settle(5_00, { earnedMinor: 0, missingMinor: 0 }, 0, MOST)
    expect(given).toEqual({ delta: 5_00, earnedMinor: 5_00, missingMinor: 0 })
    const taken = settle(0, given, 2_00, MOST)
    expect(taken).toEqual({ delta: -2_00, earnedMinor: 0, missingMinor: 3_00 })
    expect(settle(4_00, taken, 0, MOST)).toEqual({ delta: 1_00, earnedMinor: 4_00, missingMinor: 0 })
  })

  it('whatever happens to a document, what was given and not missed is what is due', () => {
    const step = fc.record({ amount: fc.integer({ min: 0, max: 500_00 }), spent: fc.integer({ min: 0, max: 20_00 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let [has, given]: [number, number] = [0, 0]
        let held: Held = { earnedMinor: 0, missingMinor: 0 }
        for (const { amount, spent } of steps) {
          const { delta, ...after } = settle(pointsFor(amount, 500, true), held, has, MOST)
          held = after
          has += delta
          given += delta
          expect(has).toBeGreaterThanOrEqual(0)
          expect(given).toBe(held.earnedMinor + held.missingMinor)
          expect(held.earnedMinor).toBe(pointsFor(amount, 500, true))
          // The same document once more changes nothing, as long as nothing is missing.
          if (held.missingMinor === 0) expect(settle(pointsFor(amount, 500, true), held, has, MOST).delta).toBe(0)
          has = Math.max(0, has - spent)
        }
      }),
    )
  })
})
