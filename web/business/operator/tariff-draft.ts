/** A plan as it is typed: prices in whole units, empty fields as empty texts. Pure. */
import type { OperatedTariff, TariffInput } from '../../../contract/business/operated.ts'
import { LIMITS } from './tariff-fields.ts'

export type Limit = (typeof LIMITS)[number]
/** Number fields hold an empty text while nothing is in them. */
export type Amount = number | ''
export type TariffDraft = Record<Limit | 'price' | 'slotPrice', Amount> & { hasSlots: boolean; isArchived: boolean }
export type TariffField = keyof TariffDraft

function forLimits<Value>(valueOf: (limit: Limit) => Value): Record<Limit, Value> {
  return Object.fromEntries(LIMITS.map((limit) => [limit, valueOf(limit)])) as Record<Limit, Value>
}

export function draftOf(tariff: OperatedTariff): TariffDraft {
  return {
    ...forLimits((limit) => tariff[limit]),
    price: tariff.priceMinor / 100,
    slotPrice: tariff.slotPriceMinor === null ? '' : tariff.slotPriceMinor / 100,
    hasSlots: tariff.slotPriceMinor !== null,
    isArchived: tariff.isArchived,
  }
}

/** The price of a block counts only while there are blocks. */
export function essenceOf(draft: TariffDraft): TariffDraft {
  return draft.hasSlots ? draft : { ...draft, slotPrice: '' }
}

/** An empty field is no number: the contract's shape then names it. */
const toCount = (amount: Amount) => (amount === '' ? Number.NaN : amount)
const toMinor = (amount: Amount) => Math.round(toCount(amount) * 100)

export function inputOf(draft: TariffDraft, version: number): TariffInput {
  return {
    ...forLimits((limit) => toCount(draft[limit])),
    version,
    priceMinor: toMinor(draft.price),
    slotPriceMinor: draft.hasSlots ? toMinor(draft.slotPrice) : null,
    isArchived: draft.isArchived,
  }
}

const FIELDS: Readonly<Record<string, TariffField>> = {
  ...forLimits((limit) => limit),
  priceMinor: 'price',
  slotPriceMinor: 'slotPrice',
}

/** Field of the form by its name in the call. */
export const fieldIn = (path: string): TariffField | undefined => FIELDS[path]
