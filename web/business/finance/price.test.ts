import { expect, test } from 'vitest'
import { movement, price, sum } from './price.ts'

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
