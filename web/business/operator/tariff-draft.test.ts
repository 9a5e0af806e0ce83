import { expect, it } from 'vitest'
import { type OperatedTariff, TariffInput } from '../../../contract/business/operated.ts'
import { draftOf, essenceOf, fieldIn, inputOf } from './tariff-draft.ts'
import { LIMITS } from './tariff-fields.ts'

const tariff: OperatedTariff = {
  key: 'base',
  version: 3,
  cabinets: 2,
  priceMinor: 1990_50,
  slotPriceMinor: null,
  isArchived: false,
  cards: 500,
  templates: 3,
  forms: 3,
  segments: 0,
  triggers: 0,
  users: 2,
  geoPoints: 1,
  beacons: 0,
  apiPerHour: 0,
  apiPerSecond: 0,
}

it('shows prices in whole units and sends them in the smallest', () => {
  const draft = draftOf(tariff)
  expect([draft.price, draft.slotPrice, draft.hasSlots]).toEqual([1990.5, '', false])
  const { key: _, cabinets: __, ...input } = tariff
  expect(inputOf(draft, 3)).toEqual(input)
  expect(inputOf({ ...draft, hasSlots: true, slotPrice: 0.07 }, 3).slotPriceMinor).toBe(7)
})

it('an emptied field is refused where it is, the price of blocks only when there are blocks', () => {
  const faults = (change: object) =>
    TariffInput.safeParse(inputOf({ ...draftOf(tariff), ...change }, 3)).error?.issues.map(({ path }) => path.join())
  expect(faults({ price: '', cards: '' })).toEqual(['priceMinor', 'cards'])
  expect(faults({ slotPrice: '' })).toBeUndefined()
  expect(faults({ hasSlots: true })).toEqual(['slotPriceMinor'])
})

it('a price of blocks that are turned off is no change', () => {
  const draft = draftOf(tariff)
  expect(essenceOf({ ...draft, slotPrice: 5 })).toEqual(essenceOf(draft))
  expect(essenceOf({ ...draft, hasSlots: true })).not.toEqual(essenceOf(draft))
})

it('knows the field of every number of the call', () => {
  expect(['priceMinor', 'slotPriceMinor', ...LIMITS].map(fieldIn)).toEqual(['price', 'slotPrice', ...LIMITS])
  expect(fieldIn('version')).toBeUndefined()
})
