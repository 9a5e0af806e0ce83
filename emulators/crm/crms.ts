/** The emulated CRMs, each at its own path. Their keys are not secret: they only open emulated systems. */
import type { VendorRouter } from './router.ts'
import { type Iiko, openIiko } from './iiko.ts'
import { type Moysklad, openMoysklad } from './moysklad.ts'
import { openUrlShop, type UrlShop } from './url.ts'

export const EMULATED_CRM_KEYS = {
  url: 'emulated-key',
  iiko: 'emulated-api-login',
  moysklad: { login: 'admin@emulated', password: 'emulated-password', token: 'emulated-token' },
} as const

export type EmulatedCrms = { url: UrlShop; iiko: Iiko; moysklad: Moysklad; routers: readonly VendorRouter[] }

export function openCrms(prefix: string): EmulatedCrms {
  const url = openUrlShop(`${prefix}/url`, { key: EMULATED_CRM_KEYS.url })
  const iiko = openIiko(`${prefix}/iiko`, { apiLogin: EMULATED_CRM_KEYS.iiko })
  const moysklad = openMoysklad(`${prefix}/moysklad`, EMULATED_CRM_KEYS.moysklad)
  return { url, iiko, moysklad, routers: [url.router, iiko.router, moysklad.router] }
}
