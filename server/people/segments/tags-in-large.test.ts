/** Tags in a large account: how many have them, who has several, and what a list remembers of a segment. */
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
/** Each more than are looked up one by one. Who has which tag, by the number `n` of the client. */
const TAGS = { first: 'n % 4 = 0', second: 'n % 4 = 1', both: 'n % 4 = 2 or n % 3000 = 0', third: 'n % 3 = 0' }
type Tag = keyof typeof TAGS

let server: TestServer
let shop: Shop
const ids = new Map<Tag, string>()
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Large')
  await setPlan(server, shop.c, 'expert')
  await query(
    server,
    `insert into clients (cabinet_id, id, name, card_number, template_id, sex, created_at, updated_at)
     select $1, ${SEEDED_ID}, 'Client ' || n,
       100000 + n, $2, case when n % 7 > 1 then 'male' end, now() - n * interval '1 hour', now()
     from generate_series(1, $3::int) n`,
    [shop.c, shop.template, PEOPLE],
  )
  for (const [name, fits] of Object.entries(TAGS)) {
    const [tag] = await query<{ id: string }>(
      server,
      `insert into tags (cabinet_id, id, name, created_at) values ($1, gen_random_uuid(), $2, now()) returning id`,
      [shop.c, name],
    )
    ids.set(name as Tag, tag?.id ?? '')
    await query(
      server,
      `insert into client_tags (cabinet_id, tag_id, client_id)
       select cabinet_id, $2, id from (select *, card_number - 100000 as n from clients) c
       where cabinet_id = $1 and n > 0 and (${fits})`,
      [shop.c, tag?.id],
    )
  }
})
afterAll(() => server?.close())

const has = (...tags: Tag[]): Criterion => ({
  kind: 'tag',
  operator: 'one_of',
  value: tags.map((t) => ids.get(t) ?? ''),
})
const hasNone = (...tags: Tag[]): Criterion => ({ ...has(...tags), operator: 'none_of' }) as Criterion
const all = (...criteria: Criterion[]): Rules => ({ match: 'all', criteria })
const male: Criterion = { kind: 'sex', operator: 'is', value: 'male' }

const sizes = (rules: Rules[]) =>
  openForWork(server.app, shop.c, async (db) => ({
    about: (await sizesOf(db, rules, TODAY)).sizes,
    exact: (await exactSizesOf(db, rules, TODAY)).sizes.map(({ count }) => count),
  }))

it('many who have one are estimated, near the truth', async () => {
  const { about, exact } = await sizes([
    all(has('third'), male),
    all(has('first', 'third'), male),
    all(has('first'), has('third')),
    all(hasNone('third'), male),
    { match: 'any', criteria: [has('third'), male] },
  ])
  for (const [i, { count, isEstimate }] of about.entries()) {
    const truth = exact[i] ?? 0
    expect([i, isEstimate, truth > PEOPLE / 20]).toEqual([i, true, true])
    expect(Math.abs(count - truth), `${i}: ${count} instead of ${truth}`).toBeLessThan(PEOPLE * 0.017 + truth * 0.05)
  }
})

it('nobody or few who have two frequent ones are counted', async () => {
  const rules = [all(has('first'), has('second')), all(has('first'), has('both')), all(has('first'), has('both'), male)]
  const { about, exact } = await sizes(rules)
  expect(exact).toEqual([0, 17, 12])
  expect(about).toEqual(exact.map((count) => ({ count, isEstimate: false })))
  // The tags tell who they are: not everybody is read for that.
  const found = await openForWork(server.app, shop.c, (db) =>
    Promise.all(rules.map((one) => fewOfRules(db, one, TODAY, 100))),
  )
  expect(found.map(({ ids }) => ids?.length)).toEqual(exact)
})

async function saved(rules: Rules, name: string): Promise<string> {
  const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  await shop.owner.send(segments.saveSegment, {
    params: { c: shop.c, segmentId: id },
    body: { ...rules, name, version },
  })
  return id
}

const list = (segment: string) =>
  shop.owner.send(clients.listClients, {
    params: { c: shop.c },
    query: { segment, count: 'about', at: 'first', o: 'cardNumber', d: 'asc', limit: 10 },
  })

it('few who have two frequent ones are listed as they are at that moment, without those in the archive', async () => {
  const segment = await saved(all(has('first'), has('both')), 'Both')
  const first = await list(segment)
  expect(first.data.map(({ cardNumber }) => cardNumber)).toEqual(
    Array.from({ length: 10 }, (_, i) => 100_000 + (i + 1) * 3000),
  )
  expect(first.meta).toMatchObject({ total: 17 })
  await query(server, 'update clients set archived_at = now() where cabinet_id = $1 and card_number = 103000', [shop.c])
  const second = await list(segment)
  expect([second.data[0]?.cardNumber, second.meta.total]).toEqual([106_000, 16])
})

it('a list of many keeps the estimate for a minute, and shows who fits now', async () => {
  const segment = await saved(all(has('third'), male), 'Third')
  const before = await list(segment)
  expect(before.meta.isEstimate).toBe(true)
  await query(
    server,
    `delete from client_tags using clients where client_tags.cabinet_id = $1 and tag_id = $2
       and clients.id = client_id and (card_number > 125000 or card_number = 100003)`,
    [shop.c, ids.get('third')],
  )
  const after = await list(segment)
  expect(after.meta.total).toBe(before.meta.total)
  expect([before.data[0]?.cardNumber, after.data[0]?.cardNumber]).toEqual([100_003, 100_006])
  server.passTime(61_000)
  expect((await list(segment)).meta.total).toBeLessThan(before.meta.total * 0.6)
})
