import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../contract/time.ts'
import { dayCharge, daysPaid } from './day-charge.ts'

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days))
const price = fc.integer({ min: 0, max: 2_000_000 })
const sumOf = (priceMinor: number, from: string, days: number) =>
  Array.from({ length: days }, (_, i) => dayCharge(priceMinor, addDays(from, i))).reduce((sum, one) => sum + one, 0)

test('thirty days in a row cost the price to the cent, whenever they begin', () => {
  fc.assert(fc.property(price, day, (priceMinor, from) => sumOf(priceMinor, from, 30) === priceMinor))
})

test('a day costs a thirtieth, up or down to a whole cent', () => {
  fc.assert(fc.property(price, day, (priceMinor, on) => Math.abs(dayCharge(priceMinor, on) - priceMinor / 30) < 1))
  expect(dayCharge(3900, '2026-11-21')).toBe(130)
})

test('the days a balance pays for are the most that leave it at zero or above', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 60_000 }),
      day,
      (prices, balanceMinor, on) => {
        const days = daysPaid(prices, balanceMinor, on)
        fc.pre(days < 3_000)
        const cost = (count: number) => prices.reduce((sum, one) => sum + sumOf(one, addDays(on, 1), count), 0)
        return cost(days) <= balanceMinor && cost(days + 1) > balanceMinor
      },
    ),
  )
})

test('nothing is paid for by a debt, everything by a tariff without a price', () => {
  expect(daysPaid([3900], -1, '2026-11-21')).toBe(0)
  expect(daysPaid([0, 0], 0, '2026-11-21')).toBe(Infinity)
})

test('days go over the end of a month and a year', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
})
