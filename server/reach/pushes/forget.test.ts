import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushes } from '../../../contract/reach/pushes.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { newAndroid, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { checkRuns, forgetMessages, gatherRuns } from './jobs.ts'
import { monthsBefore } from '../../base/months-before.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Memory')
  await setPlan(server, shop.c, 'base')
})
afterAll(() => server?.close())

const rows = (text: string) => query<Record<string, unknown>>(server, text, [shop.c])
const figures = () =>
  rows(`select p.name, r.sent, r.failed, w.* from pushes p join push_runs r on r.cabinet_id = p.cabinet_id
    and r.push_id = p.id cross join lateral (select sum(apple)::int as apple, sum(apple_fetched)::int as fetched,
      sum(google)::int as google from run_wallets w where w.cabinet_id = r.cabinet_id and w.run_id = r.id) w
    where p.cabinet_id = $1 order by p.name`)
const messages = () =>
  rows(`select coalesce(p.name, 'none') as name, count(*)::int as n from client_messages m
    left join push_runs r on r.cabinet_id = m.cabinet_id and r.id = m.run_id
    left join pushes p on p.cabinet_id = r.cabinet_id and p.id = r.push_id
    where m.cabinet_id = $1 group by 1 order by 1`)

async function send(name: string): Promise<void> {
  const push = await shop.owner.send(pushes.createPush, {
    params: { c: shop.c, pushType: 'text' },
    body: { name, message: `${name} for everybody`, templates: [shop.template] },
  })
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } })
  await server.drainJobs()
}

test('old messages go in steps, and what their push did stays', async () => {
  const iphone = await newIphone(server, shop, 'Ida')
  await newAndroid(server, shop, 'Ada')
  await send('Old')
  await iphone.update()
  await send('Young')
  // More than one step of them, and two that belong to no push any more.
  await query(
    server,
    `insert into client_messages (cabinet_id, id, client_id, pass_id, run_id, text, channel, state, apple, google,
       pass_version, at)
     select m.cabinet_id, gen_random_uuid(), m.client_id, gen_random_uuid(), m.run_id, '', 'apple', 'sent', 'sent',
       null, m.pass_version, m.at
     from client_messages m join push_runs r on r.cabinet_id = m.cabinet_id and r.id = m.run_id
     join pushes p on p.cabinet_id = r.cabinet_id and p.id = r.push_id cross join generate_series(1, 1200)
     where m.cabinet_id = $1 and p.name = 'Old' and m.apple is not null`,
    [shop.c],
  )
  await query(
    server,
    `insert into client_messages (cabinet_id, id, client_id, pass_id, run_id, text, channel, state, pass_version, at)
     select cabinet_id, gen_random_uuid(), client_id, pass_id, null, '', 'none', 'not_sent', 1,
       at - make_interval(months => old) from client_messages cross join unnest(array[0, 25, 26]) old
     where cabinet_id = $1 and id = (select id from client_messages where cabinet_id = $1 limit 1)`,
    [shop.c],
  )
  await query(
    server,
    `update push_runs set ended_at = ended_at - interval '25 months', created_at = created_at - interval '25 months'
     where cabinet_id = $1 and push_id = (select id from pushes where cabinet_id = $1 and name = 'Old')`,
    [shop.c],
  )
  const before = await figures()
  expect(before[0]).toMatchObject({ name: 'Old', apple: 1201, fetched: 1, google: 1 })
  expect(await messages()).toEqual([
    { name: 'Old', n: 1202 },
    { name: 'Young', n: 2 },
    { name: 'none', n: 3 },
  ])

  await forgetMessages.handle(server.app, {})
  expect(await messages()).toEqual([
    { name: 'Young', n: 2 },
    { name: 'none', n: 1 },
  ])
  expect(await figures()).toEqual(before)
  await gatherRuns.handle(server.app, {})
  await checkRuns.handle(server.app, {})
  await forgetMessages.handle(server.app, {})
  expect(await figures()).toEqual(before)
  expect(
    await rows(`select count(*)::int as n from push_chunks where cabinet_id = $1`),
    'only the audience of the young one is kept',
  ).toEqual([{ n: 1 }])
})

test('months are counted as people count them', () => {
  expect(monthsBefore(new Date('2026-11-26T03:00:00Z'), 24)).toEqual(new Date('2024-11-26T03:00:00Z'))
  expect(monthsBefore(new Date('2026-05-31T03:00:00Z'), 3)).toEqual(new Date('2026-02-28T03:00:00Z'))
})
