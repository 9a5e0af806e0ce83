/** The demo is for one's own machine: no password that others know, no operator beside anything real, no rest. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cabinets } from '../contract/platform/cabinets.ts'
import { users } from '../contract/platform/users.ts'
import { HOUR_MS } from '../contract/time.ts'
import { isDemoRemoved, seedDemo } from '../db/demo.ts'
import { closeDemo, demoPassword } from '../db/demo-people.ts'
import { removeDemo } from '../db/demo-remove.ts'
import { readEnv } from '../server/base/env.ts'
import { logInToDemo } from './demo-people.ts'
import { query } from './direct-access.ts'
import { openShop, Person, request, type Shop, signIn } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

const OPERATOR = 'operator@kartoteka.example'
const logIn = (server: TestServer, email: string, password: string) =>
  request(server, users.login, { body: { email, password } })
const tokenOf = (answer: { body: { data?: unknown } }) => (answer.body.data as { token: string }).token
/** The same database under other settings, as after a restart. */
const restartedWith = (server: TestServer, env: Record<string, string>) => ({
  ...server.app,
  env: readEnv({ DATA_DIR: server.app.env.dataDir, ...env }, server.app.env.dataDir),
})
const operators = (server: TestServer) =>
  query<{ email: string }>(server, 'select email from users where superuser order by email')

describe('who is asked for demo data', () => {
  it.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ PUBLIC_URL: 'https://cards.example' }, false],
    [{ PUBLIC_URL: 'http://192.168.1.4:3000' }, false],
    [{ PUBLIC_URL: 'https://localhost.cards.example' }, false],
    [{ PUBLIC_URL: 'https://cards.example', DEMO: '1' }, true],
    [{ DEMO: '0' }, false],
  ])('%j: %s', (settings, expected) => {
    expect(readEnv(settings, '/').isDemo).toBe(expected)
  })
})

describe('the people of the demo', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await seedDemo(server.app)
  })
  afterAll(() => server?.close())
  // Wrong passwords of one test would make the next one wait.
  beforeEach(() => server.passTime(HOUR_MS))

  it('share a password that this installation has made, and no other works', async () => {
    const password = await demoPassword(server.app)
    expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    expect((await logIn(server, OPERATOR, password)).status).toBe(200)
    expect((await logIn(server, OPERATOR, 'Coffee-2026')).status).toBe(422)
    expect(await operators(server)).toEqual([{ email: OPERATOR }])
  })

  it('keep a password that they have chosen when the server starts again', async () => {
    const boris = await logInToDemo(server, 'boris')
    const password = await demoPassword(server.app)
    await boris.send(users.changePassword, {
      body: { current: password, password: 'Own-horse-77', password_confirmation: 'Own-horse-77' },
    })
    await seedDemo(server.app)
    expect((await logIn(server, boris.email, 'Own-horse-77')).status).toBe(200)
  })

  it('are locked out by a start without the demo, data and all, and let in by one that has it', async () => {
    const anna = await logInToDemo(server, 'anna')
    const password = await demoPassword(server.app)
    expect(await closeDemo(restartedWith(server, { DEMO: '0' }))).toBe(true)
    expect((await anna.ask(users.me)).status).toBe(401)
    for (const email of [anna.email, 'boris@kartoteka.example', OPERATOR])
      for (const tried of [password, 'Own-horse-77', 'Coffee-2026'])
        expect((await logIn(server, email, tried)).status).toBe(422)
    expect(await operators(server)).toEqual([])
    expect(await query(server, "select name from cabinets where domain = 'coffee-lab'")).toHaveLength(1)

    await seedDemo(server.app)
    const { data } = await (await logInToDemo(server, 'anna')).send(cabinets.listCabinets, { query: {} })
    expect(data).toHaveLength(3)
    expect(await operators(server)).toEqual([{ email: OPERATOR }])
  })

  it.each([
    { OPERATOR_EMAIL: 'olga@cards.example' },
    { SMTP_URL: 'smtp://mail.cards.example' },
    { SMS_LOGIN: 'AC1', SMS_PASSWORD: 'x', SMS_FROM: 'Cards' },
    { SMS_PROVIDERS: 'real' },
    { APNS_HOST: 'api.push.apple.com', PUBLIC_URL: 'https://localhost' },
    { PUBLIC_URL: 'https://cards.example', DEMO: '1' },
  ])('have no operator among them beside %j', async (settings) => {
    await seedDemo(server.app)
    const operator = await logInToDemo(server, 'operator')
    await seedDemo(restartedWith(server, settings))
    expect(await operators(server)).toEqual([])
    expect((await operator.ask(users.me)).status).toBe(401)
    expect((await logIn(server, OPERATOR, await demoPassword(server.app))).status).toBe(422)
    expect((await logIn(server, 'anna@kartoteka.example', await demoPassword(server.app))).status).toBe(200)
  })

  it('of an earlier version cannot log in with the password that everybody knows', async () => {
    await seedDemo(server.app)
    const anna = await logInToDemo(server, 'anna')
    await query(server, 'drop table demo_parts')
    const migration = join(import.meta.dirname, '../db/migrations/0030-demo-parts.sql')
    await query(server, readFileSync(migration, 'utf8'))
    expect((await anna.ask(users.me)).status).toBe(401)
    expect(await operators(server)).toEqual([])
    const hash = "(select password_hash from users where email like 'boris@%')"
    await query(server, `update users set password_hash = ${hash} where email like '%@kartoteka.example'`)
    await seedDemo(server.app)
    expect((await logIn(server, anna.email, 'Own-horse-77')).status).toBe(422)
    expect((await logIn(server, anna.email, await demoPassword(server.app))).status).toBe(200)
    const { rows } = await server.superuser.query("select id from demo_parts where kind = 'business'")
    expect(rows).toHaveLength(3)
  })
})

