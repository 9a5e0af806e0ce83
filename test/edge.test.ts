import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templates } from '../contract/cards/templates.ts'
import { users } from '../contract/platform/users.ts'
import { fillForm } from './phones.ts'
import { openShop, PASSWORD, request, type Shop } from './people.ts'
import { pictureOf } from './samples.ts'
import { startTestServer, type TestServer } from './server.ts'

const directivesOf = (policy: string | null) =>
  new Map(
    (policy ?? '')
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  )

describe('headers of every answer', () => {
  let server: TestServer
  let shop: Shop
  const pages: Record<string, string> = {}
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Anna')
    const sent = await fillForm(server, shop.formUrl, {
      name: 'Guest',
      surname: 'One',
      tel: '+420601555111',
      email: 'guest@people.example',
    })
    const image = await shop.owner.send(templates.uploadImage, {
      params: { c: shop.c },
      body: { slot: 'logo' },
      file: new Blob([new Uint8Array(await pictureOf('logo'))]),
    })
    Object.assign(pages, {
      cabinet: '/',
      phone: '/phone',
      form: new URL(shop.formUrl).pathname,
      agreement: `${new URL(shop.formUrl).pathname}/agreement`,
      install: sent.headers.get('location') ?? '',
      nowhere: '/f/anna-shop/no-such-form',
      picture: new URL(image.url, server.url).pathname,
      api: '/api/user',
      lost: '/no-such-page',
    })
  })
  afterAll(() => server?.close())

  const open = (name: string, init?: RequestInit) => fetch(server.url + (pages[name] ?? name), init)

  it.each(['cabinet', 'phone', 'form', 'agreement', 'install', 'nowhere'])(
    'the page %s runs and shows nothing but files of this house',
    async (name) => {
      const response = await open(name)
      const html = await response.text()
      const policy = directivesOf(response.headers.get('content-security-policy'))
      expect(policy.get('default-src')).toEqual(["'none'"])
      expect(policy.get('base-uri')).toEqual(["'none'"])
      expect(policy.get('form-action')).toEqual(["'self'"])
      expect(policy.get('script-src')).toContain("'self'")
      expect([["'none'"], ["'self'"]]).toContainEqual(policy.get('frame-ancestors'))
      for (const [directive, values] of policy) {
        expect([
          directive,
          values.filter(
            (value) => /unsafe-(inline|eval|hashes)|^\*|^https?:/.test(value) && value !== "'wasm-unsafe-eval'",
          ),
        ]).toEqual([directive, []])
        if (/^(script|style|connect|default)/.test(directive))
          expect([directive, values.filter((value) => /^(data|blob):/.test(value))]).toEqual([directive, []])
      }
      expect(html).toMatch(/<html lang="\w\w"/)
      expect([...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].map(([tag]) => tag)).toEqual([])
      expect([...html.matchAll(/<[^>]+\s(?:style|on\w+)=(?:"|')/g)].map(([tag]) => tag)).toEqual([])
      expect(
        [...html.matchAll(/(?:src|href)="(https?:)?\/\/[^"]*"/g)]
          .map(([link]) => link)
          .filter((link) => !link.includes(server.url)),
      ).toEqual([])
      const inlineStyles = [...html.matchAll(/<style[^>]*>/g)].map(([tag]) => tag)
      const nonce = policy
        .get('style-src')
        ?.find((value) => value.startsWith("'nonce-"))
        ?.slice(7, -1)
      expect(inlineStyles.filter((tag) => nonce === undefined || !tag.includes(nonce))).toEqual([])
    },
  )

  it.each(['cabinet', 'phone'])('the nonce of %s is a new one every time', async (name) => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => {
        const response = await open(name)
        const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? ''
        const html = await response.text()
        expect(html).not.toContain('__CSP_NONCE__')
        if (name === 'cabinet') expect(html).toContain(`content="${nonce}"`)
        return nonce
      }),
    )
    expect([new Set(nonces).size, nonces.every((nonce) => nonce.length >= 22)]).toEqual([3, true])
  })

  it.each(['cabinet', 'phone', 'form', 'install', 'nowhere', 'picture', 'api', 'lost', '/healthz'])(
    '%s is not sniffed, sends no referrer and names no software',
    async (name) => {
      const response = await open(name)
      await response.arrayBuffer()
      const { headers } = response
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect([headers.get('x-powered-by'), headers.get('server')]).toEqual([null, null])
    },
  )

  it.each(['cabinet', 'phone', 'form', 'install', 'api'])('%s is kept by no cache', async (name) => {
    const response = await open(name)
    await response.arrayBuffer()
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('no other site may read an answer', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      const response = await open('api', { headers })
      await response.text()
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    const asked = await open('api', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      },
    })
    await asked.text()
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([404, null])
  })

  it('a picture of a customer is a picture and nothing else', async () => {
    const response = await open('picture')
    await response.arrayBuffer()
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(directivesOf(response.headers.get('content-security-policy')).get('default-src')).toEqual(["'none'"])
  })

  it('a host that somebody else wrote into the request is in no answer', async () => {
    for (const name of ['form', 'install', 'cabinet']) {
      const response = await open(name, {
        headers: {
          'x-forwarded-host': 'evil.example',
          forwarded: 'host=evil.example',
          'x-original-url': '/evil.example',
        },
      })
      expect(await response.text()).not.toContain('evil.example')
    }
  })
})

describe('a client over its limits', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())

  it('waits after ten wrong passwords, with the right one too, wherever the request claims to come from', async () => {
    const shop = await openShop(server, 'Anna')
    const login = (password: string, i: number) =>
      request(server, users.login, { body: { email: shop.owner.email, password } }, undefined, {
        'x-forwarded-for': `10.0.0.${i}`,
      })
    const tries = []
    for (let i = 0; i < 10; i++) tries.push((await login('Wrong-horse-42', i)).status)
    expect(tries).toEqual(Array.from({ length: 10 }, () => 422))
    const after = await login(PASSWORD, 11)
    expect([after.status, after.body.error?.code]).toEqual([429, 'too_many_tries'])
    server.passTime(16 * 60_000)
    expect((await login(PASSWORD, 12)).status).toBe(200)
  })

  it('is limited to 1 200 requests a minute, but not health checks and files of the build', async () => {
    const codes = new Map<number, number>()
    let refused: Response | undefined
    const ask = async (i: number) => {
      const response = await fetch(`${server.url}/api/auth/ping`, {
        headers: { 'x-forwarded-for': `10.9.${i & 255}.1` },
      })
      const text = await response.text()
      codes.set(response.status, (codes.get(response.status) ?? 0) + 1)
      if (response.status === 429) {
        refused = response
        expect(JSON.parse(text)).toMatchObject({
          error: { code: 'too_many_requests', message: 'Too many requests. Try again in a minute.' },
        })
      }
    }
    for (let round = 0; round < 26; round++)
      await Promise.all(Array.from({ length: 50 }, (_, i) => ask(round * 50 + i)))
    expect([...codes.keys()].sort((a, b) => a - b)).toEqual([401, 429])
    expect(codes.get(401)).toBeLessThanOrEqual(1200)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/assets/none.js`)).status).toBe(404)
  })
})
