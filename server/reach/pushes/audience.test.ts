/** The audience of a large account is fixed in parts: everybody once, whatever happens meanwhile. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { segments } from '../../../contract/people/segments.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { fillAccount, idOfNo } from '../../../test/account-of-many.ts'
import { query } from '../../../test/direct-access.ts'
import { makePush } from '../../../test/holders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { makeTelegramPush, openTelegramShop, type TelegramShop } from '../../../test/telegram-shop.ts'
import type { App } from '../../base/app.ts'
import { insideCabinet } from '../../base/db.ts'
import { fixAudience, fixPart } from './audience.ts'
import { lockAudience } from './audience-sql.ts'

const CARDS = 4_500
const PART = 2_000

let server: TestServer
let shop: TelegramShop
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openTelegramShop(server, `Many${++shops}`)
  await fillAccount(server, shop, CARDS)
})

const of = (pushUuid: string) => ({ params: { c: shop.c, pushUuid } })
const start = (pushUuid: string) => shop.owner.send(pushes.startSend, of(pushUuid))
const readPush = (pushUuid: string) => shop.owner.send(pushes.readPush, of(pushUuid))
const jobs = async () => (await shop.owner.send(cabinets.listJobs, { params: { c: shop.c } })).jobs

type Run = { id: string; cards: number; sizes: number[]; passes: string[]; silent: string[]; sending: number }

/** The only run of the shop; undefined: there is none. */
async function run(): Promise<Run | undefined> {
  const [row] = await query<Run>(
    server,
    `select r.id, r.cards, coalesce(k.sizes, '{}') as sizes, coalesce(k.passes, '{}') as passes,
      coalesce(k.silent, '{}') as silent,
      (select count(*)::int from pgboss.job j where j.data ->> 'runId' = r.id::text
        and j.name in ('send-chunk', 'send-to-chats')) as sending
     from push_runs r left join lateral (
       select (select array_agg(cardinality(c.passes) order by c.no) from push_chunks c
           where c.cabinet_id = r.cabinet_id and c.run_id = r.id) as sizes,
         array_agg(one::text) as passes, array_agg(one::text) filter (where one = any(c.silent)) as silent
       from push_chunks c cross join lateral unnest(c.passes) one
       where c.cabinet_id = r.cabinet_id and c.run_id = r.id) k on true
     where r.cabinet_id = $1`,
    [shop.c],
  )
  return row
}

async function fix(app: App = server.app): Promise<Run | undefined> {
  const runId = (await run())?.id ?? ''
  await fixAudience.handle(app, { cabinetId: shop.c, runId })
  return run()
}

/** As a worker that is killed in the transaction of the last part. */
const dying = (): App => ({
  ...server.app,
  jobs: { ...server.app.jobs, enqueueAll: () => Promise.reject(new Error('killed')) },
})

const cardOf = async (no: number) =>
  (
    await query<{ id: string }>(server, 'select id from passes where cabinet_id = $1 and client_id = $2', [
      shop.c,
      idOfNo(no),
    ])
  )[0]?.id ?? ''

async function segmentOf(criterion: object) {
  const params = { c: shop.c }
  const { id, version } = await shop.owner.send(segments.createSegment, { params })
  const save = async (criteria: object[], of: number) =>
    (
      await shop.owner.send(segments.saveSegment, {
        params: { ...params, segmentId: id },
        body: { name: 'Some', match: 'all', criteria, version: of } as never,
      })
    ).version
  const saved = await save([criterion], version)
  return { id, change: (other: object) => save([other], saved) }
}

const pushTo = async (segment: string) =>
  (
    await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'Friday', message: 'Hello', templates: [shop.template], segment },
    })
  ).id

it('answers after the first part, and sends nothing before everybody is fixed', async () => {
  const push = await makePush(shop)
  expect(await start(push)).toMatchObject({ status: 'queue', allowed: { edit: false, remove: false, send: false } })
  expect(await run()).toMatchObject({ cards: 0, sizes: [1000, 1000], sending: 0 })
  expect(await jobs()).toMatchObject([{ kind: 'push', state: 'preparing', done: 0, total: PART }])
  const refused = await shop.owner.ask(pushes.startSend, of(push))
  expect(refused.body.error?.code).toBe('push_in_queue')

  const whole = await fix()
  expect(whole).toMatchObject({ cards: CARDS, sizes: [1000, 1000, 1000, 1000, 500], sending: 5 })
  expect(new Set(whole?.passes).size).toBe(CARDS)
  expect(await jobs()).toMatchObject([{ kind: 'push', state: 'queued', done: 0, total: CARDS }])
  // A job that comes again finds nothing to do.
  expect(await fix()).toMatchObject({ cards: CARDS, sending: 5 })
})

it('goes on behind the last part when a worker is killed, and two workers at once fix everybody once', async () => {
  const push = await makePush(shop)
  await start(push)
  await expect(fix(dying())).rejects.toThrow('killed')
  expect(await run()).toMatchObject({ cards: 0, sizes: [1000, 1000, 1000, 1000], sending: 0 })
  await Promise.all([fix(), fix()])
  const whole = await run()
  expect(whole).toMatchObject({ cards: CARDS, sending: 5 })
  expect(new Set(whole?.passes).size).toBe(CARDS)
  expect(whole?.passes).toHaveLength(CARDS)
})

