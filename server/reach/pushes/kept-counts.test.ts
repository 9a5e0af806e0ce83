import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushes } from '../../../contract/reach/pushes.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { newAndroid, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { checkCards, gatherCards } from '../passes/jobs.ts'
import { checkRuns, gatherRuns } from './jobs.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Counts')
  await setPlan(server, shop.c, 'base')
})
afterAll(() => server?.close())

/** Of the messages of some runs none is left, or none counts. */
const isSomething = ({ run_id: _, ...figures }: object & { run_id: string }) =>
  Object.values(figures).some((one) => one !== 0)
const kept = async () => (await sums()).filter(isSomething)
const sums = () =>
  query<{ run_id: string }>(
    server,
    `select run_id, sum(apple)::int as apple, sum(apple_accepted)::int as accepted, sum(apple_fetched)::int as fetched,
       sum(apple_removed)::int as removed, sum(google)::int as google, sum(google_accepted)::int as taken,
       sum(google_removed)::int as left_google from run_wallets where cabinet_id = $1 group by 1 order by 1`,
    [shop.c],
  )
const recounted = () =>
  query<{ run_id: string }>(
    server,
    `select run_id, apple::int, apple_accepted::int as accepted, apple_fetched::int as fetched,
       apple_removed::int as removed, google::int, google_accepted::int as taken, google_removed::int as left_google
     from recounted_runs($1, array(select id from push_runs where cabinet_id = $1)) order by 1`,
    [shop.c],
  )
const cards = (text: string) => query<{ n: number }>(server, text, [shop.c])
const differences = async () => {
  expect(await kept()).toEqual((await recounted()).filter(isSomething))
  expect(
    await cards(`select template_id, sum(cards)::int as n, sum(counted)::int as m from card_counts
      where cabinet_id = $1 group by 1 having sum(cards) <> 0 order by 1`),
  ).toEqual(
    await cards(`select template_id, count(*)::int as n, count(*) filter (where voided_at is null)::int as m
      from passes where cabinet_id = $1 group by 1 order by 1`),
  )
  expect(
    await cards(`select coalesce(sum(apple), 0)::int as n, coalesce(sum(google), 0)::int as m from held_card_counts
      where cabinet_id = $1`),
  ).toEqual(
    await cards(`select count(distinct pass_id)::int as n, (select count(*)::int from passes
      where cabinet_id = $1 and google_saved_at is not null and voided_at is null) as m
      from registrations where cabinet_id = $1`),
  )
}

async function gather(): Promise<void> {
  await gatherRuns.handle(server.app, {})
  await gatherCards.handle(server.app, {})
}

async function send(name: string): Promise<string> {
  const push = await shop.owner.send(pushes.createPush, {
    params: { c: shop.c, pushType: 'text' },
    body: { name, message: `${name} for everybody`, templates: [shop.template] },
  })
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } })
  await server.drainJobs()
  return push.id
}

test('what is kept is what would be counted, whatever becomes of messages, cards and clients', async () => {
  const iphone = await newIphone(server, shop, 'Ida')
  await newIphone(server, shop, 'Ivo')
  await newAndroid(server, shop, 'Ada')
  const first = await send('First')
  await differences()
  await iphone.update()
  await differences()
  expect((await kept())[0]).toMatchObject({ apple: 2, fetched: 1, google: 1 })
  await gather()
  expect(await cards('select 1 as n from run_wallets where cabinet_id = $1')).toHaveLength(1)
  await differences()
  server.passTime(30 * HOUR_MS)
  await send('Second')
  await query(server, `update client_messages set state = 'queued', apple = 'queued' where apple is not null`)
  await query(server, `update passes set voided_at = now() where cabinet_id = $1 and google_saved_at is not null`, [
    shop.c,
  ])
  await differences()
  const phones = (change: string) => query(server, `${change} $1`, [shop.c])
  await phones(`insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
    select cabinet_id, gen_random_uuid(), 'second', pass_id, 'second', now(), now() from registrations
    where cabinet_id =`)
  await differences()
  await phones(`delete from registrations where device_id = 'second' and cabinet_id =`)
  await differences()
  await phones(`delete from registrations where pass_id = (select min(pass_id::text)::uuid from registrations) and
    cabinet_id =`)
  await differences()
  await phones(`update passes set voided_at = null, google_saved_at = now() where cabinet_id =`)
  await differences()
  await query(server, `update client_messages set apple = null, google = null, state = 'delivered'`)
  await query(server, 'update client_messages set is_silent = true where apple_removed_at is null')
  await differences()
  await gather()
  await gather()
  await differences()
  await query(server, 'delete from clients where name = $1', ['Ida'])
  await differences()
  await shop.owner.send(pushes.removePush, { params: { c: shop.c, pushUuid: first } })
  await differences()
  const left = await cards(`select 1 as n from run_wallets w where cabinet_id = $1
    and not exists (select from push_runs r where r.cabinet_id = w.cabinet_id and r.id = w.run_id)`)
  expect(left, 'of a deleted push nothing is kept').toEqual([])
})

test('a count that is wrong is corrected in the night', async () => {
  await query(server, 'update run_wallets set apple = apple + 3 where cabinet_id = $1', [shop.c])
  await query(server, 'update card_counts set counted = counted - 1 where cabinet_id = $1', [shop.c])
  await query(server, 'update held_card_counts set apple = apple + 2, google = google - 1 where cabinet_id = $1', [
    shop.c,
  ])
  await checkRuns.handle(server.app, {})
  await checkCards.handle(server.app, {})
  await differences()
  const { templates: rows } = await shop.owner.send(templates.listTemplates, { params: { c: shop.c } })
  expect(rows.find((one) => one.id === shop.template)).toBeDefined()
})
