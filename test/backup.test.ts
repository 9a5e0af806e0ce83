/** `npm run backup` and `npm run restore`, as real commands: what a business and its phones had is there again. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clients } from '../contract/people/clients.ts'
import { writeBackup } from '../scripts/backup/write-backup.ts'
import { openPipe } from '../scripts/run/pipe.ts'
import { OWNER_ROLE } from '../server/base/logins.ts'
import { type Server, startServer } from '../server/main.ts'
import { writeVisits } from '../server/people/forms/forms.ts'
import { inputOf } from './client-input.ts'
import { query, setPlan } from './direct-access.ts'
import { openShop, type Shop } from './people.ts'
import { fieldsOf, Iphone, takeCard } from './phones.ts'
import { createDatabase, dropDatabase, testConnection, testLogin } from './postgres.ts'
import { clearProcesses, dataFolder, startProgram } from './processes.ts'
import { startTestServer, type TestServer } from './server.ts'
import { MASTER_KEY } from './template.ts'
import { until } from './until.ts'

const owner = `backup_${process.pid}`
const target = `restored_${process.pid}`
let server: TestServer
let restored: Server | undefined
let shop: Shop
let phone: Iphone
let cardUrl: string
let folder: string
let file: string
let admin: pg.Client
/** Of the job that was running when the backup was made. */
let jobId: string

/** Of a user of a database of this run. */
function urlOf(database: string, user = 'postgres'): string {
  const { host, port } = testConnection(database)
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function run(script: string, args: string[], env: Record<string, string>) {
  const program = join(import.meta.dirname, '../scripts', script)
  const one = startProgram([program, ...args], { DATA_DIR: join(folder, 'data'), ...env })
  return { code: await one.exited, text: one.output() }
}

const textOf = (name: string) => gunzipSync(readFileSync(name)).toString()

/** The owner of the new place is no superuser, as with most providers. */
const intoTarget = () => ({ DATABASE_URL: urlOf(target), DATABASE_OWNER_URL: urlOf(target, owner) })

async function makeTarget(): Promise<void> {
  await dropDatabase(target)
  await createDatabase(target)
  await admin.query(`alter database ${target} owner to ${owner}`)
}

/** What each table holds, in an order of its own. The queue's own clock goes on beside, so its jobs come and go. */
async function contentOf(connection: object): Promise<Record<string, string>> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition and relname <> 'migrations' order by 1`,
    )
    const content: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
          from ${name} t`,
      )
      content[name] = rows[0]?.digest ?? ''
    }
    const { rows: jobs } = await client.query<{ digest: string }>(
      `select coalesce(string_agg(name || id, ' ' order by id), '') as digest from pgboss.job
        where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'
          and name not in (select name from pgboss.schedule)`,
    )
    return { ...content, jobs: jobs[0]?.digest ?? '' }
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  folder = dataFolder()
  mkdirSync(join(folder, 'data'), { recursive: true })
  mkdirSync(join(folder, 'elsewhere'))
  file = join(folder, 'one.sql.gz')
  admin = new pg.Client(testConnection('postgres'))
  await admin.connect()
  await admin.query(`create role ${owner} login; grant ${OWNER_ROLE} to ${owner}`)
  server = await startTestServer()
  shop = await openShop(server, 'Anna')
  await setPlan(server, shop.c, 'base')
  const card = await takeCard(server, shop.formUrl, { name: 'Clara', surname: 'Stone', tel: '+420601555111' })
  cardUrl = card.cardFileUrl
  // Looks like the end of a table.
  await query(server, 'insert into installation_secrets (name, sealed) values ($1, $2)', [
    'zz\n\\.\n\\.\t"\r\\N',
    Buffer.from('\n\\.\n'),
  ])
  phone = new Iphone(server)
  await phone.install(cardUrl)
  await phone.register()
})
afterAll(async () => {
  await restored?.close()
  await server?.close()
  await dropDatabase(target)
  await admin.query(`drop role if exists ${owner}`)
  await admin.end()
  await clearProcesses()
})

