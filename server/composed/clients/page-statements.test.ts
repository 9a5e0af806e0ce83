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

/**
 * The session, once a minute its last use, the business and the transaction are asked of every call; what is set for
 * the transaction goes with what is asked.
 */
const FRAME =
  /^(select \* from (find_session|enter_cabinet)|start transaction|begin|select set_config|update "sessions"|commit)/

it.each([
  [{}, 1],
  [{ at: 'last', o: 'name' }, 1],
  [{ state: 'archived' }, 1],
  // Where all were found, their number is known.
  [{ at: 'first', q: 'Anna' }, 0],
  [{ q: 'nobody', count: 'about' }, 0],
  [{ platform: 'apple', sex: 'male', page: 2 }, 1],
] as const)('of %j, and %i for the total', async (asked, totals) => {
  statements = []
  const query = { limit: 50, ...asked } as never
  const { data, meta } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query })
  const own = statements.filter((text) => !FRAME.test(text))
  statements = undefined
  const page = own.filter((text) => / page as \(/.test(text))
  expect([page.length, own.length - page.length]).toEqual([1, totals])
  if (!('page' in asked)) expect(meta.total).toBe(data.length)
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
