import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forms } from '../contract/people/forms.ts'
import { users } from '../contract/platform/users.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { startServer } from '../server/main.ts'
import { type DatabaseLine, openDatabaseLine } from './database-line.ts'
import { setPlan } from './direct-access.ts'
import { freePorts } from './free-ports.ts'
import { makePush, newAndroid, newIphone } from './holders.ts'
import { openShop, request, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'
import { until } from './until.ts'

const TOKEN = 'metrics-token-of-a-test'
const withToken = { authorization: `Bearer ${TOKEN}` }

type Samples = ReadonlyMap<string, number>
/** Values by their line without the value, `name{label="value"}`. */
function samplesOf(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

const scrape = async (url: string): Promise<Samples> => {
  const response = await fetch(`${url}/metrics`, { headers: withToken })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return samplesOf(await response.text())
}

/** Everything of an answer but its time and number. */
async function wholeOf(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init)
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, '')
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return { status: response.status, headers, text }
}

describe('metrics behind a token', () => {
  let server: TestServer
  let shop: Shop
  let line: DatabaseLine
  beforeAll(async () => {
    server = await startTestServer({
      env: { METRICS_TOKEN: TOKEN },
      line: async (connection) => {
        line = await openDatabaseLine(connection)
        return line.connection
      },
    })
    shop = await openShop(server, 'Meter')
    await setPlan(server, shop.c, 'base')
  })
  afterAll(async () => {
    await server?.close()
    await line?.close()
  })

  it.each([
    ['no token', {}],
    ['a wrong one', { authorization: `Bearer ${TOKEN}x` }],
    ['the token in another scheme', { authorization: `Basic ${TOKEN}` }],
    ['an empty one', { authorization: 'Bearer ' }],
  ])('%s gets the answer of an unknown address, whatever the method', async (_, headers: Record<string, string>) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const unknown = await wholeOf(`${server.url}/no-such-address`, { method, headers })
      expect(unknown.status).toBe(404)
      expect(await wholeOf(`${server.url}/metrics`, { method, headers })).toEqual(unknown)
    }
  })

  it('counts requests by the pattern of their address, however many addresses there are', async () => {
    const series = async () =>
      [...(await scrape(server.url)).keys()].filter((name) => name.includes('http_request_duration_seconds_count{'))
    const route = `/api${forms.listForms.path.replace('{c}', ':c')}`
    const name = (method: string, of: string, status: string) =>
      `kartoteka_http_request_duration_seconds_count{method="${method}",route="${of}",status="${status}"}`
    await series()
    await fetch(`${server.url}/no-such-address`)
    await request(server, forms.listForms, { params: { c: shop.c } }, shop.owner.token)
    const before = await series()
    for (let no = 0; no < 20; no++) {
      await fetch(`${server.url}/no-such-address-${no}`, { method: no % 2 ? 'GET' : 'PROPFIND' })
      await request(server, forms.listForms, { params: { c: 1000 + no } }, shop.owner.token)
    }
    const added = (await series()).filter((one) => !before.includes(one))
    expect(added.toSorted()).toEqual([name('GET', route, '4xx'), name('other', 'unknown', '4xx')].toSorted())
    const samples = await scrape(server.url)
    expect([samples.get(name('GET', route, '2xx')), samples.get(name('GET', route, '4xx'))]).toEqual([1, 20])
    expect(samples.get(name('GET', 'unknown', '4xx'))).toBeGreaterThanOrEqual(11)
    expect([...samples.keys()].join('\n')).not.toContain(String(shop.c))
  })

  it('has the process, the build and the pools', async () => {
    const samples = await scrape(server.url)
    const names = [...samples.keys()]
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'kartoteka_database_up',
    ])
      expect(samples.get(name), name).toBeGreaterThanOrEqual(0)
    expect(names.find((name) => name.startsWith('kartoteka_build_info{'))).toMatch(
      /version="\d+\.\d+\.\d+".*role="both"/,
    )
    for (const pool of ['calls', 'scheduler', 'operator', 'jobs'])
      for (const state of ['total', 'idle', 'waiting', 'max'])
        expect(samples.get(`kartoteka_database_connections{pool="${pool}",state="${state}"}`)).toBeGreaterThanOrEqual(0)
    expect(samples.get('kartoteka_database_connections{pool="calls",state="max"}')).toBe(6)
  })

  it('counts jobs, what wallets answered, and calls to vendors', async () => {
    await newIphone(server, shop, 'Counted')
    await newAndroid(server, shop, 'Counted')
    await server.drainJobs()
    const before = await scrape(server.url)
    const pushUuid = await makePush(shop, 'Counted')
    await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid } })
    await request(server, users.requestReset, { body: { email: shop.owner.email } })
    await server.drainJobs()
    const after = await scrape(server.url)
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(grown('kartoteka_wallet_deliveries_total{wallet="apple",outcome="accepted"}')).toBe(1)
    expect(grown('kartoteka_wallet_deliveries_total{wallet="google",outcome="accepted"}')).toBe(1)
    expect(grown('kartoteka_job_duration_seconds_count{job="send-chunk",outcome="done"}')).toBe(1)
    expect(grown('kartoteka_outbound_duration_seconds_count{vendor="apple",outcome="2xx"}')).toBe(1)
    expect(grown('kartoteka_outbound_duration_seconds_count{vendor="google",outcome="2xx"}')).toBeGreaterThan(0)
    expect(grown('kartoteka_outbound_duration_seconds_count{vendor="smtp",outcome="accepted"}')).toBe(1)
  })

  it('counts a wallet that refuses, and one that is away', async () => {
    server.outside.applePush.setTroubles({ isAway: true })
    server.outside.googleWallet.setTroubles({ status500Rate: 1 })
    const pushUuid = await makePush(shop, 'Away')
    await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid } })
    await server.drainJobs()
    server.outside.applePush.setTroubles({})
    server.outside.googleWallet.setTroubles({ status500Rate: 0 })
    const samples = await scrape(server.url)
    for (const wallet of ['apple', 'google'])
      expect(
        samples.get(`kartoteka_wallet_deliveries_total{wallet="${wallet}",outcome="unreachable"}`),
      ).toBeGreaterThan(0)
    expect(samples.get('kartoteka_outbound_duration_seconds_count{vendor="google",outcome="5xx"}')).toBeGreaterThan(0)
  })

  it('goes on without the database: what is not in it is served, and nothing is made up', async () => {
    await line.cut()
    try {
      const fresh = await startWithOldFigures()
      expect(fresh.get('kartoteka_database_up')).toBe(0)
      expect([...fresh.keys()].filter((name) => /^kartoteka_job(s|_oldest)/.test(name))).toEqual([])
      expect(fresh.get('process_resident_memory_bytes')).toBeGreaterThan(0)
      expect([...fresh.keys()].join()).toContain('kartoteka_http_request_duration_seconds_count')
    } finally {
      await line.restore()
    }
  })

  /** The figures of the last scrape are kept for ten seconds. */
  async function startWithOldFigures(): Promise<Samples> {
    for (;;) {
      const samples = await scrape(server.url)
      if (samples.get('kartoteka_database_up') === 0) return samples
    }
  }
})

