import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import { openCourier } from '../apple-push/courier.ts'
import { type Devices, openDevices } from '../apple-push/devices.ts'
import { type CrowdState, startCrowd } from './crowd.ts'
import type { Phone } from './phone.ts'

let devices: Devices
let url = ''
let server: ReturnType<typeof createServer>
const fetched: string[] = []
/** Cards in Google Wallet by account; the product is away for so many more requests. */
const saved: string[] = []
let away = 0

beforeAll(async () => {
  devices = await openDevices()
  const courier = openCourier(devices)
  server = createServer((request, response) => {
    if (request.url?.startsWith('/courier/')) return courier.handle(request, response)
    if (request.url?.includes('/passes/')) fetched.push(request.url)
    if (request.url?.endsWith('/google')) {
      const link = request.url.includes('gone') ? {} : { location: `${url}/outside/google/gp/v/save/token` }
      return void response.writeHead(away-- > 0 ? 503 : 302, link).end()
    }
    if (request.url?.includes('/gp/v/save/')) saved.push(request.url)
    response.end(JSON.stringify({ lastUpdated: '7', serialNumbers: ['x'] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const phone = (no: number): Phone => ({
  device: `d${no}`,
  pushToken: String(no).repeat(64),
  base: `${url}/v1`,
  passType: 'pass.test',
  serial: `serial-${no}`,
  token: 'secret',
  tag: null,
  modified: null,
})

it('phones that have had cards for a while are known to the push service, and some of them fetch', async () => {
  const crowd = await startCrowd({ courierUrl: `${url}/courier`, googleUrl: url })
  await crowd.adopt({ phones: [phone(1), phone(2)], googleUrls: [] }, 1)
  expect(devices.find(phone(1).pushToken)).toEqual({ gone: null })
  expect(devices.find(phone(2).pushToken)).toEqual({ gone: null })
  await until(() => {
    if (fetched.length === 0)
      devices.deliver(phone(1).pushToken, { topic: 'pass.test', apnsId: 'a', at: new Date().toISOString() })
    return fetched.length > 0
  }, 'the phone fetches its card')
  expect(fetched[0]).toBe('/v1/passes/pass.test/serial-1')
  await crowd.close()
})

it('cards are added to Google Wallet when the product answers again, and those that are gone are not', async () => {
  away = 1
  const crowd = await startCrowd({ courierUrl: `${url}/courier`, googleUrl: url })
  await crowd.adopt({ phones: [], googleUrls: [`${url}/one`, `${url}/gone`, `${url}/two`] })
  expect(saved).toEqual([0, 2].map((no) => `/gp/v/save/token?account=customer-${no}`))
  await crowd.close()
})

it('a crowd that was ended goes on with the cards that it had yet to add', async () => {
  saved.length = 0
  const kept: CrowdState[] = []
  const state = {
    load: async () => ({ phones: [], unsaved: [{ url: `${url}/one`, account: 'customer-7' }] }),
    save: async (one: CrowdState) => void kept.push(structuredClone(one)),
  }
  const crowd = await startCrowd({ courierUrl: `${url}/courier`, googleUrl: url, state })
  await until(() => kept.length > 0, 'it is added')
  expect(saved).toEqual(['/gp/v/save/token?account=customer-7'])
  expect(kept).toEqual([{ phones: [], unsaved: [] }])
  await crowd.close()
})

it('a token that none could be is refused', async () => {
  const answer = await fetch(`${url}/courier/tokens`, { method: 'PUT', body: JSON.stringify(['short']) })
  expect(answer.status).toBe(400)
})
