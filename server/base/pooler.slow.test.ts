/** Behind PgBouncer in transaction mode, with fewer connections than the server has: needs `pgbouncer` here. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pushes } from '../../contract/reach/pushes.ts'
import { freePorts } from '../../test/free-ports.ts'
import { newIphone } from '../../test/holders.ts'
import { openShop, type Shop } from '../../test/people.ts'
import { takeCard } from '../../test/phones.ts'
import { limitSessions } from '../../test/pooled-roles.ts'
import { testLogin } from '../../test/postgres.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { TEMPLATE } from '../../test/template.ts'
import { until } from '../../test/until.ts'
import { LOGIN_ROLES } from './logins.ts'

/** Sessions of PostgreSQL for each login: the server asks with up to ten at once. */
const SESSIONS = 2

let folder: string
let bouncer: ChildProcess
let server: TestServer
let shop: Shop

async function startBouncer(): Promise<string> {
  const { host, port } = testLogin(TEMPLATE)
  const listenPort = await freePorts()
  folder = mkdtempSync(join(tmpdir(), 'kartoteka-bouncer-'))
  const users = Object.keys(LOGIN_ROLES).map((role) => `"kartoteka_test_${role}" ""`)
  writeFileSync(join(folder, 'users.txt'), users.join('\n'))
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${host} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      `default_pool_size = ${SESSIONS}`,
      'max_client_conn = 200',
    ].join('\n'),
  )
  // PgBouncer refuses to work as root, and PostgreSQL's folder is open to its owner alone.
  const { uid, gid } = statSync(host)
  for (const path of [folder, ...['users.txt', 'pgbouncer.ini'].map((name) => join(folder, name))])
    chownSync(path, uid, gid)
  bouncer = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  bouncer.stderr?.on('data', (bytes) => (log += String(bytes)))
  bouncer.once('error', (error) => (log += String(error)))
  await until(() => {
    if (bouncer.exitCode !== null || bouncer.pid === undefined) throw new Error(`pgbouncer does not run: ${log}`)
    return log.includes('process up')
  }, 'pgbouncer is up')
  return `127.0.0.1:${listenPort}`
}

beforeAll(async () => {
  const place = await startBouncer()
  server = await startTestServer({
    env: { DATABASE_POOLER: place },
    works: true,
    line: async (login) => {
      await limitSessions((login as { database: string }).database)
      return login
    },
  })
  shop = await openShop(server, 'Pooled')
})
afterAll(async () => {
  await server?.close()
  bouncer?.kill()
  rmSync(folder, { recursive: true, force: true })
})

it('gives forty people at once their cards, each in a transaction of one business', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      takeCard(server, shop.formUrl, { name: `Person ${n}`, tel: `+4206017702${String(n).padStart(2, '0')}` }),
    ),
  )
  const { rows } = await sql<{ used: string }>`select current_setting('app.cabinet', true) as used`.execute(
    server.app.database.db,
  )
  expect(rows[0]?.used ?? '', 'a session is given back without the business it served').toBe('')
  const count = await server.superuser.query('select count(*)::int as n from clients where source = $1', [''])
  expect(count.rows).toEqual([{ n: 40 }])
  const sessions = await server.superuser.query(
    `select usename as user, count(*)::int as n from pg_stat_activity
      where datname = current_database() and usename like '%_app' and application_name not like 'kartoteka%'
      group by 1`,
  )
  expect(sessions.rows[0]?.n).toBeLessThanOrEqual(SESSIONS)
})

it('brings a push to a phone, and news to whoever listens', async () => {
  const phone = await newIphone(server, shop, 'Petra')
  const news: (string | null)[] = []
  server.app.listener.on('pooled_news', (payload) => news.push(payload))
  await until(() => news.includes(null), 'the line listens')
  await sql`select pg_notify('pooled_news', 'fresh')`.execute(server.app.database.db)
  await until(() => news.includes('fresh'), 'the news')
  const push = await shop.owner.send(pushes.createPush, {
    params: { c: shop.c, pushType: 'text' },
    body: { name: 'Cake', message: 'Come', templates: [shop.template] },
  })
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } })
  await until(async () => {
    const { rows } = await server.superuser.query('select sent from push_runs where push_id = $1', [push.id])
    return rows[0]?.sent === 1
  }, 'the push is sent')
  expect(phone).toBeDefined()
})
