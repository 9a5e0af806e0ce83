/** What some vendors need beside JSON over https: other methods, old charsets, cookies, certificates of their own. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startTlsServer } from '../../../test/tls-server.ts'
import { decode, encode } from './charset.ts'
import { openOutbound, type OutboundOptions } from './outbound.ts'
import { readFingerprint } from './pinned.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listening(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}
const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listening(createServer(listener))}/`
const open = (url: string, options: Partial<OutboundOptions> = {}) =>
  openOutbound({ vendor: 'test', places: { trusted: [url] }, timeoutMs: 30_000, maxBytes: 10_000, ...options })

async function bodyOf(request: Parameters<RequestListener>[0]): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

describe('methods and bodies', () => {
  it('sends every method, and a GET with a body', async () => {
    const seen: string[] = []
    const url = await serve((request, response) => {
      void bodyOf(request).then((body) => {
        seen.push(`${String(request.method)} ${body.toString()}`)
        response.end('{}')
      })
    })
    const http = open(url)
    await http.send({ url, method: 'PATCH', json: { a: 1 } })
    await http.send({ url, method: 'DELETE' })
    await http.send({ url, method: 'GET', json: { filter: 2 } })
    expect(seen).toEqual(['PATCH {"a":1}', 'DELETE ', 'GET {"filter":2}'])
  })

  it('writes and reads windows-1251, also when only the document says so', async () => {
    const url = await serve((request, response) => {
      void bodyOf(request).then((body) => {
        response.setHeader('content-type', 'text/xml')
        response.end(body)
      })
    })
    const body = '<?xml version="1.0" encoding="windows-1251"?><name>Щукин №5 — 100 €</name>'
    const text = { body, type: 'text/xml', charset: 'windows-1251' as const }
    expect(await open(url).send({ url, method: 'POST', text })).toMatchObject({ text: body })
  })

  it('asks about letters that the charset lacks, and survives an unknown charset', () => {
    expect(decode(encode('ěĂ', 'windows-1251'), 'text/plain; charset=windows-1251')).toBe('??')
    expect(decode(Buffer.from('Jana Nová'), 'text/plain; charset=x-nobody')).toBe('Jana Nová')
  })
})

describe('cookies', () => {
  it('come back to the place that set them, and to no other client', async () => {
    const seen: (string | undefined)[] = []
    const url = await serve((request, response) => {
      seen.push(request.headers.cookie)
      response.setHeader('set-cookie', ['session=abc; Path=/', 'foreign=1; Domain=example.com'])
      response.end('{}')
    })
    const keeping = open(url, { keepsCookies: true })
    for (const http of [keeping, keeping, open(url, { keepsCookies: true }), open(url)]) await http.send({ url })
    expect(seen).toEqual([undefined, 'session=abc', undefined, undefined])
  })
})

describe('a certificate that no authority has signed', () => {
  async function serveTls() {
    const started = await startTlsServer((_, response) => response.end('{"ok":true}'))
    servers.push(started.server)
    return started
  }

  it('is refused, shown, and accepted once it is named', async () => {
    const { url, fingerprint } = await serveTls()
    expect(await open(url).send({ url })).toMatchObject({ kind: 'unreachable', reason: 'wrong_certificate' })
    expect(await readFingerprint({ url: new URL(url), isTrusted: true })).toBe(fingerprint)
    const spelled = fingerprint.replaceAll(':', '').toLowerCase()
    for (const pin of [fingerprint, spelled])
      expect(await open(url, { fingerprint: pin }).send({ url })).toMatchObject({
        kind: 'answered',
        text: '{"ok":true}',
      })
  })

  it('opens no other server, and is not sought where there is no TLS', async () => {
    const [one, other] = [await serveTls(), await serveTls()]
    expect(await open(other.url, { fingerprint: one.fingerprint }).send({ url: other.url })).toMatchObject({
      kind: 'unreachable',
      reason: 'wrong_certificate',
    })
    const plain = await serve((_, response) => response.end('{}'))
    expect(await readFingerprint({ url: new URL(plain), isTrusted: true })).toBeNull()
    expect(await readFingerprint({ url: new URL(plain.replace('http:', 'https:')), isTrusted: true })).toBeNull()
  })
})
