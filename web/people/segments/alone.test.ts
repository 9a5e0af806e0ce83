import { describe, expect, it } from 'vitest'
import type { Criterion } from '../../../contract/people/segments.ts'
import { keyOf, whyNobody, withCounted } from './alone.ts'

const women: Criterion = { kind: 'sex', operator: 'is', value: 'female' }
const rich: Criterion = { kind: 'balance', operator: 'gte', value: 100_00 }
const exactly = (size: number) => ({ size, isEstimate: false })
const about = (size: number) => ({ size, isEstimate: true })

describe('what is known of a condition alone', () => {
  it('stays while others are counted', () => {
    const first = withCounted(new Map(), [women], { rows: [45_000], rowEstimates: [true] })
    const then = withCounted(first, [rich], { rows: [7], rowEstimates: [false] })
    expect([...then]).toEqual([
      [keyOf(women), about(45_000)],
      [keyOf(rich), exactly(7)],
    ])
  })

  it.each([
    [about(45_000), about(46_000), about(46_000)],
    [about(45_000), exactly(44_812), exactly(44_812)],
    [exactly(44_812), exactly(44_813), exactly(44_813)],
    [exactly(44_812), about(45_000), exactly(44_812)],
  ])('was %j, is counted as %j, and becomes %j', (was, counted, becomes) => {
    const before = new Map([[keyOf(women), was]])
    const after = withCounted(before, [women], { rows: [counted.size], rowEstimates: [counted.isEstimate] })
    expect(after.get(keyOf(women))).toEqual(becomes)
  })
})

describe('why nobody matches', () => {
  it.each([
    ['the second condition alone matches nobody', [exactly(5), exactly(0)], 1],
    ['the third one does, and another one is not entered yet', [about(45_000), undefined, exactly(0)], 2],
    ['each matches somebody', [about(45_000), exactly(3)], 'exclude'],
    ['one is not entered yet', [exactly(3), undefined, exactly(2)], 'exclude'],
  ] as const)('%s', (_, rows, why) => expect(whyNobody(rows)).toBe(why))
})
