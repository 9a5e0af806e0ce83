import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forms } from '../contract/people/forms.ts'
import { type DatabaseLine, openDatabaseLine } from './database-line.ts'
import { query } from './direct-access.ts'
import { openShop, request, type Shop } from './people.ts'
import { fillForm } from './phones.ts'
import type { Job } from '../server/base/app.ts'
import { inTransaction } from '../server/base/db.ts'
import { JOBS } from '../server/rooms.ts'
import { startTestServer, type TestServer } from './server.ts'
import { until } from './until.ts'

/** A server whose connections to the database are lost again and again, under load. */
let line: DatabaseLine
let server: TestServer
let shop: Shop
const logged: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (text) => void logged.push(text) })
  server = await startTestServer({
    works: true,
    log,
    line: async (connection) => {
      line = await openDatabaseLine(connection)
      return line.connection
    },
  })
  shop = await openShop(server, 'Lost')
})
afterAll(async () => {
  await server?.close()
  await line?.close()
})

const errors = () => logged.filter((text) => /"level":(?:50|60)/.test(text) && !text.includes('cannot be reached'))

const read = () => request(server, forms.listForms, { params: { c: shop.c } }, shop.owner.token)
const fill = async (no: number) => {
  const person = { name: 'Lost', tel: `+420 602 ${String(100_000 + no)}` }
  const page = await fetch(shop.formUrl)
  return page.ok ? (await fillForm(server, shop.formUrl, person, await page.text())).status : page.status
}
const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200

test('every connection is ended, again and again: calls answer or say 503, and nothing else', async () => {
  const seen = new Set<number>()
  let isOver = false
  const load = Array.from({ length: 8 }, async (_, lane) => {
    for (let no = 0; !isOver; no++) {
      seen.add((await read()).status)
      if (no % 3 === 0) seen.add(await fill(lane * 1000 + no))
    }
  })
  for (let round = 0; round < 10; round++) {
    const ended = await query(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    ).catch(() => [])
    expect(ended.length).toBeGreaterThan(0)
    await until(async () => (await read()).status === 200, 'it answers again')
  }
  isOver = true
  await Promise.all(load)
  expect([...seen].filter((status) => ![200, 303, 429, 503].includes(status))).toEqual([])
  expect(seen).toContain(200)
  expect(errors()).toEqual([])
})

test('the database is stopped: calls say 503 and when to come back, and all goes on when it is started', async () => {
  await line.cut()
  await until(async () => !(await isReady()), 'it is not ready')
  const reply = await fetch(`${server.url}/api${forms.listForms.path.replace('{c}', String(shop.c))}`, {
    headers: { authorization: `Bearer ${shop.owner.token}` },
  })
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${server.url}/files/${shop.c}/${crypto.randomUUID()}.png`)).status).toBe(503)
  await line.restore()
  await until(isReady, 'it is ready')
  expect((await read()).status).toBe(200)
  expect(errors()).toEqual([])
})

test('a form that is sent while the database is away is kept in the page, and its button sends it again', async () => {
  const html = await (await fetch(shop.formUrl)).text()
  await line.cut()
  await until(async () => !(await isReady()), 'it is not ready')
  const away = await fillForm(server, shop.formUrl, { name: 'Kept "Anna"', tel: '+420 602 555 777' }, html)
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
  const page = await away.text()
  expect(page).toContain('We’re very busy right now')
  expect(page).toContain('value="Kept &quot;Anna&quot;"')
  expect((await fetch(shop.formUrl)).status).toBe(503)
  await line.restore()
  await until(isReady, 'it is ready')
  const unquoted = page.replaceAll('Kept &quot;Anna&quot;', 'Anna Kept')
  const sendAgain = async () => (await fillForm(server, shop.formUrl, {}, unquoted)).status
  await until(async () => (await sendAgain()) === 303, 'its button brings the card')
  const saved = await query(server, `select name from clients where tel = '+420602555777'`)
  expect(saved).toEqual([{ name: 'Anna Kept' }])
  expect(errors()).toEqual([])
})

test('jobs go on after the loss', async () => {
  const countDone = async () =>
    Number(
      (await query<{ count: string }>(server, `select count(*) from pgboss.job where state = 'completed'`))[0]?.count,
    )
  const before = await countDone()
  await line.cut()
  await line.restore()
  const [job] = JOBS.filter((one) => one.every)
  await until(
    () =>
      inTransaction(server.app.database, (tx) => server.app.jobs.enqueue(tx, job as Job, {})).then(
        () => true,
        () => false,
      ),
    'a job is put into the queue',
  )
  await until(async () => (await countDone()) > before, 'it is done')
})
