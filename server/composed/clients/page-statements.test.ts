/** A page of the list is one statement, whatever is shown and searched; its total is another. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { tags } from '../../../contract/people/tags.ts'
import { newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { usedClient } from '../../../test/postgres.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let statements: string[] | undefined
class Witness extends pg.Client {
  constructor(...given: ConstructorParameters<typeof pg.Client>) {
    super(...given)
    const ask = this.query.bind(this) as (...asked: unknown[]) => unknown
    const counted = (...asked: unknown[]) => {
      const [text] = asked as [string | { text: string }]
      statements?.push((typeof text === 'string' ? text : text.text).replaceAll(/\s+/g, ' '))
      return ask(...asked)
    }
    this.query = counted as typeof this.query
  }
}

let server: TestServer
let shop: Shop
beforeAll(async () => {
  usedClient.Client = Witness
  server = await startTestServer()
  shop = await openShop(server, 'Counted')
  for (const name of ['Anna', 'Boris']) await newIphone(server, shop, name)
})
afterAll(async () => {
  delete usedClient.Client
  await server?.close()
})

/** The session, the business and the transaction are asked of every call. */
const FRAME = /^(select \* from (find_session|open_cabinet)|start transaction|commit)/

it.each([
  {},
  { at: 'last', o: 'name' },
  { at: 'first', q: 'Anna' },
  { q: 'nobody', count: 'about' },
  { platform: 'apple', sex: 'male', page: 2 },
  { state: 'archived' },
])('of %j', async (asked) => {
  statements = []
  const query = { limit: 50, ...asked } as never
  const { data, meta } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query })
  const own = statements.filter((text) => !FRAME.test(text))
  statements = undefined
  const page = own.filter((text) => / page as \(/.test(text))
  expect(page).toHaveLength(1)
  // An estimate of the total knows how many clients there are, and then counts those of a small business.
  expect(own.length - page.length).toBe('count' in asked ? 2 : 1)
  if (Object.keys(asked).length === 0) expect([data.length, meta.total]).toEqual([2, 2])
})

it('with tags and wallets of each', async () => {
  const params = { c: shop.c }
  const [first] = (await shop.owner.send(clients.listClients, { params, query: { q: 'Anna' } })).data
  const body = { tags: ['wine', 'Regular'] }
  await shop.owner.send(tags.setClientTags, { params: { ...params, id: first?.id ?? '' }, body })
  const { data } = await shop.owner.send(clients.listClients, { params, query: { o: 'name', d: 'asc' } })
  expect(data).toMatchObject([
    { name: 'Anna', tags: ['Regular', 'wine'], installs: ['apple'], removedAt: null, sync: null },
    { name: 'Boris', tags: [], installs: ['apple'] },
  ])
})
