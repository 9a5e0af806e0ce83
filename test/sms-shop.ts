/** A business that sends SMS through a provider of its own, for the tests of verification. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { clients } from '../contract/people/clients.ts'
import { verification } from '../contract/people/verification.ts'
import { setPlan } from './direct-access.ts'
import { openShop, type Answer, type Shop } from './people.ts'
import { fillForm } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer
export let shop: Shop
export const KEYS = {
  smsType: 'smsc',
  login: 'kartoteka',
  password: '',
  apiKey: 'emulated-key',
  smsFrom: 'COFFEE',
} as const

export const params = () => ({ c: shop.c })
export const save = (change: object = {}) =>
  shop.owner.ask(verification.saveProvider, { params: params(), body: { ...KEYS, ...change } })
export const read = () => shop.owner.send(verification.readProvider, { params: params() })
export const remove = (smsType: string) =>
  shop.owner.ask(verification.removeProvider, { params: params(), body: { smsType } })
export const outcomeOf = (response: Answer) => [response.status, response.body.error?.code ?? 'ok']
export const faults = (response: Answer) =>
  Object.fromEntries(Object.entries(response.body.error?.fields ?? {}).map(([field, { code }]) => [field, code]))
export const trouble = (name: Parameters<TestServer['outside']['smsGateway']['setVendorTrouble']>[0], times?: number) =>
  server.outside.smsGateway.setVendorTrouble(name, times)

export async function newClient(name: string, tel: string) {
  await fillForm(server, shop.formUrl, { name, tel })
  const { data } = await shop.owner.send(clients.listClients, { params: params(), query: { q: tel.slice(-6) } })
  return shop.owner.send(clients.readClient, { params: { ...params(), id: data[0]?.id ?? '' } })
}
export const sendLink = (id: string) => shop.owner.ask(verification.sendLink, { params: { ...params(), id } })

/** For the beginning of each test file about this. */
export function setUpSms(): void {
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    shop = await openShop(server, 'Vera')
    await setPlan(server, shop.c, 'expert')
  })
  afterAll(() => server?.close())
  beforeEach(() => server.outside.smsGateway.setVendorTrouble(null))
}
