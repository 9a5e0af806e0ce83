import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushes } from '../../../contract/reach/pushes.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { newAndroid, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { insideCabinet } from '../../base/db.ts'
import { timedUuid } from '../../base/named-uuid.ts'
import { areOfRun, areRecent, messageKey } from './message-ids.ts'
import { checkRuns, forgetMessages, gatherRuns, turnMonths } from './jobs.ts'
import { dropMonth, makeMonth } from './months-sql.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Months')
  await setPlan(server, shop.c, 'base')
})
afterAll(() => server?.close())

const rows = (text: string, ...values: unknown[]) =>
  query<Record<string, unknown>>(server, text, values.length > 0 ? values : [shop.c])
const tableOf = (at: Date) => `client_messages_${at.toISOString().slice(0, 7).replace('-', '_')}`
const monthsAgo = (count: number) => {
  const now = server.app.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 15))
}
const inTables = async () =>
  Object.fromEntries(
    (
      await rows(`select tableoid::regclass::text as name, count(*)::int as n from client_messages
        where cabinet_id = $1 group by 1 order by 1`)
    ).map(({ name, n }) => [name, n]),
  )
const figures = () =>
  rows(`select sum(apple)::int as apple, sum(google)::int as google from run_wallets where cabinet_id = $1`)
const across = <T>(work: Parameters<typeof server.app.database.acrossCabinets<T>>[0]) =>
  server.app.database.acrossCabinets(work)

async function send(name: string): Promise<string> {
  const push = await shop.owner.send(pushes.createPush, {
    params: { c: shop.c, pushType: 'text' },
    body: { name, message: `${name} for everybody`, templates: [shop.template] },
  })
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } })
  await server.drainJobs()
  const [run] = await rows('select id from push_runs where push_id = $1', push.id)
  return String(run?.id)
}

/** As if that run had begun and ended at that time. @returns its new id */
async function moveTo(runId: string, at: Date): Promise<string> {
  const id = timedUuid(at)
  const messages = await rows('select id, pass_id from client_messages where run_id = $1', runId)
  await rows('update client_messages set run_id = null where run_id = $1', runId)
  for (const table of ['run_wallets', 'push_chunks'])
    await rows(`delete from ${table} where cabinet_id = $1 and run_id = '${runId}'`)
  await rows(
    `update push_runs set id = $2, created_at = $3, started_at = $3, ended_at = $3 where id = $1`,
    runId,
    id,
    at,
  )
  for (const one of messages)
    await rows(
      'update client_messages set run_id = $2, id = $3, at = $4 where id = $1',
      one.id,
      id,
      messageKey(id, String(one.pass_id)),
      at,
    )
  return id
}

test('a run lies in the month of its beginning, and a month goes as a whole when it is not kept', async () => {
  await newIphone(server, shop, 'Ida')
  await newAndroid(server, shop, 'Ada')
  const now = server.app.clock.now()
  const young = await send('Young')
  expect(young).toMatch(/^.{14}7/)
  expect(await inTables()).toEqual({ [tableOf(now)]: 2 })

  // Before its month has a table a message lies with the rest, and moves when the table is made.
  const then = monthsAgo(25)
  const old = await moveTo(await send('Old'), then)
  expect(await inTables()).toEqual({ [tableOf(now)]: 2, client_messages_rest: 2 })
  const before = await figures()
  await across((tx) => makeMonth(tx, then))
  await across((tx) => makeMonth(tx, then))
  expect(await inTables()).toEqual({ [tableOf(now)]: 2, [tableOf(then)]: 2 })
  expect(await figures()).toEqual(before)

  // While a run of the month goes on nothing of it is dropped.
  await rows('update push_runs set ended_at = null where id = $1', old)
  await turnMonths.handle(server.app, {})
  expect(await inTables()).toMatchObject({ [tableOf(then)]: 2 })
  await rows('update push_runs set ended_at = created_at where id = $1', old)
  await turnMonths.handle(server.app, {})
  expect(await inTables()).toEqual({ [tableOf(now)]: 2 })
  expect(await rows(`select to_regclass('${tableOf(then)}') as name where $1::bigint > 0`)).toEqual([{ name: null }])
  expect(await figures(), 'what it did is known').toEqual(before)

  await forgetMessages.handle(server.app, {})
  await gatherRuns.handle(server.app, {})
  await checkRuns.handle(server.app, {})
  expect(await figures()).toEqual(before)
  expect(await rows('select forgotten_at is not null as is_forgotten from push_runs where id = $1', old)).toEqual([
    { is_forgotten: true },
  ])
})