it('on a full disk says so, fails, and leaves nothing in the way of the next one', async () => {
  const one = join(folder, 'full.sql.gz')
  const limited = `
    const { spawnSync } = require('node:child_process')
    const [, ...args] = process.argv
    const shell = ['-c', 'ulimit -f 4; exec "$0" "$@"', process.execPath, ...args]
    process.exit(spawnSync('bash', shell, { stdio: 'inherit' }).status)`
  const program = join(import.meta.dirname, '../scripts/backup.ts')
  const env = {
    DATABASE_URL: urlOf((server.connection as { database: string }).database),
    MASTER_KEY,
    DATA_DIR: join(folder, 'data'),
  }
  const tried = startProgram(['-e', limited, program, one], env)
  expect([await tried.exited, tried.output()]).toEqual([1, expect.stringContaining(`there is no room for ${one}`)])
  expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
})

it('holds one moment, whatever is written meanwhile', async () => {
  const busy = new pg.Client(server.connection)
  await busy.connect()
  await busy.query('begin; lock table accesses in access exclusive mode')
  const one = join(folder, 'moment.sql.gz')
  const writing = writeBackup(server.connection, one, { program: '1.0.0', keyMark: 'x' })
  await until(
    async () =>
      (await query(server, "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'copy %'"))
        .length === 1,
    'it has begun, and waits for the table',
  )
  await query(server, "insert into demo_parts values ('business', '77')")
  await busy.query('commit')
  await busy.end()
  await writing
  await query(server, 'delete from demo_parts')
  const text = textOf(one)
  expect(text).toContain('copy public.demo_parts (')
  expect(text).not.toContain('business\t77')
})

/** Saves points of Clara's, as her shop does. */
async function savePoints(bonusMinor: number): Promise<void> {
  const params = { c: shop.c }
  const { data } = await shop.owner.send(clients.listClients, { params, query: { q: 'clara' } })
  const client = await shop.owner.send(clients.readClient, { params: { ...params, id: data[0]?.id ?? '' } })
  await shop.owner.send(clients.saveClient, {
    params: { ...params, id: client.id },
    body: { ...inputOf(client), bonusMinor },
  })
}

it('brings every row and every waiting job back into an empty place, with the key kept apart', async () => {
  const database = { DATABASE_URL: urlOf(String((server.connection as { database: string }).database)) }
  const keyFile = join(folder, 'elsewhere', 'key')
  expect(await run('backup.ts', [file], database)).toMatchObject({ code: 1, text: /master key is not here/ })
  // The phone is to be notified of them: one job waits, and one runs in a worker that will not come back.
  await savePoints(5_000)
  await openShop(server, 'Later')
  const [job] = await query<{ id: string }>(
    server,
    "update pgboss.job set state = 'active' where name = 'announce-cards' and state = 'created' returning id",
  )
  jobId = job?.id ?? 'none'
  // Otherwise the process writes them some seconds later.
  await writeVisits(server.app)
  const before = await contentOf(server.connection)
  expect(before['jobs']).toContain(jobId)
  const written = await run('backup.ts', [file, '--key', keyFile], { ...database, MASTER_KEY })
  expect(written.text).toContain(`${file}: `)
  expect(written.code).toBe(0)
  expect([statSync(file).mode & 0o777, statSync(keyFile).mode & 0o777]).toEqual([0o600, 0o600])
  expect(readFileSync(keyFile, 'utf8').trim()).toBe(MASTER_KEY)
  expect(textOf(file)).not.toContain(MASTER_KEY)
  expect((await run('backup.ts', [file], { ...database, MASTER_KEY })).text).toContain('is there already')

  await makeTarget()
  const { code, text } = await run('restore.ts', [file, '--key', keyFile], intoTarget())
  expect(text).toMatch(/Restored \d+ rows/)
  expect(code).toBe(0)
  expect(readFileSync(join(folder, 'data', 'master.key'), 'utf8').trim()).toBe(MASTER_KEY)
  expect(await contentOf(testConnection(target))).toEqual(before)
})

