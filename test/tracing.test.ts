import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushes } from '../contract/reach/pushes.ts'
import { users } from '../contract/platform/users.ts'
import { query, setPlan } from './direct-access.ts'
import { makePush, newAndroid, newIphone } from './holders.ts'
import { type CollectedSpan, openCollector } from './otlp-collector.ts'
import { openShop, request, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'
import { until } from './until.ts'

const REMOTE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('a trace', () => {
  let collector: Awaited<ReturnType<typeof openCollector>>
  let server: TestServer
  let shop: Shop
  beforeAll(async () => {
    collector = await openCollector()
    server = await startTestServer({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '20' },
    })
    shop = await openShop(server, 'Tracy')
    await setPlan(server, shop.c, 'base')
  })
  afterAll(async () => {
    await server?.close()
    await collector?.close()
  })

  const named = (name: string) => collector.spans.filter((span) => span.name === name)
  const above = (span: CollectedSpan | undefined) => collector.spans.find((one) => one.spanId === span?.parentId)
  /** From a span up to the first of its trace. */
  const wayUp = (span: CollectedSpan | undefined): string[] => (span ? [span.name, ...wayUp(above(span))] : [])

  it('goes from the request to its job, to the job of that job, and to the mail server', async () => {
    await request(server, users.requestReset, { body: { email: shop.owner.email } })
    await server.drainJobs()
    const route = `POST /api${users.requestReset.path}`
    await until(() => named('SEND smtp').length > 0 && named(route).length > 0, 'the spans have come')
    const [sent] = named('SEND smtp')
    expect(wayUp(sent)).toEqual(['SEND smtp', 'job send-letter', 'job email-link', route])
    const way = [sent, above(sent), above(above(sent)), ...named(route)]
    expect(new Set(way.map((span) => span?.traceId)).size).toBe(1)
    expect(way.map((span) => span?.kind)).toEqual([3, 5, 5, 2])
    expect(new Set(way.map((span) => span?.service))).toEqual(new Set(['kartoteka']))
    const requestIds = way.slice(1).map((span) => span?.attributes['kartoteka.request_id'])
    expect(requestIds[0]).toMatch(/^[\w-]{8,40}$/)
    expect(new Set(requestIds).size).toBe(1)
  })

  it('goes from a push to both wallets, and has the statements of the job', async () => {
    await newIphone(server, shop, 'Traced')
    await newAndroid(server, shop, 'Traced')
    await server.drainJobs()
    const pushUuid = await makePush(shop, 'Traced')
    await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid } })
    await server.drainJobs()
    const route = `POST /api${pushes.startSend.path.replace(/\{(\w+)\}/g, ':$1')}`
    const ofPush = (vendor: string) =>
      collector.spans.filter(
        (span) => span.attributes['kartoteka.vendor'] === vendor && wayUp(span).includes('job send-chunk'),
      )
    await until(
      () => ofPush('apple').length > 0 && ofPush('google').length > 0 && named(route).length > 0,
      'the spans have come',
    )
    for (const vendor of ['apple', 'google'])
      expect(wayUp(ofPush(vendor)[0])).toEqual([expect.stringContaining(vendor), 'job send-chunk', route])
    expect(ofPush('apple')[0]?.attributes).toMatchObject({
      'kartoteka.outcome': '2xx',
      'http.response.status_code': 200,
    })
    const statements = collector.spans.filter(
      (span) => span.attributes['db.system.name'] === 'postgresql' && above(span)?.name === 'job send-chunk',
    )
    expect(statements.map((span) => span.name)).toContain('UPDATE')
  })

  it('holds no address, name, text or token of anybody', () => {
    const text = JSON.stringify(collector.spans)
    for (const secret of [shop.owner.email, shop.owner.token, 'Traced', String(shop.c)])
      expect(text.includes(secret), secret).toBe(false)
  })

  it('is not begun by a stranger', async () => {
    await fetch(`${server.url}/api/user`, { headers: { traceparent: REMOTE } })
    await until(() => named('GET /api/user').length > 0, 'the span has come')
    expect(named('GET /api/user').map((span) => span.traceId)).not.toContain(REMOTE.split('-')[1])
  })

  it('that cannot be sent disturbs nobody', async () => {
    await collector.close()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await request(server, users.requestReset, { body: { email: shop.owner.email } })
    expect(await server.drainJobs()).toBeGreaterThan(0)
    expect(await query(server, "select from pgboss.job where state = 'failed'")).toEqual([])
  })
})

it('is continued where our own proxy has begun it', async () => {
  const collector = await openCollector()
  const server = await startTestServer({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '20', TRUST_PROXY: '1' },
  })
  await fetch(`${server.url}/healthz`, { headers: { traceparent: REMOTE } })
  await fetch(`${server.url}/readyz`, { headers: { traceparent: 'rubbish' } })
  // What is left is sent at the end.
  await server.close()
  await collector.close()
  const of = (name: string) => collector.spans.find((span) => span.name === name)
  expect(of('GET /healthz')).toMatchObject({ traceId: REMOTE.split('-')[1], parentId: REMOTE.split('-')[2] })
  expect(of('GET /readyz')).toMatchObject({ parentId: '' })
})

describe('what a start loads', () => {
  const root = join(import.meta.dirname, '..')
  /** Modules of the two libraries that a process has loaded. */
  function loaded(env: Record<string, string>): string[] {
    const program = `
      import { registerHooks } from 'node:module'
      const seen = new Set()
      registerHooks({ resolve(name, context, next) {
        const found = next(name, context)
        const [, library] = /node_modules\\/(@opentelemetry\\/[\\w-]+|prom-client)\\//.exec(found.url) ?? []
        if (library) seen.add(library)
        return found
      } })
      await import('${root}/server/main.ts')
      const { readEnv } = await import('${root}/server/base/env.ts')
      const { openMetrics } = await import('${root}/server/base/watch/open-metrics.ts')
      const { openTracing } = await import('${root}/server/base/watch/tracing.ts')
      const env = readEnv(${JSON.stringify(env)}, '/tmp')
      await openMetrics(env)
      await openTracing(env.tracing, { warn() {} })
      console.log(JSON.stringify([...seen]))
      process.exit(0)`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as string[]
  }

  it('is neither library where no setting asks for it, and is each where one does', () => {
    expect(loaded({})).toEqual([])
    expect(loaded({ METRICS_TOKEN: 'a-token-of-a-test' })).toContain('prom-client')
    expect(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).toContain('@opentelemetry/sdk-trace')
  })
})
