/** iPhones with cards of one business, for the tests of what phones call. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { clients } from '../contract/people/clients.ts'
import { inputOf } from './client-input.ts'
import { query } from './direct-access.ts'
import { openShop, type Shop } from './people.ts'
import { Iphone, takeCard } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer

export let shop: Shop

let next = 0

/** A phone that has opened a new client's card, not yet registered. */
export async function newPhone(name = 'Pat'): Promise<Iphone> {
  const { cardFileUrl } = await takeCard(server, shop.formUrl, {
    name,
    surname: 'Phone',
    tel: `+420601800${String(next++).padStart(3, '0')}`,
  })
  const phone = new Iphone(server)
  await phone.install(cardFileUrl)
  return phone
}

/** Changes a client's bonus as a shop does. */
export async function setBonus(phone: Iphone, bonusMinor: number): Promise<void> {
  const [row] = await query<{ client_id: string }>(server, 'select client_id from passes where id = $1', [
    phone.pass.json.serialNumber,
  ])
  const params = { c: shop.c, id: row?.client_id ?? '' }
  const client = await shop.owner.send(clients.readClient, { params })
  await shop.owner.send(clients.saveClient, { params, body: { ...inputOf(client), bonusMinor } })
}

export const registrations = (phone: Iphone) =>
  query<{ device_id: string; push_token: string }>(
    server,
    'select device_id, push_token from registrations where pass_id = $1 order by token_at',
    [phone.pass.json.serialNumber],
  )

/** For the beginning of each test file about this. */
export function setUpPhones(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    server = await startTestServer({ env })
    shop = await openShop(server, 'Paul')
  })
  afterAll(() => server?.close())
  /** Each test gets its own minute of the limits. */
  beforeEach(() => server.passTime(60_000))
}
