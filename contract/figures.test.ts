import { expect, test } from 'vitest'
import { filledIn, moneyText, numberText, pointsText } from './figures.ts'

test('thousands are set apart by a narrow space that does not break', () => {
  expect([0, 7, 999, 1000, 12_500, 1_234_567].map(numberText)).toEqual([
    '0',
    '7',
    '999',
    '1\u202F000',
    '12\u202F500',
    '1\u202F234\u202F567',
  ])
})

test('a number has at most two decimals and a real minus', () => {
  expect([-4.5, 1_250.505, 2.999, -12_000].map(numberText)).toEqual(['−4.5', '1\u202F250.51', '3', '−12\u202F000'])
})

test('money has two decimals, whole points have none, and a part of a point is not hidden', () => {
  expect([125_000, -5, 99].map((minor) => moneyText(minor))).toEqual(['1\u202F250.00', '−0.05', '0.99'])
  expect([pointsText(1_250_00, false), pointsText(320_00, true), pointsText(320_50, false)]).toEqual([
    '1\u202F250',
    '320.00',
    '320.50',
  ])
})

test('a sentence groups what it counts, and no other number', () => {
  expect(filledIn(12_500, 'count')).toBe('12\u202F500')
  expect(filledIn(2026, 'year')).toBe(2026)
  expect(filledIn('12500', 'count')).toBe('12500')
})
