import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readAddress } from './address.ts'
import { failureOf } from './failure.ts'
import { maskDetail, openOutbound, type OutboundOptions, type OutboundRequest, retryAfterMs } from './outbound.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const send = (url: string, request: Partial<OutboundRequest> = {}, options: Partial<OutboundOptions> = {}) =>
  openOutbound({ vendor: 'test', places: { trusted: [url] }, timeoutMs: 30_000, maxBytes: 1_000, ...options }).send({
    url,
    ...request,
  })

test('a trusted address can be reached elsewhere, and only what is below it', async () => {
  const seen: string[] = []
  const at = await serve((request, response) => {
    seen.push(request.url ?? '')
    response.end('{}')
  })
  const from = 'http://cards.example/outside/crm/'
  const places = { trusted: [from], relays: [{ from, to: `${at}crm/` }] }
  const ask = (url: string) => openOutbound({ vendor: 'test', places, timeoutMs: 2_000, maxBytes: 1_000 }).send({ url })
  expect(await ask(`${from}iiko?a=1`)).toMatchObject({ kind: 'answered', status: 200 })
  expect(seen).toEqual(['/crm/iiko?a=1'])
  for (const url of ['http://cards.example/outside/mail/', `${from}../mail/`, `${from}%2e%2e/mail/`])
    expect(await ask(url)).toMatchObject({ kind: 'unreachable', reason: 'wrong_address' })
  expect(seen).toHaveLength(1)
})

describe('where a request may go', () => {
  const publicToo = {}
  test.each([
    ['https://crm.example/api', { trusted: [], publicToo }, false],
    ['https://crm.example:8443/', { trusted: [], publicToo }, false],
    ['https://crm.example:9443/', { trusted: [], publicToo: { ports: [9443] } }, false],
    ['http://crm.lan:8080/x', { trusted: ['http://crm.lan:8080'] }, true],
    ['https://CRM.lan/api/1', { trusted: ['https://crm.LAN/api/'], publicToo }, true],
  ])('%s is open', (address, places, isTrusted) => {
    expect(readAddress(address, places)).toMatchObject({ isTrusted })
  })

  test.each([
    ['crm.example', 'not an address'],
    ['https://anna:secret@crm.example/', 'credentials in the address'],
    ['http://crm.example/', 'http:'],
    ['https://crm.example:22/', 'a port that is not open to us'],
    ['https://127.0.0.1/', 'not a public address'],
    ['https://2130706433/', 'not a public address'],
    ['https://[::1]/', 'not a public address'],
    ['https://169.254.169.254/latest/', 'not a public address'],
  ])('%s is not, even where all that is public is', (address, detail) => {
    expect(readAddress(address, { trusted: ['http://crm.lan'], publicToo })).toMatchObject({ detail })
  })

  test('a trusted prefix allows no longer host name and nothing above its path', () => {
    for (const address of ['http://crm.lan.evil.example/', 'http://crm.lan@evil.example/', 'http://crm.lan:81/'])
      expect(readAddress(address, { trusted: ['http://crm.lan'] })).toHaveProperty('reason')
    expect(readAddress('http://crm.lan/api/../admin', { trusted: ['http://crm.lan/api/'] })).toHaveProperty('reason')
  })

  test('a vendor is reached only at its own address', async () => {
    const url = await serve((_, response) => response.end('{}'))
    const http = openOutbound({
      vendor: 'test',
      places: { trusted: ['https://api.vendor.example'] },
      timeoutMs: 500,
      maxBytes: 1_000,
    })
    expect(await http.send({ url })).toEqual({
      kind: 'unreachable',
      reason: 'wrong_address',
      detail: 'not the address of this service',
    })
  })

  test('a name of the internal network is refused when it is resolved', async () => {
    const options = { places: { trusted: [], publicToo } }
    expect(await send('https://localhost/', {}, options)).toMatchObject({
      kind: 'unreachable',
      reason: 'wrong_address',
    })
  })
})

describe('what comes back', () => {
  test('JSON and forms go out as such, and the answer is read by a shape', async () => {
    const seen: unknown[] = []
    const url = await serve((request, response) => {
      void (async () => {
        let body = ''
        for await (const chunk of request) body += String(chunk)
        seen.push([request.method, request.headers['content-type'], request.headers['x-key'], body])
        response.end('{"n":1}')
      })()
    })
    const first = await send(url, { method: 'POST', json: { a: 'ž' }, headers: { 'x-key': 'k' } })
    await send(url, { method: 'PUT', form: { text: 'a b&ž' } })
    expect(seen).toEqual([
      ['POST', 'application/json', 'k', '{"a":"ž"}'],
      ['PUT', 'application/x-www-form-urlencoded;charset=UTF-8', undefined, 'text=a+b%26%C5%BE'],
    ])
    if (first.kind !== 'answered') throw new Error(first.detail)
    expect(first.json(z.object({ n: z.number() }))).toEqual({ isRead: true, value: { n: 1 } })
    expect(first.json(z.object({ n: z.string() }))).toMatchObject({ isRead: false })
  })

  test.each([204, 301, 404, 429, 503])('%i is an answer; no redirect is followed', async (status) => {
    let requests = 0
    const url = await serve((_, response) => {
      requests++
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    expect(await send(url)).toMatchObject({ kind: 'answered', status })
    expect(requests).toBe(1)
  })

  test('an answer that is too long, packed or not, is not read to its end', async () => {
    const long = 'x'.repeat(1_001)
    const plain = await serve((_, response) => response.end(long))
    const packed = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(long)),
    )
    for (const url of [plain, packed]) expect(await send(url)).toMatchObject({ kind: 'unknown', reason: 'unreadable' })
    const short = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"ok":true}')),
    )
    expect(await send(short)).toMatchObject({ kind: 'answered', text: '{"ok":true}' })
  })

  test('silence ends at the limit, and what was sent may have arrived', async () => {
    const url = await serve(() => undefined)
    expect(await send(url, {}, { timeoutMs: 500 })).toEqual({
      kind: 'unknown',
      reason: 'connection_lost',
      detail: 'no answer in time',
    })
  })

  test('nothing is sent to a closed port', async () => {
    const url = await serve(() => undefined)
    servers.pop()?.close()
    expect(await send(url)).toEqual({ kind: 'unreachable', reason: 'connection_lost', detail: 'ECONNREFUSED' })
  })

  test.each([
    ['ENOTFOUND', 'unreachable', 'unknown_host'],
    ['EPROTO', 'unreachable', 'not_https'],
    ['CERT_HAS_EXPIRED', 'unreachable', 'wrong_certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable', 'wrong_certificate'],
    ['ECONNRESET', 'unknown', 'connection_lost'],
  ])('%s: %s, %s', (code, kind, reason) => {
    expect(failureOf(Object.assign(new Error('no'), { code }), false)).toMatchObject({ kind, reason })
  })

  test('the requested pause is read in seconds and as a date, an hour at most', () => {
    const wish = (header: string | undefined) =>
      retryAfterMs({ headers: { 'retry-after': header } }, Date.UTC(2026, 10, 22))
    expect([wish('3'), wish('Sun, 22 Nov 2026 00:01:00 GMT'), wish('999999')]).toEqual([3_000, 60_000, 3_600_000])
    expect([wish(undefined), wish('soon'), wish('-5')]).toEqual([undefined, undefined, 0])
  })

  test('no detail contains a phone number', () => {
    expect(maskDetail(21211, null, 'Invalid To: +420601234567')).toBe('21211 Invalid To: …')
  })
})
