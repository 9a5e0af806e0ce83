/** Reads that may be some seconds old, beside a real replica whose replay is paused: what is old comes from there. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ALL_ROOMS } from '../../contract/all.ts'
import type { Call } from '../../contract/call.ts'
import { FRESH_HEADER } from '../../contract/limits.ts'
import { clients } from '../../contract/people/clients.ts'
import { keys } from '../../contract/platform/keys.ts'
import { holders } from '../../contract/reach/holders.ts'
import { judgeReplica } from '../../scripts/check/replicas.ts'
import { type DatabaseLine, openDatabaseLine } from '../../test/database-line.ts'
import { query, setPlan } from '../../test/direct-access.ts'
import { freePorts } from '../../test/free-ports.ts'
import { openShop, PASSWORD, request, type Shop, signIn } from '../../test/people.ts'
import { takeCard } from '../../test/phones.ts'
import { limitSessions } from '../../test/pooled-roles.ts'
import { startTestReplica, type TestReplica } from '../../test/replica.ts'
import { startSecondServer, type SecondServer } from '../../test/second-server.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { until } from '../../test/until.ts'
import { inputOf } from '../../test/samples.ts'
import { ALL_CALLS, furnish, type Place, requestFromElsewhere } from '../../test/walk.ts'
import { insideCabinet, openDatabase, type Tx } from './db.ts'
import { openLog } from './log.ts'

const LAGGING = ALL_CALLS.filter(({ one }) => one.mayLag)

let replica: TestReplica
let line: DatabaseLine
let server: TestServer
let shop: Shop
let clientId: string
const lines: { msg: string }[] = []
const log = openLog('warn', { write: (text) => lines.push(JSON.parse(text) as { msg: string }) })
const loggedOf = (sentence: string) => lines.filter(({ msg }) => msg.startsWith(sentence)).length

beforeAll(async () => {
  replica = await startTestReplica()
  const port = await freePorts()
  line = await openDatabaseLine(replica.connection('postgres'), port)
  server = await startTestServer({
    log,
    env: {
      DATABASE_REPLICAS: `127.0.0.1:${port}`,
      REPLICA_LAG_SECONDS: '60',
      METRICS_TOKEN: 'of-this-test-alone',
      TRUST_PROXY: '1',
      REQUESTS_PER_MINUTE: '100000',
    },
  })
  shop = await openShop(server, 'Copied')
  await setPlan(server, shop.c, 'expert')
  await takeCard(server, shop.formUrl, { name: 'Anna', tel: '+420601700001' })
  const rows = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1', [shop.c])
  clientId = rows[0]?.id ?? ''
})
afterAll(async () => {
  await server?.close()
  await line?.close()
  await replica?.stop()
})

const pause = (isPaused: boolean) => replica.run(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`)
/** Past the product, so that nothing says that the account has changed. */
const rename = (name: string) =>
  query(server, 'update clients set name = $3 where cabinet_id = $1 and id = $2', [shop.c, clientId, name])
const list = { params: {}, query: { limit: 50 } }
async function namesAt(url: string, headers: Record<string, string> = {}, token = shop.owner.token) {
  const answer = await request({ url }, clients.listClients, { ...list, params: { c: shop.c } }, token, headers)
  expect(answer.status).toBe(200)
  return (answer.body.data as { name: string }[]).map(({ name }) => name)
}
const give = (token = shop.owner.token) =>
  request(
    server,
    holders.changeAmount,
    { params: { c: shop.c, id: clientId }, body: { kind: 'bonus', action: 'add', amount: 100 } },
    token,
  )
async function outcomes(): Promise<Record<string, number>> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer of-this-test-alone' } })
  const found = (await answer.text()).matchAll(/^kartoteka_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, outcome, n]) => [outcome, Number(n)]))
}

