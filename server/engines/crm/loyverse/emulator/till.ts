/** The till of the café. */
import type { Counter } from '../../../../../emulators/tills/till.ts'
import { KEYS, type Loyverse, type LoyverseCustomer, type Webhook } from './emulator.ts'

type Kept = { customers: LoyverseCustomer[]; webhooks: Webhook[]; grants: unknown; refused: string[] }

/** @param address of the emulated vendor */
export function counterOf(shop: Loyverse, address: string): Counter {
  const access = {
    Address: address,
    'Access token': KEYS.token,
    'Application ID': KEYS.clientId,
    'Application secret': KEYS.clientSecret,
  }
  return {
    name: 'loyverse',
    title: 'Loyverse',
    step: 0.01,
    access: Object.entries(access),
    refused: shop.refused,
    guests: () =>
      Array.from(shop.customers.values(), ({ id, name, phone_number: phone, total_points: points }) => ({
        id,
        name,
        phone: phone ?? '',
        points,
      })),
    saveGuest(id, { name, phone }) {
      if (id === undefined) return shop.add({ name, phone_number: phone }).id
      shop.change(id, { name, phone_number: phone })
      return id
    },
    movePoints(id, points) {
      const before = shop.customers.get(id)?.total_points ?? 0
      shop.change(id, { total_points: Math.round((before + points) * 100) / 100 })
      shop.sell(id)
    },
    keep: (): Kept => ({
      customers: [...shop.customers.values()],
      webhooks: shop.webhooks,
      grants: shop.consents.keep(),
      refused: [...shop.refused],
    }),
    restore(kept) {
      const before = kept as Kept
      for (const one of before.customers) shop.customers.set(one.id, one)
      shop.webhooks.push(...before.webhooks)
      shop.consents.restore(before.grants)
      for (const phone of before.refused) shop.refused.add(phone)
    },
  }
}
