/** Who has never bought anything, in a large account where nearly everybody has. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { type Criterion, type Rules, segments } from '../../../contract/people/segments.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { SEEDED_ID } from '../../../test/seeded-id.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { exactSizesOf, fewOfRules, sizesOf } from './size.ts'

/** More than are always counted. */
const PEOPLE = 51_000
const TODAY = '2026-11-21'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Large')
  await setPlan(server, shop.c, 'expert')
  // Figures of the others are not asked for.
  await query(
    server,
    `insert into clients (cabinet_id, id, name, card_number, template_id, birthday, has_bought, created_at, updated_at)
     select $1, ${SEEDED_ID}, 'Client ' || n,
       100000 + n, $2, case when n % 9000 > 0 then date '1980-01-01' end, n % 3000 > 0,
       now() - n * interval '1 hour', now()
     from generate_series(1, $3::int) n`,
    [shop.c, shop.template, PEOPLE],
  )
})
afterAll(() => server?.close())

const never: Criterion = { kind: 'lastPurchase', operator: 'never' }
const noPurchase: Criterion = { kind: 'purchases', operator: 'lt', value: 1 }
const grown: Criterion = { kind: 'age', operator: 'gte', value: 30 }
const ageless: Criterion = { kind: 'age', operator: 'unknown' }
const all = (...criteria: Criterion[]): Rules => ({ match: 'all', criteria })
const RULES: [Rules, number][] = [
  [all(never), 17],
  [all(noPurchase), 17],
  [all({ kind: 'purchases', operator: 'eq', value: 0 }, grown), 12],
  [all(never, ageless), 5],
  [all(never, { kind: 'spent', operator: 'gt', value: 0 }), 0],
]

it('is found by an index: they are counted, and nobody else is read', async () => {
  const rules = RULES.map(([one]) => one)
  const { about, exact, found } = await openForWork(server.app, shop.c, async (db) => ({
    about: (await sizesOf(db, rules, TODAY)).sizes,
    exact: (await exactSizesOf(db, rules, TODAY)).sizes.map(({ count }) => count),
    found: await Promise.all(rules.map((one) => fewOfRules(db, one, TODAY, 100))),
  }))
  const expected = RULES.map(([, count]) => count)
  expect(exact).toEqual(expected)
  expect(about).toEqual(expected.map((count) => ({ count, isEstimate: false })))
  expect(found.map(({ ids }) => ids?.length)).toEqual(expected)
})

it('is listed until the first purchase, and again when that is taken back', async () => {
  const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  await shop.owner.send(segments.saveSegment, {
    params: { c: shop.c, segmentId: id },
    body: { ...all(noPurchase, grown), name: 'Never', version },
  })
  const numbers = async () => {
    const { data } = await shop.owner.send(clients.listClients, {
      params: { c: shop.c },
      query: { segment: id, count: 'about', at: 'first', o: 'cardNumber', d: 'asc', limit: 3 },
    })
    return data.map(({ cardNumber }) => cardNumber)
  }
  expect(await numbers()).toEqual([103_000, 106_000, 112_000])
  const events = async (change: string) => query(server, change, [shop.c])
  await events(`insert into external_events (cabinet_id, id, client_id, kind, at, amount_minor, text, source, sender_id,
      received_at) select cabinet_id, gen_random_uuid(), id, 'purchase', now(), 500, '', 'api', 'first', now()
    from clients where cabinet_id = $1 and card_number = 106000`)
  expect(await numbers()).toEqual([103_000, 112_000, 115_000])
  await events('update external_events set is_void = true where cabinet_id = $1')
  expect(await numbers()).toEqual([103_000, 106_000, 112_000])
})
