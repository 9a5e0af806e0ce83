import { afterAll, beforeAll, expect, it } from 'vitest'
import { bulkEdits } from '../../../contract/reach/bulk-edits.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { fillShop } from '../../../test/crash-cards.ts'
import { type CrashWorkers, openCrashWorkers } from '../../../test/crash-workers.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { latestRun } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'

const CARDS = 1_200
const MESSAGE = 'Once for everybody'

let server: TestServer
let shop: Shop
let crowd: CrashWorkers
beforeAll(async () => {
  server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '1000000' } })
  shop = await openShop(server, 'Mila')
  await setPlan(server, shop.c, 'base')
  crowd = openCrashWorkers(server, 0.02)
})
afterAll(async () => {
  crowd?.end()
  await server?.close()
})

const readEdit = (id: string) => shop.owner.send(bulkEdits.readBulkEdit, { params: { c: shop.c, id } })
const pushesMade = async () =>
  (await query<{ id: string }>(server, 'select id from pushes where message = $1', [MESSAGE])).map(({ id }) => id)
const isHeld = async () =>
  (await query(server, `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`))
    .length > 0
/** As if the killed one had missed its heartbeat. */
const takeAgain = () =>
  query(server, `update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)

it('a message to many whose workers are killed, first with all of it written and then while it goes out', async () => {
  const { tokens } = await fillShop(server, shop, { cards: CARDS, googleEvery: 0, sample: '' })
  server.outside.applePush.setTroubles({ slowMs: 20 })
  await query(
    server,
    `create function rest_a_little() returns trigger language plpgsql as $$
     begin perform pg_sleep(3); return new; end $$`,
  )
  // The push, its cards and every row are written then, and nothing is committed.
  await query(
    server,
    `create trigger rest_a_little before update on bulk_edits for each row when (new.state = 'done')
     execute function rest_a_little()`,
  )
  const body = { rows: { of: 'all' as const }, action: { kind: 'message' as const, message: MESSAGE } }
  const { id } = await shop.owner.send(bulkEdits.startBulkEdit, { params: { c: shop.c }, body })
  await crowd.start()
  await until(isHeld, 'the worker has written everything')
  const [rows] = await query<{ waiting: number }>(
    server,
    `select count(*)::int as waiting from bulk_edit_rows where state = 'waiting'`,
  )
  await crowd.replaceOldest()
  expect([rows?.waiting, await readEdit(id), await pushesMade()]).toMatchObject([
    CARDS,
    { state: 'running', done: 0, pushUuid: null },
    [],
  ])
  await takeAgain()

  const called = () => server.outside.applePush.requests.length
  await until(() => called() > CARDS / 4, 'phones are notified')
  await crowd.replaceOldest()
  expect(called(), 'the second kill comes in the middle').toBeLessThan(CARDS)
  await takeAgain()
  const [pushUuid = ''] = await pushesMade()
  const push = { params: { c: shop.c, pushUuid } }
  await until(async () => (await shop.owner.send(pushes.readPush, push)).status === 'done', 'all is sent', HOUR_MS)

  expect(await readEdit(id)).toMatchObject({ state: 'done', counts: { changed: CARDS, refused: 0 }, pushUuid })
  expect(await pushesMade()).toEqual([pushUuid])
  expect(await latestRun(shop, pushUuid)).toMatchObject({ cards: CARDS, sent: CARDS, failed: 0 })
  const accepted = new Set(
    server.outside.applePush.requests.filter(({ status }) => status === 200).map(({ token }) => token),
  )
  expect(tokens.filter((token) => !accepted.has(token))).toEqual([])
  const numbers = await query<{ number: number; cards: number }>(
    server,
    `select message_number as number, count(*)::int as cards from passes where cabinet_id = $1 group by 1`,
    [shop.c],
  )
  expect(numbers, 'each card shows it once').toEqual([{ number: 1, cards: CARDS }])
}, 3_600_000)
