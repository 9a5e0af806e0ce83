/** A business with clients who have cards, for the tests of clients. */
import { afterAll, beforeAll } from 'vitest'
import { clients } from '../contract/people/clients.ts'
import { query, setPlan } from './direct-access.ts'
import { inputOf } from './client-input.ts'
import { openShop, type Shop } from './people.ts'
import { takeCard } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer

export let shop: Shop

let next = 0

export const idOf = async (tel: string) =>
  (await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and tel = $2', [shop.c, tel]))[0]
    ?.id ?? ''

export async function client(
  name: string,
  facts: Record<string, string> = {},
): Promise<{ id: string; cardFileUrl: string; tel: string }> {
  const tel = `+420601950${String(next++).padStart(3, '0')}`
  const { cardFileUrl } = await takeCard(server, shop.formUrl, { name, tel, ...facts })
  return { id: await idOf(tel), cardFileUrl, tel }
}

export const read = (id: string) => shop.owner.send(clients.readClient, { params: { c: shop.c, id } })

export const save = async (id: string, change: object) =>
  shop.owner.ask(clients.saveClient, { params: { c: shop.c, id }, body: { ...inputOf(await read(id)), ...change } })

export const list = async (question: Record<string, string | number>, of = shop) =>
  await of.owner.send(clients.listClients, { params: { c: of.c }, query: question as never })

/** For the beginning of each test file about this. */
export function setUpClients(): void {
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Lola')
    await setPlan(server, shop.c, 'expert')
  })
  afterAll(() => server?.close())
}