it('an owner who is no superuser gets all rows, or none where some could be hidden', async () => {
  const own = join(folder, 'own.sql.gz')
  expect(await run('backup.ts', [own], intoTarget())).toMatchObject({ code: 0 })
  // All tables but those of the queue, which say when they were made.
  const tablesIn = (name: string) => /\ncopy public\.[^]*\ncopy pgboss\.queue/.exec(textOf(name))?.[0].split('\n')
  expect(tablesIn(own)?.length).toBeGreaterThan(150)
  expect(tablesIn(own)).toEqual(tablesIn(file))
  expect(textOf(own)).toContain(jobId)
  const client = new pg.Client(testConnection(target))
  await client.connect()
  const { rows: walled } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace`,
  )
  expect(walled.length).toBeGreaterThan(40)
  await client.query(`set role ${owner}; set app.cabinet = '0'`)
  expect((await client.query('select from clients')).rows).toEqual([])
  await client.query('reset role')

  const refused = async (table: string) => {
    const { code, text } = await run('backup.ts', [join(folder, 'part.sql.gz')], intoTarget())
    expect(code).toBe(1)
    expect(text).toContain(`may hide rows of public.${table} from this user`)
    expect(readdirSync(folder).filter((name) => name.startsWith('part'))).toEqual([])
  }
  await client.query('alter policy owner on clients rename to planted')
  await client.query("alter policy planted on clients using (current_setting('app.migrating', true) = 'off')")
  await refused('clients')
  await client.query("alter policy planted on clients using (current_setting('app.migrating', true) = 'on')")
  await client.query('create policy narrow on passes as restrictive for select using (message_number = 0)')
  await refused('passes')
  await client.query('drop policy narrow on passes; alter policy planted on clients rename to owner')
  await client.end()
})

it('goes on in the new place: an old card is installed, its phone updated, a session still open', async () => {
  await server.http.close()
  restored = await startServer({
    env: server.app.env,
    login: testLogin(target),
    publicUrl: server.url,
    log: server.app.log,
    clock: server.app.clock,
    mounts: ['apple'].map((page) => openPipe(server.doorUrl, `/outside/${page}`)),
    testRootPem: server.authority.rootPem,
    works: false,
    outside: server.app.outside,
  })
  await restored.drainJobs()
  expect(await phone.update()).toEqual(['You now have 50 points'])
  const other = new Iphone(server)
  expect(fieldsOf((await other.install(cardUrl)).json)['center']).toBe('50')
  await savePoints(12_000)
  await restored.drainJobs()
  expect(await phone.update()).toEqual(['You now have 120 points'])
  const superuser = new pg.Pool({ ...testConnection(target), max: 1, allowExitOnIdle: true })
  const next = await openShop({ ...server, app: restored.app, superuser }, 'Newcomer')
  await superuser.end()
  expect(next.c).toBeGreaterThan(shop.c)
  const card = await takeCard(server, shop.formUrl, { name: 'Klaus', surname: 'Wood', tel: '+420601555112' })
  expect(fieldsOf((await other.install(card.cardFileUrl)).json)['top']).toBe('000002')
})

it('refuses a place in use or not empty, another key, and a file that is not whole', async () => {
  const refused = async (name: string, env: Record<string, string> = {}) => {
    const { code, text } = await run('restore.ts', [name], { ...intoTarget(), MASTER_KEY, ...env })
    expect(code).toBe(1)
    return text
  }
  expect(await refused(file)).toMatch(/Cannot start: the database is in use \(\d+ connections\)/)
  await restored?.close()
  restored = undefined
  expect(await refused(file)).toMatch(/holds data already/)
  await makeTarget()
  expect(await refused(join(folder, 'none'))).toMatch(/there is no file/)
  expect(await refused(file, { MASTER_KEY: '1f'.repeat(32) })).toMatch(/not the one of this backup/)

  const bytes = readFileSync(file)
  const damaged = join(folder, 'damaged.sql.gz')
  const spoil = (change: (text: string) => string) => writeFileSync(damaged, gzipSync(change(textOf(file))))
  writeFileSync(damaged, bytes)
  truncateSync(damaged, Math.floor(bytes.length * 0.7))
  expect(await refused(damaged)).toMatch(/damaged or not whole .*; nothing was restored/)
  spoil((text) => text.replace(/(\ncopy public\.clients [^\n]*\n)[^\n]*\n/, '$1'))
  expect(await refused(damaged)).toMatch(/of public\.clients it holds \d+ rows instead of \d+/)
  spoil((text) => text.replace('"migrations":["', '"migrations":["9999-later.sql","'))
  expect(await refused(damaged)).toMatch(/made by a newer version/)
  spoil((text) => text.replace('copy public.users (', 'copy public.users; drop table users; copy public.users ('))
  expect(await refused(damaged)).toMatch(/a line that no backup has/)
  const content = await contentOf(testConnection(target))
  expect([content['users'], content['clients'], content['cabinets']]).toEqual(['0 ', '0 ', '0 '])

  expect(existsSync(`${file}.part`)).toBe(false)
  expect((await run('restore.ts', [file], { ...intoTarget(), MASTER_KEY })).text).toMatch(/Restored/)
})