test('no month of the last three is dropped, whatever is asked', async () => {
  const then = monthsAgo(2)
  await across((tx) => makeMonth(tx, then))
  const names = `select relname as name from pg_class where relname like 'client\\_messages\\_20%' and relkind = 'r'
    and $1::bigint > 0 order by 1`
  const all = await rows(names)
  expect(all).toContainEqual({ name: tableOf(then) })
  expect(await across((tx) => dropMonth(tx, new Date(Date.now() + 900 * DAY_MS)))).toBeNull()
  expect(await rows(names)).toEqual(all)
})

test('a month waits for nobody, and nobody waits behind it', async () => {
  const writer = new pg.Client(server.connection)
  await writer.connect()
  try {
    await writer.query('begin')
    await writer.query('lock table client_messages_rest in row exclusive mode')
    await expect(across((tx) => makeMonth(tx, monthsAgo(30)))).rejects.toMatchObject({ code: '55P03' })
    const short = await rows(
      `select proname as name from pg_proc where proname ~ '^(make|drop)_message_month$'
         and 'lock_timeout=50ms' = any(proconfig) and $1::bigint > 0 order by 1`,
    )
    expect(short).toEqual([{ name: 'drop_message_month' }, { name: 'make_message_month' }])
    expect(await rows(`select to_regclass('${tableOf(monthsAgo(30))}') as name where $1::bigint > 0`)).toEqual([
      { name: null },
    ])
  } finally {
    await writer.end()
  }
})

test('one run is one month to PostgreSQL, and what a phone answers is of the last ones and the rest', async () => {
  const august = (back: number) => new Date(Date.UTC(2027, 7 - back, 20))
  for (const back of [0, 1, 2, 3, 4, 5]) await across((tx) => makeMonth(tx, august(back)))
  const tablesOf = (condition: RawBuilder<boolean>) =>
    insideCabinet(server.app.database, shop.c, async (db) => {
      const { rows: plan } = await sql<Record<string, string>>`
        explain select from client_messages m where cabinet_id = ${shop.c} and ${condition}`.execute(db.tx)
      const names = plan.flatMap((row) => /on (client_messages_\w+)/.exec(Object.values(row)[0] ?? '')?.[1] ?? [])
      return [...new Set(names.map((name) => name.replace(/^(client_messages_(?:20\d\d_\d\d|rest)).*/, '$1')))].sort()
    })
  expect(await tablesOf(areOfRun('m', timedUuid(august(3))))).toEqual([tableOf(august(3))])
  expect((await tablesOf(areOfRun('m', crypto.randomUUID()))).length).toBeGreaterThan(6)
  const recent = await tablesOf(areRecent('m', august(0)))
  expect(recent).toEqual(expect.arrayContaining(['client_messages_rest', tableOf(august(0)), tableOf(august(1))]))
  expect(recent).not.toContain(tableOf(august(4)))
  expect(recent).not.toContain(tableOf(august(5)))
})

test('a process of the version before writes with ids of its own, and nothing twice', async () => {
  const insert = `insert into client_messages (cabinet_id, id, client_id, pass_id, run_id, text, channel, state,
      pass_version, at)
    select cabinet_id, gen_random_uuid(), client_id, pass_id, run_id, text, channel, state, pass_version, at
    from client_messages where cabinet_id = $1 and run_id is not null
    on conflict on constraint client_messages_once do nothing`
  await expect(rows(insert)).resolves.toEqual([])
  // Of a run of that version the id says no time, and the id of its message is the one that it would have given.
  const run = crypto.randomUUID()
  expect(messageKey(run, 'card')).toMatch(/^.{14}5/)
})
