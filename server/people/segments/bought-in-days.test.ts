/** What was bought on some days is in no index: in a large account figures are read once, or only a sample of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { type Criterion, type Rules, segments } from '../../../contract/people/segments.ts'
import { DAY_MS, moscowDay, moscowMidnight } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { SEEDED_ID } from '../../../test/seeded-id.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

/** More than are always counted. */
const PEOPLE = 51_000
const FIRST_NUMBER = 100_000
const BACK = 500

type Sale = { daysAgo: number; amount: number }

/** Up to three a year, at noon; nobody buys in the newest days but a few, and some only got money back. */
const salesOf = (n: number): Sale[] =>
  Array.from({ length: n % 8 < 4 ? n % 4 : 0 }, (_, j) => ({
    daysAgo: 40 + ((n * 7 + j * 53) % 300),
    amount: 1000 + ((n * j) % 5000),
  }))
    .concat(n % 9_000 === 0 ? [1, 2, 3].map((daysAgo) => ({ daysAgo, amount: 9_000 })) : [])
    .concat(n % 6_000 === 8 ? [{ daysAgo: 10, amount: -BACK }] : [])
const EVERYBODY = Array.from({ length: PEOPLE }, (_, i) => ({ n: i + 1, sales: salesOf(i + 1) }))
const isMale = (n: number) => n % 3 === 0

type Bought = { purchases: number; spent: number }
const boughtIn = (sales: readonly Sale[], days: number): Bought => ({
  purchases: sales.filter(({ daysAgo, amount }) => daysAgo < days && amount > 0).length,
  spent: sales.filter(({ daysAgo }) => daysAgo < days).reduce((sum, { amount }) => sum + amount, 0),
})
/** The newest first, as `CLIENTS` makes them. */
const whoFits = (fits: (bought: (days: number) => Bought, n: number) => boolean) =>
  EVERYBODY.filter(({ n, sales }) => fits((days) => boughtIn(sales, days), n)).map(({ n }) => FIRST_NUMBER + n)

/** Always the same ids, and so the same sample. */
const CLIENTS = `
  insert into clients (cabinet_id, id, name, card_number, template_id, sex, created_at, updated_at)
  select $1, ${SEEDED_ID}, 'Client ' || n,
    ${FIRST_NUMBER} + n, $2, case when n % 3 = 0 then 'male' end, $4::timestamptz - n * interval '1 hour', now()
  from generate_series(1, $3::int) n`
const SALES = `
  insert into external_events (cabinet_id, id, client_id, kind, at, amount_minor, text, source, sender_id, received_at)
  select $1, gen_random_uuid(), c.id, case when s.amount < 0 then 'refund' else 'purchase' end, s.at, s.amount, '',
    'test', row_number() over ()::text, now()
  from unnest($2::bigint[], $3::timestamptz[], $4::int[]) s (number, at, amount)
  join clients c on c.cabinet_id = $1 and c.card_number = s.number`
const ADD_UP = `
  select count(sum_up_purchases) from (select sum_up_purchases(array_agg(cabinet_id), array_agg(client_id))
    from (select distinct cabinet_id, client_id from external_events where cabinet_id = $1) touched) added`

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Large')
  await setPlan(server, shop.c, 'expert')
  const noon = moscowMidnight(moscowDay(server.now())).getTime() + DAY_MS / 2
  await query(server, CLIENTS, [shop.c, shop.template, PEOPLE, server.now()])
  const all = EVERYBODY.flatMap(({ n, sales }) => sales.map((sale) => ({ number: FIRST_NUMBER + n, ...sale })))
  // One by one the triggers would take most of the time; they would add up the same.
  const owner = await server.superuser.connect()
  try {
    await owner.query('set session_replication_role = replica')
    await owner.query(SALES, [
      shop.c,
      all.map(({ number }) => number),
      all.map(({ daysAgo }) => new Date(noon - daysAgo * DAY_MS)),
      all.map(({ amount }) => amount),
    ])
    await owner.query('set session_replication_role = origin')
    await owner.query(ADD_UP, [shop.c])
  } finally {
    owner.release()
  }
})
afterAll(() => server?.close())

const male: Criterion = { kind: 'sex', operator: 'is', value: 'male' }
const all = (...criteria: Criterion[]): Rules => ({ match: 'all', criteria })
const count = (rules: Rules, how: 'about' | 'exact') =>
  shop.owner.send(segments.countSegment, { params: { c: shop.c }, query: { count: how }, body: rules })