describe('a demo where somebody has signed up with one of its addresses', () => {
  it('is not added, and that user gets nothing', async () => {
    const server = await startTestServer()
    try {
      const stranger = await signIn(server, 'Stranger')
      await query(server, "update users set email = $1, email_key = $1 where email = 'stranger@people.example'", [
        OPERATOR,
      ])
      await expect(seedDemo(server.app)).rejects.toThrow(`somebody has signed up as ${OPERATOR}`)
      expect(await operators(server)).toEqual([])
      expect((await stranger.ask(users.me)).status).toBe(200)
    } finally {
      await server.close()
    }
  })
})

describe('removing the demo', () => {
  let server: TestServer
  let shop: Shop
  let client: pg.Client
  beforeAll(async () => {
    server = await startTestServer()
    await seedDemo(server.app)
    shop = await openShop(server, 'Clara')
    await keepAsOrdinaryRole(server)
    client = new pg.Client({ ...server.connection, user: 'demo_keeper' })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await query(server, 'reassign owned by demo_keeper to postgres')
    await query(server, 'drop owned by demo_keeper')
    await server?.close()
  })

  it('is refused while only a user of the demo owns a real business, and nothing is gone', async () => {
    const boris = await logInToDemo(server, 'boris')
    await boris.send(cabinets.createCabinet, { body: { name: 'Tea', domain: 'tea', taxNumber: '12345678' } })
    await expect(removeDemo(client, { withTheirBusinesses: false })).rejects.toThrow(
      'only users of the demo own Tea (tea)',
    )
    expect((await logIn(server, 'anna@kartoteka.example', await demoPassword(server.app))).status).toBe(200)
    const tea = (await query<{ id: string }>(server, "select id::text from cabinets where domain = 'tea'"))[0]?.id
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'owner', now() from users where email = 'clara@people.example'`,
      [tea],
    )
  })

  it('takes the demo and leaves everything else as it was', async () => {
    const demo = (await query<{ id: string }>(server, "select id from demo_parts where kind = 'business'")).map(
      ({ id }) => id,
    )
    const real = await rowsOf(server, [String(shop.c)])
    expect(await removeDemo(client, { withTheirBusinesses: false })).toEqual({ businesses: 3, users: 4 })
    expect(await rowsOf(server, demo)).toEqual({})
    expect(await rowsOf(server, [String(shop.c)])).toEqual(real)
    expect(await query(server, "select email from users where email like '%kartoteka.example'")).toEqual([])
    expect((await shop.owner.ask(cabinets.listCabinets)).body.data).toHaveLength(2)
    expect(
      await query(server, 'select relname from pg_class where relrowsecurity and not relforcerowsecurity'),
    ).toEqual([])
  })

  it('leaves no job that fails, and does nothing the second time', async () => {
    await query(server, "update pgboss.job set start_after = now() where state = 'created'")
    await server.drainJobs()
    expect(await query(server, "select name from pgboss.job where state in ('retry', 'failed')")).toEqual([])
    expect(await removeDemo(client, { withTheirBusinesses: false })).toEqual({ businesses: 0, users: 0 })
  })

  it('is for good until DEMO=1 asks for it, which then makes a new password', async () => {
    expect(await isDemoRemoved(restartedWith(server, {}))).toBe(true)
    expect(await isDemoRemoved(restartedWith(server, { DEMO: '1' }))).toBe(false)
    await seedDemo(server.app)
    expect(await isDemoRemoved(restartedWith(server, {}))).toBe(false)
    const token = tokenOf(await logIn(server, 'anna@kartoteka.example', await demoPassword(server.app)))
    expect((await new Person(server, '', token).ask(cabinets.listCabinets)).body.data).toHaveLength(3)
  })
})

/** How many rows of these businesses each table has, where there are any. */
async function rowsOf(server: TestServer, ids: readonly string[]): Promise<Record<string, number>> {
  const tables = await query<{ name: string; column: string }>(
    server,
    `select table_name as name, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name in ('cabinet_id', 'about_cabinet', 'child_id')
      union select 'cabinets', 'id'`,
  )
  const counts: Record<string, number> = {}
  for (const { name, column } of tables.filter(({ name }) => name !== 'audit_log')) {
    const [row] = await query<{ n: number }>(
      server,
      `select count(*)::int as n from ${name} where ${column}::text = any($1)`,
      [ids],
    )
    if (row && row.n > 0) counts[`${name}.${column}`] = row.n
  }
  return counts
}

/** The tables belong to a role that is no superuser, as on a hosted PostgreSQL. */
async function keepAsOrdinaryRole(server: TestServer): Promise<void> {
  await query(server, 'do $$ begin create role demo_keeper login; exception when duplicate_object then null; end $$')
  await query(
    server,
    `do $$ declare one regclass; begin
      for one in select oid::regclass from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      loop execute format('alter table %s owner to demo_keeper', one); end loop; end $$`,
  )
  await query(server, 'grant kartoteka_owner to demo_keeper')
  await query(server, 'grant usage on schema pgboss to demo_keeper')
  await query(server, 'grant all on all tables in schema pgboss to demo_keeper')
}
