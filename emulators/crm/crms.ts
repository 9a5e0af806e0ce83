/** The played CRMs, each at a path of its own. Their keys are no secrets: they open nothing but a toy. */
import type { Desk } from './desk.ts'
import { openUrlShop, type UrlShop } from './url.ts'

export const PLAYED_CRM_KEYS = { url: 'played-key' } as const

export type PlayedCrms = { url: UrlShop; desks: readonly Desk[] }

export function openCrms(prefix: string): PlayedCrms {
  const url = openUrlShop(`${prefix}/url`, { key: PLAYED_CRM_KEYS.url })
  return { url, desks: [url.desk] }
}
