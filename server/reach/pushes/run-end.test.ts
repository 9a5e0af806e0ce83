/** Whether a run has ended is asked after its batches: however many messages it has, that reads none of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillAccount } from '../../../test/account-of-many.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { makePush } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { type CabinetDb, insideCabinet } from '../../base/db.ts'
import { newRunId } from './message-ids.ts'
import { unansweredMessages } from './messages-sql.ts'
import { isOnlyWaiting } from './runs-sql.ts'

const CARDS = 3_000

let server: TestServer
let shop: Shop
let runId = ''
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Long')
  await fillAccount(server, shop, CARDS)
  const push = await makePush(shop)
  runId = newRunId(new Date())
  await query(
    server,
    `insert into push_runs (cabinet_id, id, push_id, moscow_day, message, cards, created_at)
     values ($1, $2, $3, '2026-01-01', 'Hello', $4, now())`,
    [shop.c, runId, push, CARDS],
  )
  await query(
    server,
    `insert into push_chunks (cabinet_id, run_id, no, passes)
     select $1, $2, 0, array_agg(id) from passes where cabinet_id = $1`,
    [shop.c, runId],
  )
  // PostgreSQL knows another run, and has not looked since this one began: as in the middle of a push.
  await addMessages(null, newRunId(new Date(Date.now() - HOUR_MS)))
  await query(server, 'analyze client_messages')
  await addMessages(runId, runId)
})
afterAll(() => server?.close())

/** One to each card. Ids of messages begin with the time of their run. */
const addMessages = (run: string | null, ofTime: string) =>
  query(
    server,
    `insert into client_messages (cabinet_id, id, client_id, pass_id, run_id, text, channel, state, pass_version, at,
       apple, is_silent)
     select cabinet_id, overlay(gen_random_uuid()::text placing $3 from 1)::uuid, client_id, id, $2, 'Hello', 'apple',
       'sent', 1, now(), 'sent', true
     from passes where cabinet_id = $1`,
    [shop.c, run, ofTime.slice(0, 13)],
  )

async function messagesRead(db: CabinetDb): Promise<number | undefined> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where relname like 'client_messages_%'`.execute(db.tx)
  return rows[0]?.read
}
const ask = () =>
  insideCabinet(server.app.database, shop.c, async (db) => {
    const isWaiting = await isOnlyWaiting(db, runId)
    return { isWaiting, read: await messagesRead(db) }
  })
const setDone = (done: number) =>
  query(server, 'update push_chunks set done = $3 where cabinet_id = $1 and run_id = $2', [shop.c, runId, done])
const setState = (state: string) =>
  query(
    server,
    `update client_messages set state = $3, apple = $3 where id = (
       select id from client_messages where cabinet_id = $1 and run_id = $2 order by id limit 1)`,
    [shop.c, runId, state],
  )

it('a run with a chunk to send reads no message', async () => {
  await setState('queued')
  await setDone(CARDS - 1)
  expect(await ask()).toEqual({ isWaiting: false, read: 0 })
})

it('a run whose chunks are sent reads the messages that wait, and no others', async () => {
  await setDone(CARDS)
  await setState('queued')
  const few = expect.toSatisfy((read: number) => read < 10)
  expect(await ask()).toEqual({ isWaiting: true, read: few })
  await setState('sent')
  expect(await ask()).toMatchObject({ isWaiting: false })
  await query(server, 'update push_runs set waiting = 1 where cabinet_id = $1 and id = $2', [shop.c, runId])
  // What was changed a moment ago may still be met in the index.
  expect(await ask()).toEqual({ isWaiting: true, read: few })
})

it('what was said to some cards of a run is found without reading the run', async () => {
  const cards = await query<{ id: string }>(server, 'select id from passes where cabinet_id = $1 limit 50', [shop.c])
  const read = await insideCabinet(server.app.database, shop.c, async (db) => {
    await unansweredMessages(
      db,
      runId,
      cards.map((one) => one.id),
    )
    return messagesRead(db)
  })
  expect(read).toBeLessThan(200)
})
