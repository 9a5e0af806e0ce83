/** Tariffs as a person sees them: what each offers, and whether this account may choose it. Pure. */
import type { TariffKey, TariffPlan } from '../../../contract/business/finance.ts'
import { SLOT_CARDS } from '../../../contract/limits.ts'
import type { AccountRow, TariffRow } from '../../platform/cabinets/cabinets.ts'

const ON: Readonly<Record<TariffKey, TariffPlan['features']>> = {
  demo: [],
  base: ['push_statistics', 'hidden_promo', 'crm'],
  advanced: ['push_statistics', 'hidden_promo', 'crm', 'push_segments', 'form_themes'],
  expert: ['push_statistics', 'hidden_promo', 'crm', 'push_segments', 'form_themes', 'beacons', 'form_branding'],
}

/** Cards that a tariff allows with that many slots. */
export function cardRoom(tariff: Pick<TariffRow, 'cards'>, slots: number): number {
  return tariff.cards + slots * SLOT_CARDS
}

/** Tariff and slots for thirty days. */
export function priceOf(tariff: Pick<TariffRow, 'price_minor' | 'slot_price_minor'>, slots: number): number {
  return tariff.price_minor + slots * (tariff.slot_price_minor ?? 0)
}

/** A tariff only goes up, a demo never comes back, and nobody new gets an archived one. */
export function choiceOf(tariff: TariffRow, current: TariffRow | undefined): TariffPlan['choice'] {
  if (tariff.key === current?.key) return 'current'
  if (tariff.key === 'demo' || tariff.position < (current?.position ?? 0)) return 'lower'
  return tariff.is_archived ? 'archived' : 'free'
}

/** Does the account lose room for cards: fewer slots of the same tariff, or less room than there are cards. */
export function isLessRoom(
  tariff: TariffRow,
  slots: number,
  now: { tariff: TariffRow | undefined; money: Pick<AccountRow, 'slots' | 'cards'> },
): boolean {
  if (tariff.key === now.tariff?.key) return slots < now.money.slots
  return cardRoom(tariff, slots) < now.money.cards
}

export function planReply(row: TariffRow, current: TariffRow | undefined): TariffPlan {
  return {
    key: row.key,
    priceMinor: row.price_minor,
    slotPriceMinor: row.slot_price_minor,
    isArchived: row.is_archived,
    features: ON[row.key],
    choice: choiceOf(row, current),
    limits: {
      cards: row.cards,
      templates: row.templates,
      forms: row.forms,
      segments: row.segments,
      triggers: row.triggers,
      users: row.users,
      geoPoints: row.geo_points,
      beacons: row.beacons,
      apiPerHour: row.api_per_hour,
      apiPerSecond: row.api_per_second,
    },
  }
}
