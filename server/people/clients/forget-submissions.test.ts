import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { forgetSubmissions } from './jobs.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Tokens')
})
afterAll(() => server?.close())

const kept = async () => (await query(server, 'select 1 from form_submissions where cabinet_id = $1', [shop.c])).length

test('tokens of forms go after two days, more than one step of them, and no client goes', async () => {
  await takeCard(server, shop.formUrl, { name: 'Ida', tel: '+420601700099' })
  await query(
    server,
    `insert into form_submissions (cabinet_id, token, client_id, created_at)
     select s.cabinet_id, 'old' || n, s.client_id, s.created_at - interval '3 days'
     from form_submissions s cross join generate_series(1, 2500) n where s.cabinet_id = $1`,
    [shop.c],
  )
  await forgetSubmissions.handle(server.app, {})
  expect(await kept()).toBe(1)
  server.passTime(3 * DAY_MS)
  await forgetSubmissions.handle(server.app, {})
  expect(await kept()).toBe(0)
  expect(await query(server, 'select 1 from clients where cabinet_id = $1', [shop.c])).toHaveLength(1)
})
