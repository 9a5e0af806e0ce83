/** The emulated CRMs, each at its own path. Their keys are not secret: they only open emulated systems. */
import { createTillPages } from '../tills/till-page.ts'
import { openTill, type TillStore } from '../tills/tills.ts'
import { type Iiko, openIiko } from './iiko.ts'
import { iikoTill } from './iiko-till.ts'
import { type Moysklad, openMoysklad } from './moysklad.ts'
import { moyskladTill } from './moysklad-till.ts'
import type { VendorRouter } from './router.ts'
import { openUrlShop, type UrlShop } from './url.ts'
import { urlTill } from './url-till.ts'

export const EMULATED_CRM_KEYS = {
  url: 'emulated-key',
  iiko: 'emulated-api-login',
  moysklad: { login: 'admin@emulated', password: 'emulated-password', token: 'emulated-token' },
} as const

type Mount = { prefix: string; handle: VendorRouter['handler'] }
export type EmulatedCrms = {
  url: UrlShop
  iiko: Iiko
  moysklad: Moysklad
  /** What programs call, each at its own path, and the pages of the tills after them. */
  mounts: readonly Mount[]
  close(): Promise<void>
}

/** @param publicUrl of the server that people open @param storeOf where a till keeps its things, by its name */
export async function openCrms(
  prefix: string,
  publicUrl = '',
  storeOf: (name: string) => TillStore | undefined = () => undefined,
): Promise<EmulatedCrms> {
  const url = openUrlShop(`${prefix}/url`, { key: EMULATED_CRM_KEYS.url })
  const iiko = openIiko(`${prefix}/iiko`, { apiLogin: EMULATED_CRM_KEYS.iiko })
  const moysklad = openMoysklad(`${prefix}/moysklad`, EMULATED_CRM_KEYS.moysklad)
  const address = ({ prefix: at }: VendorRouter) => ['Address', `${publicUrl}${at}`] as const
  const counters = [
    [url.router, urlTill(url, [address(url.router), ['Password or key', EMULATED_CRM_KEYS.url]])],
    [iiko.router, iikoTill(iiko, [address(iiko.router), ['API login', EMULATED_CRM_KEYS.iiko]])],
    [
      moysklad.router,
      moyskladTill(moysklad, [
        address(moysklad.router),
        ['Login', EMULATED_CRM_KEYS.moysklad.login],
        ['Password', EMULATED_CRM_KEYS.moysklad.password],
      ]),
    ],
  ] as const
  const tills = await Promise.all(counters.map(([router, counter]) => openTill(counter, router, storeOf(counter.name))))
  return {
    url,
    iiko,
    moysklad,
    mounts: [
      ...counters.map(([router], place) => ({
        prefix: router.prefix,
        handle: tills[place]?.handler ?? router.handler,
      })),
      { prefix, handle: createTillPages({ prefix, tills }) },
    ],
    async close() {
      await Promise.all(tills.map((till) => till.close()))
    },
  }
}