it('only lists, counts and charts may be old, and nothing that is saved again', () => {
  expect(LAGGING.length).toBeGreaterThan(20)
  const kept = Object.values(ALL_ROOMS).flatMap((room) =>
    Object.values(room as Record<string, Call>).map((one) => one.keeps?.read),
  )
  for (const { name, one } of LAGGING) {
    expect([name, one.writes, one.asksOutside, kept.includes(one)]).toEqual([name, false, false, false])
    expect([name, ['member', 'owner', 'agent'].includes(one.who), one.path.includes('{c}')]).toEqual([name, true, true])
  }
})

describe('while the replica has stopped following', () => {
  beforeEach(async () => {
    await pause(false)
    await rename('Anna')
    await replica.catchUp()
    expect(await namesAt(server.url)).toEqual(['Anna'])
    await replica.catchUp()
    await pause(true)
  })
  afterAll(() => pause(false))

  it('lists come from there, unless they are to be fresh', async () => {
    await rename('Berta')
    expect(await namesAt(server.url)).toEqual(['Anna'])
    expect(await namesAt(server.url, { [FRESH_HEADER]: '1' })).toEqual(['Berta'])
    const { body } = await request(
      server,
      clients.readClient,
      { params: { c: shop.c, id: clientId } },
      shop.owner.token,
    )
    expect(body.data).toMatchObject({ name: 'Berta' })
  })

  it('what an account has written it reads at once, in every process, and by a key too', async () => {
    const second = await startSecondServer(server)
    try {
      const { secret } = await shop.owner.send(keys.createKey, {
        params: { c: shop.c },
        body: { name: 'Till', scopes: ['clients:read', 'clients:write'], endsAt: null, password: PASSWORD },
      })
      await pause(false)
      await replica.catchUp()
      // A process that has read nothing yet cannot know how old the replica is.
      expect(await namesAt(second.url)).toEqual(['Anna'])
      // It has the position now that this process has seen.
      await replica.catchUp()
      await pause(true)
      await rename('Berta')
      expect(await namesAt(second.url)).toEqual(['Anna'])
      expect((await give(secret)).status).toBe(200)
      for (const url of [server.url, second.url])
        for (const token of [secret, shop.owner.token]) expect(await namesAt(url, {}, token)).toEqual(['Berta'])
      await pause(false)
      await replica.catchUp()
      await pause(true)
      await rename('Carla')
      expect(await namesAt(second.url), 'the replica has it now').toEqual(['Berta'])
    } finally {
      await second.close()
    }
  })

  it('one that is further behind than the limit is left out, and asked again when it has all', async () => {
    const strict: SecondServer = await startSecondServer(server, {
      replicas: { ...server.app.env.replicas, lagMs: 300 },
    })
    try {
      await rename('Berta')
      await until(async () => (await namesAt(strict.url))[0] === 'Berta', 'the old name is left')
      await until(async () => {
        expect(await namesAt(strict.url)).toEqual(['Berta'])
        return loggedOf('a replica is behind') > 0
      }, 'the log says so')
      await pause(false)
      await until(async () => (await namesAt(strict.url)) && loggedOf('a replica is asked again') > 0, 'it is asked')
    } finally {
      await strict.close()
    }
  })

  it('who may enter is never asked of the replica', async () => {
    const dora = await signIn(server, 'Dora')
    const ask = async () =>
      (await request(server, clients.listClients, { ...list, params: { c: shop.c } }, dora.token)).status
    expect(await ask()).toBe(404)
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
      [shop.c, dora.email],
    )
    expect(await ask(), 'given a moment ago').toBe(200)
    await pause(false)
    await replica.catchUp()
    await pause(true)
    await query(server, `delete from accesses where cabinet_id = $1 and role = 'member'`, [shop.c])
    expect(await ask(), 'taken a moment ago').toBe(404)
  })
})

