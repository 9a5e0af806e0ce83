import { afterAll, beforeAll, expect, test } from 'vitest'
import { segments } from '../../../contract/people/segments.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { SEEDED_ID } from '../../../test/seeded-id.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const CLIENTS = 12_000

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Large')
  await setPlan(server, shop.c, 'expert')
  // The sample is of the first ids: these make it the same each time.
  await query(
    server,
    `insert into clients (cabinet_id, id, template_id, card_number, name, sex, promo_code, created_at, updated_at)
     select $1, ${SEEDED_ID}, $2, 1000 + n, 'C' || n, case when n % 3 = 0 then 'male' end,
       case when n <= 30 then 'RARE' else '' end, now(), now() from generate_series(1, $3::int) n`,
    [shop.c, shop.template, CLIENTS],
  )
  await query(
    server,
    `insert into passes (cabinet_id, id, client_id, template_id, certificate_id, tag, modified_at, created_at,
       google_saved_at, google_object_id)
     select c.cabinet_id, gen_random_uuid(), c.id, c.template_id,
       (select id from apple_certificates where cabinet_id = $1 limit 1), 1, now(), now(),
       case when c.card_number % 2 = 0 then now() end, case when c.card_number % 2 = 0 then 'o-' || c.id end
     from clients c where c.cabinet_id = $1 and c.card_number % 4 > 0`,
    [shop.c],
  )
  // PostgreSQL does it within a minute: until then it takes the tables for empty.
  await query(server, 'analyze clients, passes')
})
afterAll(() => server?.close())

const reach = (segment: string | null = null) =>
  shop.owner.send(pushes.reach, { params: { c: shop.c }, body: { templates: [shop.template], segment } })

async function newSegment(criteria: object[]): Promise<string> {
  const { id } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  const body = { name: `S${id}`, match: 'all', criteria, version: 0 } as never
  await shop.owner.send(segments.saveSegment, { params: { c: shop.c, segmentId: id }, body })
  return id
}

const expectAbout = (found: number, exact: number) => {
  expect(found).toBeGreaterThan(exact * 0.85)
  expect(found).toBeLessThan(exact * 1.15)
}

test('of many clients it is about right, adds up, and is the same each time', async () => {
  const first = await reach()
  expect(first.clients).toBe(first.apple + first.google + first.noCard)
  expectAbout(first.google, CLIENTS / 4)
  expectAbout(first.noCard, CLIENTS / 2)
  expect(first.apple).toBe(0)
  expect(await reach()).toEqual(first)
})

test('a segment of many is about right, one of few is counted', async () => {
  const men = await reach(await newSegment([{ kind: 'sex', operator: 'is', value: 'male' }]))
  expectAbout(men.google, CLIENTS / 12)
  const rare = await newSegment([{ kind: 'promo', operator: 'is', value: 'RARE' }])
  const exact = await query<{ n: number }>(
    server,
    `select count(*)::int as n from clients c join passes p on p.cabinet_id = c.cabinet_id and p.client_id = c.id
     where c.cabinet_id = $1 and c.promo_code = 'RARE'`,
    [shop.c],
  )
  expect((await reach(rare)).clients).toBe(exact[0]?.n)
})
