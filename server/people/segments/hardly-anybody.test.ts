/** Many fit each condition and hardly anybody fits all of them: no index tells who, and a sample has none. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { type Criterion, type Rules, segments } from '../../../contract/people/segments.ts'
import { bulkEdits } from '../../../contract/reach/bulk-edits.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { SEEDED_ID } from '../../../test/seeded-id.ts'
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
     select $1, ${SEEDED_ID}, 'Client ' || n,
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

it('a list and a bulk edit have him, whatever is asked beside what an index has', async () => {
  const [tag] = await query<{ id: string }>(
    server,
    `insert into tags (cabinet_id, id, name, created_at) values ($1, gen_random_uuid(), 'Guest', now()) returning id`,
    [shop.c],
  )
  const isOthers = `cabinet_id = $1 and (sex is null or card_number = $2::bigint)`
  await query(
    server,
    `insert into client_tags (cabinet_id, tag_id, client_id) select cabinet_id, $3, id from clients where ${isOthers}`,
    [shop.c, only, tag?.id],
  )
  // What its triggers keep of each buyer takes as long as all else.
  await server.superuser.query(
    `begin; set local session_replication_role = replica;
     insert into client_purchases (cabinet_id, client_id, client_created_at, client_card_number, purchases, spent_minor,
       last_at)
     select cabinet_id, id, created_at, card_number, 1, 20000, now() from clients
     where cabinet_id = ${shop.c} and (sex is null or card_number = ${only});
     commit`,
  )
  const [male] = RULES.criteria as [Criterion]
  const hasBought: Criterion = { kind: 'spent', operator: 'gte', value: 12_000 }
  const isGuest: Criterion = { kind: 'tag', operator: 'one_of', value: [tag?.id ?? ''] }
  for (const [no, others] of [[hasBought], [isGuest], [hasBought, isGuest]].entries()) {
    const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
    const params = { c: shop.c, segmentId: id }
    const body = { match: 'all' as const, criteria: [male, ...others], name: `Few ${no}`, version }
    expect(await shop.owner.send(segments.saveSegment, { params, body })).toMatchObject({ size: 0, isEstimate: true })
    const list = async (asked: object) => {
      const query = { segment: id, count: 'about', at: 'first', ...asked }
      const { data, meta } = await shop.owner.send(clients.listClients, {
        params: { c: shop.c },
        query: query as never,
      })
      return [data.map((one) => one.cardNumber), meta.total]
    }
    expect(await list({})).toEqual([[only], 1])
    expect(await list({ o: 'name', d: 'asc' })).toEqual([[only], 1])
    // He is found by his name, and is not of the other sex.
    expect(await list({ q: `Client ${only - 100_000}` })).toEqual([[only], 1])
    expect(await list({ sex: 'female' })).toEqual([[], 0])
    const rows = { of: 'filtered' as const, q: '', filters: { segment: id } }
    const preview = await shop.owner.send(bulkEdits.previewBulkEdit, { params: { c: shop.c }, body: { rows } })
    expect(preview).toEqual({ clients: 1, isEstimate: false })
  }
  await query(server, `update clients set archived_at = now() where cabinet_id = $1 and card_number = $2::bigint`, [
    shop.c,
    only,
  ])
  const { data } = await shop.owner.send(segments.listSegments, { params: { c: shop.c }, query: {} })
  for (const { id } of data) {
    const query = { segment: id, count: 'about', at: 'first' }
    const list = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: query as never })
    expect([list.data, list.meta.total]).toEqual([[], 0])
  }
})
