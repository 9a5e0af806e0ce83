/** The number of a request: in its answer, in every line of the log, in its jobs, and in calls to vendors. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { users } from '../contract/platform/users.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { openLog } from '../server/base/log.ts'
import { openOutbound } from '../server/base/outbound/outbound.ts'
import { runInContext } from '../server/base/watch/context.ts'
import { NO_METRICS } from '../server/base/watch/metrics.ts'
import { query, setPlan } from './direct-access.ts'
import { makePush, newAndroid, newIphone } from './holders.ts'
import { openShop, request, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

type Line = Record<string, unknown> & { msg: string; requestId?: string }

const lines: Line[] = []
const log = openLog('info', { write: (text) => void lines.push(JSON.parse(text) as Line) })
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ log })
  shop = await openShop(server, 'Ida')
  await setPlan(server, shop.c, 'base')
})
afterAll(() => server?.close())
beforeEach(() => void lines.splice(0))

const GIVEN = '4bf92f3577b34da6a3ce929d0e0e4736'
const answerTo = (requestId?: string) =>
  fetch(`${server.url}/api/user`, requestId === undefined ? {} : { headers: { 'x-request-id': requestId } })

it('is taken from a proxy, returned, and in the line of the request', async () => {
  const response = await answerTo(GIVEN)
  expect(response.headers.get('x-request-id')).toBe(GIVEN)
  expect((await response.json()) as object).toMatchObject({ error: { requestId: GIVEN } })
  expect(lines.filter((line) => line.requestId === GIVEN)).toMatchObject([
    { msg: 'a request was answered', method: 'GET', route: '/api/user', status: 401 },
  ])
})

it('is made here when there is none, or one in another form', async () => {
  for (const given of [undefined, 'short', 'with space and "quotes"', 'a'.repeat(200)]) {
    const response = await answerTo(given)
    const made = response.headers.get('x-request-id')
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/)
    expect((await response.json()) as object).toMatchObject({ error: { requestId: made } })
    expect(lines.some((line) => line.requestId === made)).toBe(true)
  }
  for (const path of ['/', '/no-such-page', '/healthz'])
    expect((await fetch(server.url + path)).headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/)
})

it('is in the lines of its jobs, of their jobs, and of their calls to vendors', async () => {
  await request(server, users.requestReset, { body: { email: shop.owner.email } }, undefined, { 'x-request-id': GIVEN })
  await server.drainJobs()
  const ofRequest = lines.filter((line) => line.requestId === GIVEN)
  expect(ofRequest.map(({ msg, job }) => [msg, job])).toEqual([
    ['a request was answered', undefined],
    ['a job ran', 'email-link'],
    ['a vendor was called', 'send-letter'],
    ['a job ran', 'send-letter'],
  ])
  expect(ofRequest[2]).toMatchObject({ vendor: 'smtp', outcome: 'accepted' })
})

it('goes with a push to both wallets', async () => {
  await newIphone(server, shop, 'Numbered')
  await newAndroid(server, shop, 'Numbered')
  await server.drainJobs()
  const pushUuid = await makePush(shop, 'Numbered')
  lines.splice(0)
  await shop.owner.ask(pushes.startSend, { params: { c: shop.c, pushUuid } }, { 'x-request-id': GIVEN })
  await server.drainJobs()
  const calls = lines.filter((line) => line.msg === 'a vendor was called')
  expect(new Set(calls.map((line) => line.vendor))).toEqual(new Set(['apple', 'google']))
  expect(new Set(calls.map((line) => line.requestId))).toEqual(new Set([GIVEN]))
})

it('is in the line of a job that fails, and stays with it when it is tried again', async () => {
  await request(server, users.requestReset, { body: { email: shop.owner.email } }, undefined, { 'x-request-id': GIVEN })
  await query(server, "update pgboss.job set data = data - 'email' where name = 'email-link'")
  await expect(server.drainJobs()).rejects.toThrow()
  expect(lines.find((line) => line.msg === 'a job failed')).toMatchObject({ requestId: GIVEN, job: 'email-link' })
  const [row] = await query<{ data: object }>(server, "select data from pgboss.job where name = 'email-link'")
  expect(row?.data).toMatchObject({ sentBy: { requestId: GIVEN } })
  await query(server, 'delete from pgboss.job')
})

it('of two requests at the same time, with bodies, are never mixed up', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, no) =>
      request(server, users.login, { body: { email: `nobody${no}@people.example`, password: 'Wrong-42' } }, undefined, {
        'x-request-id': `mixed-up-${no}`,
      }),
    ),
  )
  const answered = lines.filter((line) => line.msg === 'a request was answered')
  expect(answered).toHaveLength(20)
  expect(new Set(answered.map((line) => line.requestId))).toEqual(
    new Set(Array.from({ length: 20 }, (_, no) => `mixed-up-${no}`)),
  )
})

it('is in the audit log as it was returned', async () => {
  const body = { name: 'Audited', message: 'Hello', templates: [shop.template] }
  const input = { params: { c: shop.c, pushType: 'text' as const }, body }
  expect((await shop.owner.ask(pushes.createPush, input, { 'x-request-id': 'for-the-audit-log' })).status).toBe(201)
  expect(await query(server, "select call from audit_log where request_id = 'for-the-audit-log'")).toEqual([
    { call: 'pushes.createPush' },
  ])
})

it('stands beside no name, address, number or path of anybody', async () => {
  await newIphone(server, shop, 'Canary')
  await request(server, users.login, { body: { email: shop.owner.email, password: 'Wrong-horse-42' } })
  await server.drainJobs()
  const text = JSON.stringify(lines)
  expect(lines.length).toBeGreaterThan(5)
  for (const personal of [shop.owner.email, shop.owner.token, 'Canary', '+420601', '127.0.0.1', 'Wrong-horse-42'])
    expect(text.includes(personal), personal).toBe(false)
})

it('leaves the house in no header', async () => {
  const seen: IncomingHttpHeaders[] = []
  const vendor = createServer((asked, response) => {
    seen.push(asked.headers)
    response.end('{}')
  })
  await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/`
  const http = openOutbound({ vendor: 'test', places: { trusted: [url] }, timeoutMs: 30_000, maxBytes: 1000 })
  await runInContext({ requestId: GIVEN, log, metrics: NO_METRICS, span: undefined }, () => http.send({ url }))
  vendor.closeAllConnections()
  vendor.close()
  expect(JSON.stringify(seen)).not.toContain(GIVEN)
  expect(Object.keys(seen[0] ?? {}).filter((name) => /request-id|trace/.test(name))).toEqual([])
  expect(lines).toMatchObject([{ msg: 'a vendor was called', vendor: 'test', outcome: '2xx', requestId: GIVEN }])
})
