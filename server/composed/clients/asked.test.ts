/** How many a file or a bulk edit asks for, in a large account. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bulkEdits } from '../../../contract/reach/bulk-edits.ts'
import { type Rules, segments } from '../../../contract/people/segments.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

/** More than are always counted, of segments too. */
const PEOPLE = 51_000

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Large')
  await setPlan(server, shop.c, 'expert')
  await query(
    server,
    `insert into clients (cabinet_id, id, name, card_number, template_id, sex, promo_code, balance_minor, created_at,
       updated_at)
     select $1, overlay(overlay(md5('client ' || n) placing '4' from 13) placing 'a' from 17)::uuid, 'Client ' || n,
       100000 + n, $2, case when n % 3 = 1 then 'male' end, case when n % 1000 = 0 then 'Rare' else '' end, n % 1000,
       now() - n * interval '1 hour', now()
     from generate_series(1, $3::int) n`,
    [shop.c, shop.template, PEOPLE],
  )
})
afterAll(() => server?.close())

const asked = (filters: object, q = '') =>
  shop.owner.send(bulkEdits.previewBulkEdit, { params: { c: shop.c }, body: { rows: { of: 'filtered', q, filters } } })

async function segmentOf(rules: Rules): Promise<string> {
  const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  const params = { c: shop.c, segmentId: id }
  await shop.owner.send(segments.saveSegment, { params, body: { ...rules, name: `S ${id}`, version } })
  return id
}

it('of many it is an estimate near the truth, of few the number', async () => {
  const men = await asked({ sex: 'male' })
  expect(men.isEstimate).toBe(true)
  expect(Math.abs(men.clients - PEOPLE / 3)).toBeLessThan(PEOPLE * 0.05)
  expect(await asked({ balanceFrom: 999 })).toEqual({ clients: 51, isEstimate: false })
  expect(await asked({}, 'Client 50999')).toEqual({ clients: 1, isEstimate: false })
  expect(await asked({})).toEqual({ clients: PEOPLE, isEstimate: false })
})

it('of a segment it is its size', async () => {
  const rich = await segmentOf({ match: 'all', criteria: [{ kind: 'balance', operator: 'gte', value: 500 }] })
  const rare = await segmentOf({ match: 'all', criteria: [{ kind: 'promo', operator: 'is', value: 'rare' }] })
  const half = await asked({ segment: rich })
  expect(half.isEstimate).toBe(true)
  expect(Math.abs(half.clients - PEOPLE / 2)).toBeLessThan(PEOPLE * 0.05)
  expect(await asked({ segment: rare })).toEqual({ clients: 51, isEstimate: false })
  expect(await asked({ segment: rare, sex: 'male' })).toEqual({ clients: 17, isEstimate: false })
})

it('of those who are ticked it is exact', async () => {
  const rows = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 limit 3', [shop.c])
  const body = { rows: { of: 'selected' as const, ids: rows.map(({ id }) => id) } }
  const preview = await shop.owner.send(bulkEdits.previewBulkEdit, { params: { c: shop.c }, body })
  expect(preview).toEqual({ clients: 3, isEstimate: false })
})
