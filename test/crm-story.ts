/** What the stories of this room share: a shop, its emulated CRM, and the actions of its owner. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { clients } from '../contract/people/clients.ts'
import { CAREFUL_POLICY, type MeetingPolicy } from '../contract/business/crm-meeting.ts'
import { integration, type IntegrationInput } from '../contract/business/integration.ts'
import { notifications } from '../contract/platform/notifications.ts'
import { makeJobsDue, query, setPlan } from './direct-access.ts'
import type { UrlShop } from '../server/engines/crm/url/emulator/emulator.ts'
import { openShop, type Answer, type Shop } from './people.ts'
import { takeCard } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer
export let shop: Shop
let next = 0

export const at = () => ({ c: shop.c })
export const crm = () => server.outside.crms.of<UrlShop>('url')
export const right = (change: Partial<IntegrationInput> = {}): IntegrationInput => ({
  type: 'url',
  settings: { server: `${server.url}/outside/crm/url`, password: 'emulated-key' },
  flags: { read: false, write: true, rewrite: false },
  version: 0,
  ...change,
})
export const save = (input: IntegrationInput) =>
  shop.owner.ask(integration.saveIntegration, { params: at(), body: input })
export const read = () => shop.owner.send(integration.readIntegration, { params: at() })
export const status = () => shop.owner.send(integration.syncStatus, { params: at() })
export const sync = () => shop.owner.ask(integration.syncClients, { params: at() })
export const codeOf = (answer: Answer) => [answer.status, answer.body.error?.code]
export const fieldsIn = (answer: Answer) =>
  Object.fromEntries(Object.entries(answer.body.error?.fields ?? {}).map(([field, { code }]) => [field, code]))
export async function connect(
  flags = { read: false, write: true, rewrite: false },
  policy = CAREFUL_POLICY,
): Promise<void> {
  expect(codeOf(await save(right({ flags })))).toEqual([200, undefined])
  await shop.owner.send(integration.activateIntegration, { params: at() })
  await begin(policy)
}
/** Looks everybody up and lets the exchange begin. */
export async function begin(policy: MeetingPolicy = CAREFUL_POLICY): Promise<void> {
  await server.drainJobs()
  expect(codeOf(await shop.owner.ask(integration.beginExchange, { params: at(), body: { policy } }))).toEqual([
    200,
    undefined,
  ])
}
export async function newClient(name: string) {
  const tel = `+420601960${String(next++).padStart(3, '0')}`
  const { cardFileUrl } = await takeCard(server, shop.formUrl, { name, tel })
  const [row] = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and tel = $2', [
    shop.c,
    tel,
  ])
  return { id: row?.id ?? '', tel, cardFileUrl }
}
export const customerOf = (tel: string) => [...crm().customers.values()].find((one) => one.phone === tel)
export const clientOf = (id: string) => shop.owner.send(clients.readClient, { params: { ...at(), id } })
export const noticesOf = async () =>
  (await shop.owner.send(notifications.listNotifications, { params: at(), query: { type: 'integration_failed' } })).data
export async function runUntilGivenUp(): Promise<void> {
  for (let tries = 0; tries < 7; tries++) {
    await makeJobsDue(server)
    await server.drainJobs()
  }
}

/** One shop for all stories of a file; each begins without a CRM and without clients. */
export function openCrmServer(): void {
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Cora')
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    crm().router.setTroubles({})
    crm().customers.clear()
    crm().books.receipts.clear()
    crm().books.receiptLog.length = 0
    for (const table of [
      'integrations',
      'crm_clients',
      'crm_runs',
      'crm_exchanges',
      'crm_relinks',
      'crm_wishes',
      'crm_consents',
      'crm_tokens',
      'crm_index',
      'crm_index_places',
      'crm_hook_events',
      'crm_hooks',
      'crm_farewells',
      'crm_tills',
      'crm_till_documents',
      'crm_purchases_waiting',
      'purchase_programmes',
      'notifications',
      'clients',
    ])
      await query(server, `delete from ${table} where cabinet_id = $1`, [shop.c])
    await setPlan(server, shop.c, 'base')
  })
}