describe('metrics at a port of their own', () => {
  it('are served there by a worker, which counts the jobs that it runs', async () => {
    const port = await freePorts()
    const server = await startTestServer()
    const { app, login, url } = server
    const { env, log, clock, outside } = app
    const worker = await startServer({
      env: { ...env, role: 'worker', metrics: { token: undefined, port } },
      login,
      publicUrl: url,
      log,
      clock,
      outside,
      testRootPem: '',
    })
    await request(server, users.requestReset, { body: { email: 'anybody@people.example' } })
    const done = 'kartoteka_job_duration_seconds_count{job="email-link",outcome="done"}'
    await until(async () => (await scrape(`http://127.0.0.1:${port}`)).get(done) === 1, 'the worker has run the job')
    expect(worker.http.server.listening).toBe(false)
    await worker.close()
    await server.close()
  })

  it('are not at the address of the product', async () => {
    const port = await freePorts()
    const server = await startTestServer({ env: { METRICS_PORT: String(port) } })
    const url = `http://127.0.0.1:${port}`
    expect((await scrape(url)).get('kartoteka_database_up')).toBe(1)
    for (const path of ['/', '/healthz', '/api/user']) expect((await fetch(url + path)).status).toBe(404)
    expect(await wholeOf(`${server.url}/metrics`)).toEqual(await wholeOf(`${server.url}/no-such-address`))
    await server.close()
    await expect(fetch(`${url}/metrics`)).rejects.toThrow('fetch failed')
  })

  it('ask for the token too, where one is set', async () => {
    const port = await freePorts()
    const server = await startTestServer({ env: { METRICS_PORT: String(port), METRICS_TOKEN: TOKEN } })
    const [unknown, closed] = [
      await wholeOf(`http://127.0.0.1:${port}/other`),
      await wholeOf(`http://127.0.0.1:${port}/metrics`),
    ]
    expect(closed).toEqual(unknown)
    expect((await scrape(`http://127.0.0.1:${port}`)).size).toBeGreaterThan(20)
    expect((await scrape(server.url)).size).toBeGreaterThan(20)
    await server.close()
  })
})

it('are off without a setting: nobody finds the address', async () => {
  const server = await startTestServer()
  expect(await wholeOf(`${server.url}/metrics`, { headers: withToken })).toEqual(
    await wholeOf(`${server.url}/no-such-address`, { headers: withToken }),
  )
  await server.close()
})
