import { expect, test } from 'vitest'
import { sparkline } from './sparkline.ts'

test('a chart spans its box, the largest day at the top', () => {
  const { line, last } = sparkline([0, 2, 4], 100, 40)
  expect(line).toBe('M0 40L50 20L100 0')
  expect(last).toEqual({ x: 100, y: 0 })
})

test('days without clients are a line at the bottom, not a division by zero', () => {
  expect(sparkline([0, 0], 100, 40).line).toBe('M0 40L100 40')
  expect(sparkline([], 100, 40).last).toEqual({ x: 0, y: 40 })
})
