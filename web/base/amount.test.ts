import { expect, test } from 'vitest'
import { amountText, hundredthsOf } from './amount.ts'

test('an amount is read with a comma or a point, with spaces of any kind and with any minus', () => {
  expect(['1 250,5', '1\u00A0250.50', '12', '0,05', '−3.20', '–3,2'].map(hundredthsOf)).toEqual([
    125050, 125050, 1200, 5, -320, -320,
  ])
})

test('anything but an amount with at most two decimals is refused', () => {
  expect(['', ' ', '1.234', '1,2,3', 'abc', '1e5', '--1', '1.', '12345678901'].map(hundredthsOf)).toEqual(
    Array(9).fill(null),
  )
})

test('an amount goes into an input and comes back the same', () => {
  for (const value of [0, 5, 10, 100, 1050, -320, 100000, 99999999999])
    expect(hundredthsOf(amountText(value))).toBe(value)
  expect([1000, 550, 525, 0, -1000].map((value) => amountText(value, true))).toEqual(['10', '5.5', '5.25', '0', '-10'])
})