it('two clients who become one meanwhile, or two again, are each of their cards once', async () => {
  const params = { c: shop.c, id: idOfNo(10) }
  await shop.owner.send(merges.mergeClients, { params, body: { client: idOfNo(4_400) } })
  await start(await makePush(shop))
  // Both cards belong to one person, who is notified on the one of the client who stays.
  await shop.owner.send(merges.mergeClients, { params, body: { client: idOfNo(4_300) } })
  await shop.owner.send(merges.mergeClients, {
    params: { c: shop.c, id: idOfNo(4_200) },
    body: { client: idOfNo(20) },
  })
  const whole = await fix()
  expect(new Set(whole?.passes).size).toBe(CARDS)
  expect(whole?.passes).toHaveLength(CARDS)
  // The card of client 20 was fixed while that was a person; the one who stays is notified too.
  const silent = [await cardOf(4_400), await cardOf(4_300)]
  expect(whole?.silent.toSorted()).toEqual(silent.toSorted())
  expect(whole?.cards).toBe(CARDS - 2)
})

it('the merged card of an earlier part keeps still when its person has a better one in a later part', async () => {
  await shop.owner.send(merges.mergeClients, {
    params: { c: shop.c, id: idOfNo(4_200) },
    body: { client: idOfNo(20) },
  })
  await start(await makePush(shop))
  const whole = await fix()
  expect(whole).toMatchObject({ cards: CARDS - 1, silent: [await cardOf(20)] })
  expect(whole?.passes).toHaveLength(CARDS)
})

it('is for the segment as it was at the start, by amounts and by what was bought', async () => {
  const rich = await segmentOf({ kind: 'balance', operator: 'gte', value: 100 })
  await query(
    server,
    `begin; set local session_replication_role = replica;
     update clients set balance_minor = 500 where cabinet_id = ${shop.c} and card_number % 2 = 0; commit`,
  )
  await start(await pushTo(rich.id))
  await rich.change({ kind: 'balance', operator: 'gte', value: 1_000_000 })
  expect(await fix()).toMatchObject({ cards: CARDS / 2, sizes: [1000, 1000, 250], sending: 3 })
})

it.each([
  [{ kind: 'purchases', operator: 'gte', value: 3 }, 1_500],
  [{ kind: 'purchases', operator: 'lt', value: 3 }, 3_000],
  [{ kind: 'lastPurchase', operator: 'never' }, 3_000],
])('finds who has bought: %j', async (criterion, cards) => {
  await query(
    server,
    `insert into client_purchases (cabinet_id, client_id, purchases, spent_minor, last_at)
     select cabinet_id, id, 3, 300, now() from clients where cabinet_id = $1 and card_number % 3 = 0`,
    [shop.c],
  )
  const { id } = await segmentOf(criterion)
  await start(await pushTo(id))
  expect(await fix()).toMatchObject({ cards })
})

it('nobody is found at last: the push is as before, says so, and can be sent that day', async () => {
  const { id, change } = await segmentOf({ kind: 'balance', operator: 'gte', value: 100 })
  const push = await pushTo(id)
  await start(push)
  expect(await fix()).toBeUndefined()
  expect(await readPush(push)).toMatchObject({
    status: 'draft',
    missed: { code: 'push_to_nobody' },
    allowed: { edit: true, send: true },
  })
  await change({ kind: 'balance', operator: 'lt', value: 100 })
  await start(push)
  expect(await readPush(push)).toMatchObject({ missed: null })
  expect(await fix()).toMatchObject({ cards: CARDS })
})

it('a job that is given up leaves the push as before, and a repeated one finds nothing', async () => {
  const push = await makePush(shop)
  await start(push)
  const { id: runId = '' } = (await run()) ?? {}
  await fixAudience.giveUp?.(server.app, { cabinetId: shop.c, runId })
  expect(await readPush(push)).toMatchObject({
    status: 'draft',
    missed: { code: 'audience_failed' },
    allowed: { send: true },
  })
  await fixAudience.handle(server.app, { cabinetId: shop.c, runId })
  expect(await run()).toBeUndefined()
})

it('a push by Telegram finds the linked chats of all parts', async () => {
  await query(
    server,
    `insert into telegram_chats (cabinet_id, client_id, bot_id, chat_id, state, linked_at, state_at)
     select c.cabinet_id, c.id, b.bot_id, c.card_number, 'reachable', now(), now()
     from clients c join telegram_bots b on b.cabinet_id = c.cabinet_id
     where c.cabinet_id = $1 and c.card_number % 1000 = 0`,
    [shop.c],
  )
  await start(await makeTelegramPush(shop, 'Hello'))
  const whole = await fix()
  expect(whole).toMatchObject({ cards: 4, sizes: [4], sending: 1 })
  const all = await Promise.all([1_000, 2_000, 3_000, 4_000].map(cardOf))
  expect(whole?.passes.toSorted()).toEqual(all.toSorted())
})

it('a part reads the cards, phones and clients of that part alone, however large the account is', async () => {
  const large = 40_000
  await fillAccount(server, shop, large, CARDS)
  await start(await makePush(shop))
  const runId = (await run())?.id ?? ''
  const read = await insideCabinet(server.app.database, shop.c, async (db) => {
    const audience = await lockAudience(db, runId)
    if (!audience) throw new Error('the audience is not fixed yet')
    expect(await fixPart(server.app, db, audience)).toBe('more')
    const { rows } = await sql<{ table: string; rows: number }>`
      select relname as "table", (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname in ('clients', 'passes', 'registrations')`.execute(db.tx)
    return rows
  })
  expect(read.map((one) => one.table).toSorted()).toEqual(['clients', 'passes', 'registrations'])
  for (const { table, rows } of read) expect(rows, table).toBeLessThan(5 * PART)
})
