/** Pushes with places and beacons, each test in a business of its own. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { BeaconTag, GeoPoint } from '../contract/cards/places.ts'
import { pushes, type PushType } from '../contract/reach/pushes.ts'
import { DAY_MS } from '../contract/time.ts'
import { makeJobsDue, setPlan } from './direct-access.ts'
import { openShop, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer
export let shop: Shop
let next = 0

export const MAIN: GeoPoint = { name: 'Main Street 5', latitude: 50.0874654, longitude: 14.4212535, text: '' }
export const SQUARE: GeoPoint = {
  name: 'Square',
  latitude: -33.9,
  longitude: 151.2,
  text: '{cardholder}, the square is open',
}
export const DOOR: BeaconTag = {
  name: 'Door',
  uuid: '1b4e28ba-2fa1-11d2-883f-0016d3cca427',
  major: 1,
  minor: 2,
  text: '',
}
export const manyPoints = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...MAIN, name: `Shop ${i}`, latitude: i }))

export type Parts = { message?: string; templates?: string[]; geoPoints?: GeoPoint[]; beacons?: BeaconTag[] }
export const bodyOf = (parts: Parts) => ({
  name: 'Near us',
  message: 'Coffee is near, {cardholder}',
  templates: [shop.template],
  ...parts,
})
export const ask = (pushType: PushType, parts: Parts) =>
  shop.owner.ask(pushes.createPush, { params: { c: shop.c, pushType }, body: bodyOf(parts) })
export const make = async (pushType: PushType, parts: Parts) =>
  (await shop.owner.send(pushes.createPush, { params: { c: shop.c, pushType }, body: bodyOf(parts) })).id
export const flip = (pushUuid: string, isActive: boolean) =>
  shop.owner.ask(pushes.switchPush, { params: { c: shop.c, pushUuid }, body: { isActive } })
export const save = (pushUuid: string, version: number, parts: Parts) =>
  shop.owner.ask(pushes.savePush, { params: { c: shop.c, pushUuid }, body: { ...bodyOf(parts), version } })
export const read = (pushUuid: string) => shop.owner.send(pushes.readPush, { params: { c: shop.c, pushUuid } })
export const classes = () =>
  Object.values(server.outside.googleWallet.snapshot().classes).filter((one) => one.id.includes(`.t${shop.c}-`))

/** The update of the next day is due. */
export async function nextUpdate(): Promise<void> {
  server.passTime(DAY_MS)
  await makeJobsDue(server)
  await server.drainJobs()
}

/** For the beginning of each test file about this. */
export function setUpPoints(): void {
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    server.outside.googleWallet.setTroubles({ arePlacesClosed: false })
    shop = await openShop(server, `Gero${next++}`)
    await setPlan(server, shop.c, 'expert')
  })
}
