/** Many fit each condition and hardly anybody fits all of them: no index tells who, and a sample has none. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { type Rules, segments } from '../../../contract/people/segments.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

/** More than are always counted. */
const PEOPLE = 51_000
const RULES: Rules = {
  match: 'all',
  criteria: [
    { kind: 'sex', operator: 'is', value: 'male' },
    { kind: 'promo', operator: 'is', value: 'Often' },
  ],
}

let server: TestServer
let shop: Shop
/** The card number of the only one who fits; by his id he is the last of all. */
let only: number
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Large')
  await setPlan(server, shop.c, 'expert')
  await query(
    server,
    `insert into clients (cabinet_id, id, name, card_number, template_id, sex, promo_code, created_at, updated_at)
     select $1, overlay(overlay(md5('client ' || n) placing '4' from 13) placing 'a' from 17)::uuid, 'Client ' || n,
       100000 + n, $2, case when n % 2 = 1 then 'male' end, case when n % 2 = 0 then 'Often' else '' end,
       now() - n * interval '1 hour', now()
     from generate_series(1, $3::int) n`,
    [shop.c, shop.template, PEOPLE],
  )
  const [row] = await query<{ card_number: string }>(
    server,
    `update clients set sex = 'male', promo_code = 'Often' where cabinet_id = $1
       and id = (select id from clients where cabinet_id = $1 order by id desc limit 1) returning card_number`,
    [shop.c],
  )
  only = Number(row?.card_number)
})
afterAll(() => server?.close())

const ask = (count: 'about' | 'exact', body: Rules) =>
  shop.owner.send(segments.countSegment, { params: { c: shop.c }, query: { count }, body })

it('the editor says so, and counts when it is asked', async () => {
  const about = await ask('about', RULES)
  expect(about).toMatchObject({ size: 0, isEstimate: true, rowEstimates: [false, true], samples: [] })
  expect(about.rows.every((count) => count > 20_000)).toBe(true)
  expect(await ask('exact', RULES)).toMatchObject({ size: 1, isEstimate: false, samples: [{ cardNumber: only }] })
  const any = await ask('about', { ...RULES, match: 'any' })
  expect(any.size).toBeGreaterThan(45_000)
})

it('the list of segments says so, and the list of clients has him', async () => {
  const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  const params = { c: shop.c, segmentId: id }
  const saved = await shop.owner.send(segments.saveSegment, { params, body: { ...RULES, name: 'Few', version } })
  expect(saved).toMatchObject({ size: 0, isEstimate: true })
  const list = async () => {
    const { data, meta } = await shop.owner.send(clients.listClients, {
      params: { c: shop.c },
      query: { segment: id, count: 'about', at: 'first' } as never,
    })
    return [data.map((one) => one.cardNumber), meta.total, meta.isEstimate]
  }
  expect(await list()).toEqual([[only], 1, undefined])
  const { data } = await shop.owner.send(segments.listSegments, { params: { c: shop.c }, query: {} })
  expect(data).toMatchObject([{ id, size: 0, isEstimate: true }])
  // What the list of segments has found out is remembered.
  expect(await list()).toEqual([[only], 1, undefined])
  expect(await shop.owner.send(segments.segmentSize, { params })).toMatchObject({ size: 1 })
})
