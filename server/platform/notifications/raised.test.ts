/** What other rooms raise, as it comes about in life. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '../../../contract/platform/notifications.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { fillForm } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { notifyCertificatesEnd } from '../../composed/certificates/jobs.ts'
import { notifyDemoEnds } from './jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => server?.close())

const titlesOf = async (shop: Shop) =>
  (await shop.owner.send(notifications.listNotifications, { params: { c: shop.c }, query: {} })).data
    .map((one) => one.title)
    .toReversed()

it('cards at 80 and at 100 percent of the tariff, once each', async () => {
  const shop = await openShop(server, 'Cards')
  await query(server, 'update cabinets set cards = 38 where id = $1', [shop.c])
  const issue = (n: number) =>
    fillForm(server, shop.formUrl, {
      name: 'Guest',
      surname: 'One',
      tel: `+4206015550${String(n).padStart(2, '0')}`,
      email: `guest${n}@cards.example`,
    })
  await issue(1)
  expect(await titlesOf(shop)).toEqual([])
  await issue(2)
  await issue(3)
  expect(await titlesOf(shop)).toEqual(['You’re running out of cards'])
  await query(server, 'update cabinets set cards = 49 where id = $1', [shop.c])
  await issue(4)
  await issue(5)
  expect(await titlesOf(shop)).toEqual(['You’re running out of cards', 'You’ve run out of cards'])
})

it('the end of a demo and of an uploaded certificate, step by step and once each, as the days go by', async () => {
  const [young, paid] = [await openShop(server, 'Young'), await openShop(server, 'Paid')]
  await setPlan(server, paid.c, 'base')
  const ends = new Date(server.now().getTime() + 40 * DAY_MS)
  await query(server, 'update apple_certificates set is_test = cabinet_id <> $1, expires_at = $2', [paid.c, ends])
  const rowsOf = (shop: Shop) =>
    query<{ type: string; isOver: boolean }>(
      server,
      `select type, (detail->>'isOver')::boolean as "isOver" from notifications where cabinet_id = $1 order by number`,
      [shop.c],
    )
  const seen: { demo: number; certificate: number }[] = []
  for (let day = 0; day <= 42; day++) {
    // A job may run twice, and so may a worker beside another.
    await Promise.all(
      [notifyDemoEnds, notifyDemoEnds, notifyCertificatesEnd, notifyCertificatesEnd].map((job) =>
        job.handle(server.app, {}),
      ),
    )
    seen.push({ demo: (await rowsOf(young)).length, certificate: (await rowsOf(paid)).length })
    server.passTime(DAY_MS)
  }
  const stepsOf = (what: 'demo' | 'certificate') =>
    seen.flatMap((now, day) => (now[what] > (seen[day - 1]?.[what] ?? 0) ? [day] : []))
  expect([stepsOf('demo'), stepsOf('certificate')]).toEqual([
    [7, 11, 13, 14],
    [0, 10, 26, 37, 40],
  ])
  expect(await rowsOf(young)).toEqual(
    [false, false, false, true].map((isOver) => ({ type: 'tariff_time_limit', isOver })),
  )
  expect(await rowsOf(paid)).toEqual(
    [false, false, false, false, true].map((isOver) => ({ type: 'tariff_certificate_expires', isOver })),
  )
})
