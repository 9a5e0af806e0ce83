import { expect, test } from 'vitest'
import { movement, neededMinor, price, sum } from './price.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  [3900, '39 EUR'],
  [14_900, '149 EUR'],
  [0, '0 EUR'],
  [390_000, '3 900 EUR'],
  [3950, '39.50 EUR'],
])('a tariff of %i is %s', (minor, text) => {
  expect(plain(price(minor))).toBe(text)
})

test('sums have two decimals, movements a sign', () => {
  expect(plain(sum(125_000))).toBe('1 250.00 EUR')
  expect([plain(movement(-130)), plain(movement(4000))]).toEqual(['−1.30', '+40.00'])
})

test.each([
  ['a debt, the plan and its modules', -130, 7900, 900, 8930],
  ['no debt, which lowers nothing', 500, 7900, 0, 7900],
  ['less than a payment may be', -10, 0, 0, 3900],
  ['more than a payment may be', -2_000_000, 3900, 0, 1_000_000],
])('needed for %s', (_, balanceMinor, priceMinor, modulesMinor, needed) => {
  expect(neededMinor({ balanceMinor, priceMinor, modulesMinor })).toBe(needed)
})
