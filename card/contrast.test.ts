import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio, nearestPassing, readableOn } from './contrast.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('black on white is 21 to 1 and grey #767676 is the last that passes 4.5', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastRatio('#767676', '#FFFFFF')).toBeGreaterThanOrEqual(4.5)
  expect(contrastRatio('#777777', '#ffffff')).toBeLessThan(4.5)
})

test('a colour that is not #rrggbb is refused', () => {
  expect(() => contrastRatio('red', '#ffffff')).toThrow(RangeError)
})

test('a passing colour stays as it is and a failing one moves only as far as needed', () => {
  expect(nearestPassing('#123456', '#ffffff', 4.5)).toBe('#123456')
  const fixed = nearestPassing('#d8b98a', '#ffffff', 4.5)
  expect(contrastRatio(fixed, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrastRatio(fixed, '#ffffff')).toBeLessThan(4.8)
})

test('the corrected tone always reaches 4.5, which black or white reaches on every background', () => {
  fc.assert(fc.property(colour, colour, (front, back) => contrastRatio(nearestPassing(front, back, 4.5), back) >= 4.5))
})

test('text is white on coffee brown and near-black on sand', () => {
  expect(readableOn('#3b2417')).toBe('#ffffff')
  expect(readableOn('#f3e6d0')).toBe('#202124')
})