async function listed(rules: Rules, asked: object = {}) {
  const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  const params = { c: shop.c, segmentId: id }
  await shop.owner.send(segments.saveSegment, { params, body: { ...rules, name: id, version } })
  const { data, meta } = await shop.owner.send(clients.listClients, {
    params: { c: shop.c },
    query: { segment: id, count: 'about', at: 'first', limit: '20', ...asked } as never,
  })
  await shop.owner.send(segments.removeSegment, { params: { c: shop.c, segmentUuid: id } })
  return { numbers: data.map((one) => one.cardNumber), total: meta.total, isEstimate: meta.isEstimate ?? false }
}

it('hardly anybody is said to fit, is listed, and is counted when that is asked for', async () => {
  const rules = all({ kind: 'spent', operator: 'between', value: { from: 27_000, to: 40_000 }, days: 200 }, male)
  const fit = whoFits((bought, n) => bought(200).spent >= 27_000 && bought(200).spent <= 40_000 && isMale(n))
  expect(fit.length).toBeGreaterThan(0)
  expect(fit.length).toBeLessThan(20)
  expect(await count(rules, 'about')).toMatchObject({ size: 0, isEstimate: true })
  const exact = await count(rules, 'exact')
  expect([exact.size, exact.isEstimate]).toEqual([fit.length, false])
  expect(exact.samples.map(({ cardNumber }) => cardNumber)).toEqual(fit.slice(0, exact.samples.length))
  expect(await listed(rules)).toEqual({ numbers: fit, total: fit.length, isEstimate: false })
  expect((await listed(rules, { o: 'cardNumber', d: 'asc' })).numbers).toEqual(fit)
})

it('those who bought lately are counted and shown at once where they are few', async () => {
  const rules = all({ kind: 'purchases', operator: 'gte', value: 3, days: 7 })
  const fit = whoFits((bought) => bought(7).purchases >= 3)
  expect(fit).toHaveLength(5)
  const { size, isEstimate, samples } = await count(rules, 'about')
  expect([size, isEstimate, samples.map(({ cardNumber }) => cardNumber)]).toEqual([5, false, fit])
  expect(await listed(all({ kind: 'purchases', operator: 'gte', value: 3, days: 7 }, male))).toMatchObject({
    numbers: whoFits((bought, n) => bought(7).purchases >= 3 && isMale(n)),
  })
})

it('who did not buy for months is listed in every order, those who never bought among them', async () => {
  const rules = all({ kind: 'purchases', operator: 'eq', value: 0, days: 90 }, male)
  const fit = whoFits((bought, n) => bought(90).purchases === 0 && isMale(n))
  const first = await listed(rules)
  expect(first.numbers).toEqual(fit.slice(0, 20))
  expect(Math.abs(first.total - fit.length)).toBeLessThan(PEOPLE * 0.03)
  expect((await listed(rules, { d: 'asc' })).numbers).toEqual(fit.slice(-20).toReversed())
  expect((await listed(rules, { o: 'cardNumber', d: 'desc' })).numbers).toEqual(fit.slice(-20).toReversed())
  expect((await count(rules, 'exact')).size).toBe(fit.length)
})

it('who only got money back spent less than nothing, and has never bought', async () => {
  const less = all({ kind: 'spent', operator: 'lt', value: 0 })
  const fit = whoFits((bought) => bought(400).spent < 0)
  expect(fit).toHaveLength(9)
  expect([(await count(less, 'exact')).size, (await listed(less)).numbers]).toEqual([9, fit])
  for (const days of [undefined, 60]) {
    const rules = all({ kind: 'spent', operator: 'gte', value: 0, ...(days && { days }) })
    expect((await count(rules, 'exact')).size).toBe(whoFits((bought) => bought(days ?? 400).spent >= 0).length)
    const nothing: Criterion = { kind: 'spent', operator: 'between', value: { from: 0, to: 0 }, ...(days && { days }) }
    const noSex = all(nothing, { kind: 'sex', operator: 'unknown' })
    const none = whoFits((bought, n) => bought(days ?? 400).spent === 0 && !isMale(n))
    expect((await count(noSex, 'exact')).size).toBe(none.length)
    expect((await listed(noSex, { o: 'cardNumber', d: 'asc' })).numbers).toEqual(none.slice(0, 20))
  }
})