it('behind a pooler its sessions have the limits of their roles', async () => {
  await limitSessions((server.login as { database: string }).database)
  await replica.catchUp()
  const { replicas: settings } = server.app.env
  const copies = { ...settings, clock: server.app.clock, count: () => undefined }
  const database = openDatabase({ login: server.login, isPooled: true }, 2, log, copies)
  const { replicas } = database.readOnly(true)
  if (!replicas) throw new Error('no replica is named')
  try {
    const enter = (tx: Tx) => sql`select set_config('app.cabinet', ${String(shop.c)}, true)`.execute(tx)
    const ask = async (tx: Tx) => {
      const { rows } = await sql`select pg_is_in_recovery() as "isReplica", current_user as role,
        current_setting('statement_timeout') as patience, (select count(*)::int from clients) as clients`.execute(tx)
      return rows
    }
    // It may lack what has been written meanwhile, and is then asked again after a rest.
    const read = async () => {
      const mark = await insideCabinet(database, shop.c, ({ tx }) => replicas.markOf(tx, shop.c))
      return (await replicas.read(mark, enter, ask))?.made
    }
    await expect.poll(read).toEqual([{ isReplica: true, role: 'kartoteka_test_app', patience: '30s', clients: 1 }])
  } finally {
    await database.close()
  }
})

it('is judged by npm run check', async () => {
  const place = server.app.env.replicas.places[0] ?? ''
  const owner = new pg.Client(server.connection)
  await owner.connect()
  const lagMs = 1000
  const judge = (at: string) =>
    judgeReplica(server.login, at, {
      database: owner,
      env: { ...server.app.env, replicas: { places: [at], lagMs } },
      now: () => Date.now(),
    })
  try {
    await replica.catchUp()
    expect(await judge(place)).toMatchObject({ state: 'good' })
    await pause(true)
    await rename('Dana')
    // The servers of tests write their log a moment after the commit.
    await until(async () => (await judge(place)).text.includes('more than 1 s behind'), 'it is behind')
    await pause(false)
    const itself = await openDatabaseLine(server.connection, await freePorts())
    const { port } = itself.connection as { port: number }
    expect((await judge(`127.0.0.1:${port}`)).text).toContain('follows no database')
    await itself.close()
    expect((await judge(`127.0.0.1:${port}`)).text).toContain('cannot be asked (ECONNREFUSED')
  } finally {
    await pause(false)
    await owner.end()
  }
})

it('every such call answers the same from the replica as from the database itself', async () => {
  const place: Place = await furnish(server, 'Mirror')
  await replica.catchUp()
  const before = await outcomes()
  let same = 0
  for (const { name, one } of LAGGING) {
    const input = await inputOf(one, place.ids)
    const ask = (headers: Record<string, string> = {}) =>
      requestFromElsewhere(server, one, input, place.owner.token, headers)
    const [there, here] = [await ask(), await ask({ [FRESH_HEADER]: '1' })]
    expect([name, there.status]).toEqual([name, here.status])
    if (there.status === 200) same++
  }
  expect(same).toBeGreaterThan(15)
  const after = await outcomes()
  expect(after.answered ?? 0).toBeGreaterThanOrEqual((before.answered ?? 0) + same)
})

it('no read fails when it is cut off, hangs or is killed while many read', async () => {
  const readAll = () => Promise.all(Array.from({ length: 20 }, () => namesAt(server.url)))
  const untilAnswered = async () => {
    const { answered = 0 } = await outcomes()
    await until(async () => {
      await readAll()
      return ((await outcomes()).answered ?? 0) > answered
    }, 'it answers again')
  }
  await readAll()
  const cut = readAll()
  await line.cut()
  for (const names of await cut) expect(names).toHaveLength(1)
  for (const names of await readAll()) expect(names).toHaveLength(1)
  expect(loggedOf('a replica cannot be asked')).toBe(1)
  expect((await outcomes()).away).toBeGreaterThan(0)
  await line.restore()
  await untilAnswered()
  line.stall()
  for (const names of await readAll()) expect(names).toHaveLength(1)
  line.resume()
  await untilAnswered()
  const killed = readAll()
  replica.kill()
  for (const names of await killed) expect(names).toHaveLength(1)
  for (const names of await readAll()) expect(names).toHaveLength(1)
  expect(loggedOf('a replica cannot be asked')).toBe(3)
})
