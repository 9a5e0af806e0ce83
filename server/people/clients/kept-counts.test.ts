import { afterAll, beforeAll, expect, it } from 'vitest'
import { tags } from '../../../contract/people/tags.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { countExtraValues, hasExtraValues } from './clients.ts'
import { checkClientCounts, gatherClientCounts } from './jobs.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Kept')
  await query(
    server,
    `insert into clients (cabinet_id, id, card_number, template_id, created_at, updated_at, extra)
     select $1, gen_random_uuid(), 9000 + n, $2, now(), now(), case when n % 3 = 0 then '{}'
       else jsonb_build_object('Size', case when n % 4 = 0 then '' else n::text end, 'Dog', 'Rex') end
     from generate_series(1, 300) n`,
    [shop.c, shop.template],
  )
})
afterAll(() => server?.close())

const change = (text: string) => query(server, `update clients set ${text} where cabinet_id = $1`, [shop.c])
const rows = () => query<{ is_sum: boolean }>(server, 'select is_sum from extra_counts where cabinet_id = $1', [shop.c])
async function expectExact(size: number): Promise<void> {
  const kept = await openForWork(server.app, shop.c, countExtraValues)
  const read = await query<{ name: string; clients: number }>(
    server,
    `select e.key as name, count(*)::int as clients from clients, jsonb_each_text(extra) e
     where cabinet_id = $1 and e.value <> '' group by 1`,
    [shop.c],
  )
  const withValues = [...kept].filter(([, clients]) => clients > 0)
  expect(new Map(withValues)).toEqual(new Map(read.map((row) => [row.name, row.clients])))
  expect(kept.get('Size')).toBe(size)
}

it('counts who has a value of each variable, whatever becomes of the clients', async () => {
  await expectExact(150)
  await change(`extra = extra || '{"Size": "42"}'`)
  await expectExact(300)
  await change(`archived_at = now(), extra = case when card_number % 2 = 0 then extra - 'Size' else extra end`)
  await expectExact(150)
  await change(`extra = jsonb_set(extra, '{Size}', '""'), name = 'Nobody'`)
  await expectExact(0)
  expect(await openForWork(server.app, shop.c, (db) => hasExtraValues(db, 'Size'))).toBe(false)
  await change(`archived_at = null, extra = extra || jsonb_build_object('Size', card_number::text)`)
  await gatherClientCounts.handle(server.app, {})
  await expectExact(300)
  await query(server, 'delete from clients where cabinet_id = $1 and card_number % 6 = 0', [shop.c])
  await gatherClientCounts.handle(server.app, {})
  await expectExact(250)
  expect((await rows()).map((row) => row.is_sum)).toEqual([true, true])
})

it('corrects a number that is wrong in the night', async () => {
  await query(server, 'update extra_counts set clients = clients + 3 where cabinet_id = $1', [shop.c])
  await expect(expectExact(250)).rejects.toThrow()
  await checkClientCounts.handle(server.app, {})
  await expectExact(250)
})

it('counts who has each tag, also where many lose one at once', async () => {
  const add = (name: string) => shop.owner.send(tags.createTag, { params: { c: shop.c }, body: { name } })
  const [even, all] = [await add('Even'), await add('Everybody')]
  const give = (tagId: string, which: string) =>
    query(
      server,
      `insert into client_tags (cabinet_id, tag_id, client_id) select cabinet_id, $2, id from clients
       where cabinet_id = $1 and ${which}`,
      [shop.c, tagId],
    )
  await give(even.id, 'card_number % 2 = 0')
  await give(all.id, 'true')
  const shown = async () =>
    (await shop.owner.send(tags.listTags, { params: { c: shop.c } })).tags.map(({ name, clients }) => [name, clients])
  expect(await shown()).toEqual([
    ['Even', 100],
    ['Everybody', 250],
  ])
  await query(server, 'delete from clients where cabinet_id = $1 and card_number % 4 = 0', [shop.c])
  await gatherClientCounts.handle(server.app, {})
  const [[, left] = []] = await shown()
  await query(server, 'update tag_counts set clients = clients + 1 where cabinet_id = $1', [shop.c])
  expect((await shown())[0]).toEqual(['Even', Number(left) + 1])
  await checkClientCounts.handle(server.app, {})
  expect((await shown())[0]).toEqual(['Even', left])
  const [counted] = await query<{ n: number }>(
    server,
    'select count(*)::int as n from client_tags where cabinet_id = $1 and tag_id = $2',
    [shop.c, even.id],
  )
  expect(counted?.n).toBe(left)
  await shop.owner.send(tags.removeTag, { params: { c: shop.c, tagId: all.id } })
  await server.drainJobs()
  await gatherClientCounts.handle(server.app, {})
  expect(await query(server, 'select from tag_counts where tag_id = $1', [all.id])).toEqual([])
})
