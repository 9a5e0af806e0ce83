/** A push that was sent to many: gone at once for everybody, and cleared in parts (decision 203). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { segments } from '../../../contract/people/segments.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { fillAccount, idOfNo } from '../../../test/account-of-many.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { makePush } from '../../../test/holders.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { messageKey, newRunId } from './message-ids.ts'
import { forgetOldestRun } from './forget-sql.ts'
import * as room from './pushes.ts'
import { clearNext } from './remove.ts'
import { runById } from './runs-sql.ts'
import { sendScheduled, wakeScheduled } from './scheduled.ts'
import { sendChunk } from './send.ts'
import { settle } from './settle.ts'

/** More than are deleted in the call. */
const MESSAGES = 501

let server: TestServer
let shop: Shop
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Rem${++shops}`)
  await setPlan(server, shop.c, 'advanced')
  await fillAccount(server, shop, MESSAGES)
})

const of = (pushUuid: string) => ({ params: { c: shop.c, pushUuid } })
const remove = (id: string) => shop.owner.ask(pushes.removePush, of(id))
const inside = <T>(work: (db: CabinetDb) => Promise<T>) => openForWork(server.app, shop.c, work)
const count = async (text: string, values: unknown[]) => (await query(server, `select 1 ${text}`, values)).length
const messagesOf = (run: string) => count('from client_messages where run_id = $1', [run])

type Sent = { messages?: number; state?: 'sent' | 'queued'; runId?: string }
/** As if the push had been sent to some, each on the main card. */
async function send(pushId: string, { messages = MESSAGES, state = 'sent', runId }: Sent = {}): Promise<string> {
  const run = runId ?? newRunId(server.now())
  await query(
    server,
    `insert into push_runs (cabinet_id, id, push_id, moscow_day, message, cards, sent, waiting, created_at, started_at,
       ended_at)
     values ($1, $2, $3, (select coalesce(max(moscow_day) + 1, '2026-01-01') from push_runs where push_id = $3), 'Hi',
       $4, $5, $6, $7, $7, $7)`,
    [shop.c, run, pushId, messages, state === 'sent' ? messages : 0, state === 'sent' ? 0 : messages, server.now()],
  )
  const passes = await query<{ id: string; client_id: string }>(
    server,
    'select id, client_id from passes where cabinet_id = $1 order by client_id limit $2',
    [shop.c, messages],
  )
  await query(
    server,
    `insert into push_chunks (cabinet_id, run_id, no, passes, done, given_up_at) values ($1, $2, 0, $3, 0, $4)`,
    [shop.c, run, passes.map((one) => one.id), server.now()],
  )
  await query(
    server,
    `insert into client_messages (cabinet_id, id, client_id, pass_id, run_id, text, channel, state, apple, is_waiting,
       is_silent, pass_version, at)
     select $1, m.id, m.client, m.pass, $2, 'Hi', 'apple', $3, $3, $3 = 'queued', false, 1, $4
     from unnest($5::uuid[], $6::uuid[], $7::uuid[]) m(id, client, pass)`,
    [
      shop.c,
      run,
      state,
      server.now(),
      passes.map((one) => messageKey(run, one.id)),
      passes.map((one) => one.client_id),
      passes.map((one) => one.id),
    ],
  )
  await query(server, `update pushes set status = 'done' where id = $1`, [pushId])
  return run
}
const history = (no: number) =>
  inside((db) => room.pushHistory(db, [idOfNo(no)], { page: 1, limit: 20 }).then(({ data }) => data))
const everything = async (id: string, runs: readonly string[]) => ({
  push: await count('from pushes where id = $1', [id]),
  runs: await count('from push_runs where push_id = $1', [id]),
  chunks: await count('from push_chunks where run_id = any($1)', [runs]),
  figures: await count('from run_wallets where run_id = any($1)', [runs]),
  messages: await count('from client_messages where run_id = any($1)', [runs]),
})
const NONE = { push: 0, runs: 0, chunks: 0, figures: 0, messages: 0 }

async function makeSegment(): Promise<string> {
  const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  await shop.owner.send(segments.saveSegment, {
    params: { c: shop.c, segmentId: id },
    body: { name: 'VIP', match: 'all', criteria: [{ kind: 'bonus', operator: 'gte', value: 0 }], version },
  })
  return id
}

it('is nowhere from the call on, and lets go of what it uses', async () => {
  const segment = await makeSegment()
  const { id: gold } = await shop.owner.send(templates.createTemplate, {
    params: { c: shop.c },
    body: { name: 'Gold', type: 'bonus', design: plainDesign(), birthdayEnabled: true, variables: {} },
  })
  const { id } = await shop.owner.send(pushes.createPush, {
    params: { c: shop.c, pushType: 'text' },
    body: { name: 'Gone', message: 'Hello {cardholder}', templates: [gold], segment },
  })
  const run = await send(id)
  const before = await history(7)
  const shown = async () => [
    await inside((db) => room.latestRuns(db, 9)),
    await inside((db) => room.runningSends(db, new Date(0))),
    await inside((db) => room.namesOfPushes(db, [id])),
    [...(await inside((db) => room.pushNames(db, [id])))],
    await inside((db) => room.pushesOfSegments(db, [segment])),
    await inside((db) => room.pushesNaming(db, ['cardholder'])),
    [...(await inside((db) => room.countPushesOf(db, [gold])))],
    [await inside((db) => room.latestPush(db))].filter((one) => one !== undefined),
    (await inside((db) => room.lockTextPush(db, id))) ? [id] : [],
    (await shop.owner.send(pushes.listPushes, { params: { c: shop.c }, query: { page: 1, limit: 20 } })).data,
  ]
  expect((await shown()).map((one) => one.length)).toEqual(Array(10).fill(1))

  expect((await remove(id)).status).toBe(200)
  expect(await messagesOf(run)).toBe(MESSAGES)
  expect(await shown()).toEqual(Array(10).fill([]))
  const save = { ...of(id), body: { name: 'Back', message: 'Hi', templates: [shop.template], version: 2 } }
  for (const answer of [
    await remove(id),
    await shop.owner.ask(pushes.readPush, of(id)),
    await shop.owner.ask(pushes.savePush, save),
    await shop.owner.ask(pushes.startSend, of(id)),
    await shop.owner.ask(pushes.sendStatus, of(id)),
    await shop.owner.ask(pushes.statistics, of(id)),
  ])
    expect([answer.status, answer.body.error?.code]).toEqual([404, 'push_not_found'])
  await shop.owner.send(segments.removeSegment, { params: { c: shop.c, segmentUuid: segment } })
  await shop.owner.send(templates.removeTemplate, { params: { c: shop.c, uuid: gold } })

  await server.drainJobs()
  expect(await everything(id, [run])).toEqual(NONE)
  // What people got stays with them.
  expect(before).toHaveLength(1)
  expect(await history(7)).toEqual(before)
  expect(await count('from client_messages where cabinet_id = $1 and run_id is null', [shop.c])).toBe(MESSAGES)
})

it('sends no more: neither what waits in a chunk, nor at its moment', async () => {
  const id = await makePush(shop)
  const run = await send(id)
  await query(server, `delete from client_messages where run_id = $1 and client_id = $2`, [run, idOfNo(1)])
  await send(id)
  await query(server, `update pushes set send_at = $2, send_from = $2, send_repeat = 'month' where id = $1`, [
    id,
    new Date(server.now().getTime() - 1000),
  ])
  await remove(id)
  await sendChunk.handle(server.app, { cabinetId: shop.c, runId: run, no: 0 })
  expect(await messagesOf(run)).toBe(MESSAGES - 1)
  await wakeScheduled.handle(server.app, {})
  await sendScheduled.handle(server.app, { cabinetId: shop.c, pushId: id, at: server.now().toISOString() })
  expect(await count('from push_runs where push_id = $1', [id])).toBe(2)
  expect(await inside((db) => runById(db, run))).toBeUndefined()
  // The job that forgets old messages leaves its runs to the one that clears them.
  const before = new Date(server.now().getTime() + 1000)
  expect(await inside((db) => forgetOldestRun(db, { before, limit: 10, now: server.now() }))).toBeUndefined()
})

it('takes the answer of a wallet that comes in between', async () => {
  const id = await makePush(shop)
  const run = await send(id, { state: 'queued' })
  await remove(id)
  const [first, last] = await query<{ id: string }>(
    server,
    `select m.id from client_messages m where run_id = $1 and client_id = any($2) order by client_id`,
    [run, [idOfNo(1), idOfNo(MESSAGES)]],
  )
  const answered = (message: string | undefined) =>
    inside((db) => settle(server.app, db, [{ messageId: message ?? '', apple: 'sent' }]))
  await answered(first?.id)
  await inside((db) => clearNext(db, id, { runs: 5, messages: 200 }))
  await server.drainJobs()
  await answered(last?.id)
  expect(
    await query(server, `select state, run_id from client_messages where id = any($1)`, [[first?.id, last?.id]]),
  ).toEqual(Array(2).fill({ state: 'sent', run_id: null }))
  expect(await query(server, `select 1 from notifications where cabinet_id = $1`, [shop.c])).toEqual([])
})

it('is deleted in the call where its messages are few', async () => {
  const id = await makePush(shop)
  const runs = [await send(id, { messages: 400 }), await send(id, { messages: 100 })]
  await remove(id)
  expect(await everything(id, runs)).toEqual(NONE)
})

it('of many runs is cleared in parts, however few their messages are', async () => {
  const id = await makePush(shop)
  const runs: string[] = []
  for (let n = 0; n < 31; n++) runs.push(await send(id, { messages: 2 }))
  await remove(id)
  expect(await everything(id, runs)).toMatchObject({ push: 1, runs: 31, messages: 62 })
  await server.drainJobs()
  expect(await everything(id, runs)).toEqual(NONE)
})

it('is cleared in parts, by whoever goes on, and nobody else is touched', async () => {
  const id = await makePush(shop)
  // One from before there were months.
  const runs = [await send(id, { runId: crypto.randomUUID() }), await send(id, { messages: 20 })]
  const other = await makePush(shop, 'Other')
  const near = await openShop(server, `Near${shops}`)
  const stays = await send(other, { messages: 30 })
  await remove(id)
  await openForWork(server.app, near.c, (db) => clearNext(db, id))
  expect(await everything(id, runs)).toMatchObject({ push: 1, runs: 2, messages: MESSAGES + 20 })
  expect(await inside((db) => clearNext(db, id, { runs: 5, messages: 200 }))).toBe(true)
  expect(await everything(id, runs)).toMatchObject({ push: 1, runs: 2, messages: MESSAGES - 180 })
  // A client is deleted meanwhile.
  await query(server, 'delete from clients where cabinet_id = $1 and id = $2', [shop.c, idOfNo(MESSAGES)])
  await server.drainJobs()
  expect(await everything(id, runs)).toEqual(NONE)
  expect(await inside((db) => clearNext(db, id))).toBe(false)
  expect(await everything(other, [stays])).toMatchObject({ push: 1, runs: 1, chunks: 1, messages: 30 })
})
