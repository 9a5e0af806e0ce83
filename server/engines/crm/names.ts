/** Every system of the product, as it calls itself, in the order of the gallery. A folder beside this file is ready. */
import type { CrmGroup } from '../../../contract/business/integration.ts'

/** By the part of addresses and of stored rows, which never changes. */
export const SYSTEMS = {
  'iiko-transport': { title: 'iiko', group: 'restaurant' },
  'iiko-card': { title: 'iikoCard', group: 'restaurant' },
  rkeeper7: { title: 'R-Keeper 7', group: 'restaurant' },
  quickresto: { title: 'Quick Resto', group: 'restaurant' },
  poster: { title: 'Poster', group: 'restaurant' },
  plazius: { title: 'Plazius', group: 'restaurant' },
  moysklad: { title: 'MoySklad', group: 'retail' },
  '1c': { title: '1C', group: 'retail' },
  evotor: { title: 'Evotor', group: 'retail' },
  loyverse: { title: 'Loyverse', group: 'retail' },
  litebox: { title: 'LiteBox', group: 'retail' },
  businessru: { title: 'Business.ru', group: 'retail' },
  yclients: { title: 'YCLIENTS', group: 'beauty' },
  dikidi: { title: 'DIKIDI', group: 'beauty' },
  klientiks: { title: 'Klientiks', group: 'beauty' },
  amocrm: { title: 'amoCRM', group: 'crm' },
  bitrix24: { title: 'Bitrix24', group: 'crm' },
  retailcrm: { title: 'RetailCRM', group: 'crm' },
  self: { title: 'SELF', group: 'own' },
  url: { title: 'URL', group: 'own' },
} as const satisfies Readonly<Record<string, { title: string; group: CrmGroup }>>

export type SystemName = keyof typeof SYSTEMS
