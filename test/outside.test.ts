/** The emulated outside world is for who runs the installation: reset links and codes lie in it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operator } from '../contract/business/operator.ts'
import { emulatedWorld } from '../contract/business/emulated-world.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { users } from '../contract/platform/users.ts'
import { DAY_MS, MINUTE_MS } from '../contract/time.ts'
import { query } from './direct-access.ts'
import { PASSWORD, Person, request, signIn } from './people.ts'
import { startTestServer, type TestServer, visit } from './server.ts'
import { until } from './until.ts'

const ALL = ['mail', 'sms', 'telegram', 'apple', 'google']
const open = (server: TestServer, path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init })
const isOpenTo = async (server: TestServer, cookie: string) =>
  (await open(server, '/outside/mail/', { headers: { cookie } })).status === 200

async function becomeOperator(server: TestServer, name: string): Promise<Person> {
  const person = await signIn(server, name)
  await query(server, 'update users set superuser = true where email = $1', [person.email])
  const { body } = await request(server, users.login, { body: { email: person.email, password: PASSWORD } })
  return new Person(server, person.email, (body.data as { token: string }).token)
}

describe('to a stranger', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ works: true })
    await signIn(server, 'Vera')
    await request(server, users.requestReset, { body: { email: 'vera@people.example' } })
    await until(() => server.outside.smtp.mailbox.list('vera@people.example').length > 0, 'the mail with the link')
  })
  afterAll(() => server?.close())

  const mail = () => server.outside.smtp.mailbox.list('vera@people.example')[0]?.id ?? ''

  it.each([
    ['', '/outside'],
    ['', '/outside/'],
    ['', '/outside?x'],
    ['', '/outside/mail'],
    ['', '/outside/mail/'],
    ['', '/outside/mail/?to=vera@people.example'],
    ['', '/outside/mail/messages'],
    ['', '/outside/mail/MAIL'],
    ['', '/outside/mail/MAIL/html'],
    ['', '/outside/enter/../mail/messages'],
    ['', '/outside/enter/%2e%2e/mail/messages'],
    ['', '/outside/sms/'],
    ['', '/outside/google/device/phone-1/cards'],
    ['', '/outside/google/gp/m/issuer/keys'],
    ['', '/outside/apple/courier/stream?token=x'],
    ['', '/outside/phone.json'],
    ['', '/outside/crm/url'],
    [`${'a'.repeat(43)}`, '/outside/mail/messages'],
    ['a; outside_main=b', '/outside/mail/messages'],
  ])('with the cookie "%s" the answer to %s shows nothing', async (cookie, path) => {
    const name = server.visitor.cookie.split('=')[0]
    const response = await open(server, path.replace('MAIL', mail()), {
      headers: cookie === '' ? {} : { cookie: `${name}=${cookie}` },
    })
    expect(response.status).toBe(403)
    const text = await response.text()
    expect(text).not.toContain('vera@')
    expect(text).not.toContain(server.visitor.cookie.split('=')[1])
  })

  it.each([
    '//outside/mail/messages',
    '/./outside/mail/messages',
    '/x/../outside/mail/messages',
    '/%6futside/mail/messages',
  ])('no other way of writing the address leads in: %s', async (path) => {
    const { request: ask } = await import('node:http')
    const { port } = new URL(server.url)
    const text = await new Promise<string>((done, fail) => {
      ask({ port, host: '127.0.0.1', path }, (response) => {
        let all = ''
        response.on('data', (chunk) => (all += String(chunk))).on('end', () => done(`${response.statusCode} ${all}`))
      })
        .on('error', fail)
        .end()
    })
    expect(text).toMatch(/^(403|404) /)
    expect(text).not.toContain('vera@')
  })

  it('nothing is done either: no mailbox is cleared and no phone gets a push token', async () => {
    expect((await open(server, '/outside/mail/clear', { method: 'POST' })).status).toBe(403)
    expect((await open(server, '/outside/apple/courier/register', { method: 'POST' })).status).toBe(403)
    expect(server.outside.smtp.mailbox.list('vera@people.example')).toHaveLength(1)
  })

  it('a browser gets a page that says how to come in, kept by no cache and without scripts', async () => {
    const response = await open(server, '/outside/mail/', { headers: { accept: 'text/html' } })
    expect(await response.text()).toContain('Open the link that the server prints when it starts')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('the link that a start prints', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())

  it('opens the mailbox to one browser once, by a cookie that no script reads and no other site sends', async () => {
    const link = await server.newOutsideLink()
    const first = await fetch(link, { redirect: 'manual' })
    expect([first.status, first.headers.get('location')]).toEqual([303, '/'])
    expect(first.headers.get('set-cookie')).toMatch(
      /^outside_\d+=[\w-]{43}; Path=\/outside; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
    expect(await isOpenTo(server, first.headers.get('set-cookie')?.split(';')[0] ?? '')).toBe(true)
    const second = await fetch(link, { redirect: 'manual' })
    expect([second.status, second.headers.get('set-cookie')]).toEqual([403, null])
  })

  it('opens for exactly one of many browsers at the same time, and is not used up by looking at its head', async () => {
    const link = await server.newOutsideLink()
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(403)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await fetch(link, { redirect: 'manual' })).status),
    )
    expect(statuses.filter((status) => status === 303)).toHaveLength(1)
  })

  it('is over after a week, and so is the visit after 90 days', async () => {
    const [early, late] = [await server.newOutsideLink(), await server.newOutsideLink()]
    const cookie = await visit(early)
    server.passTime(8 * DAY_MS)
    expect((await fetch(late, { redirect: 'manual' })).status).toBe(403)
    expect(await isOpenTo(server, cookie)).toBe(true)
    server.passTime(83 * DAY_MS)
    expect(await isOpenTo(server, cookie)).toBe(false)
    await server.newOutsideLink()
    expect(await query(server, 'select from outside_visits')).toHaveLength(1)
  })

  it('gives the test phones their addresses', async () => {
    const cookie = await visit(await server.newOutsideLink())
    expect(await (await open(server, '/outside/phone.json', { headers: { cookie } })).json()).toEqual({
      appleCourierUrl: '/outside/apple/courier',
      googleDeviceUrl: '/outside/google/device',
      testRootUrl: '/apple/test-root.pem',
      publicUrl: server.url,
    })
  })
})

describe('an operator', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())

  it('gets a link whose visit lasts as long as the session', async () => {
    const olga = await becomeOperator(server, 'Olga')
    const { url } = await olga.send(operator.openEmulated)
    const cookie = await visit(url)
    expect(await isOpenTo(server, cookie)).toBe(true)
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(403)
    await olga.send(users.logout)
    expect(await isOpenTo(server, cookie)).toBe(false)
  })

  it('who loses the rights loses the visit', async () => {
    const pavel = await becomeOperator(server, 'Pavel')
    const cookie = await visit((await pavel.send(operator.openEmulated)).url)
    await query(server, 'update users set superuser = false where email = $1', [pavel.email])
    expect(await isOpenTo(server, cookie)).toBe(false)
    expect((await pavel.ask(operator.openEmulated)).status).toBe(404)
  })

  it('gets a link that works for two minutes and a visit of twelve hours', async () => {
    const rita = await becomeOperator(server, 'Rita')
    const [used, left] = [await rita.send(operator.openEmulated), await rita.send(operator.openEmulated)]
    const cookie = await visit(used.url)
    server.passTime(3 * MINUTE_MS)
    expect(await visit(left.url)).toBe('')
    expect(await isOpenTo(server, cookie)).toBe(true)
    server.passTime(12 * 60 * MINUTE_MS)
    expect(await isOpenTo(server, cookie)).toBe(false)
  })

  it('sees what is emulated', async () => {
    const sara = await becomeOperator(server, 'Sara')
    expect(await sara.send(operator.readEmulated)).toEqual({
      services: ALL.map((service) => ({ service, isEmulated: true })),
      hasPages: true,
    })
  })
})

describe('somebody with a business', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())
  const statusOf = async (path: string, cookie: string) => (await open(server, path, { headers: { cookie } })).status
  const reachOf = async (cookie: string) =>
    ((await (await open(server, '/outside/visit.json', { headers: { cookie } })).json()) as { reach: string }).reach

  it('gets the test phones and nothing that is written to others, until the session ends', async () => {
    const vera = await signIn(server, 'Vera')
    const { id: c } = await vera.send(cabinets.createCabinet, { body: { name: 'Tea', domain: 'tea' } })
    const { url } = await vera.send(emulatedWorld.openPhones, { params: { c } })
    const entered = await fetch(`${url}?phones=1&open=%2Ff%2Ftea`, { redirect: 'manual' })
    expect(entered.headers.get('location')).toBe('/phone?open=%2Ff%2Ftea')
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect([await reachOf(cookie), await reachOf('')]).toEqual(['phones', 'none'])
    expect(await statusOf('/outside/phone.json', cookie)).toBe(200)
    expect(await statusOf('/outside/google/device/phone-1/cards', cookie)).toBe(200)
    for (const path of [
      '/outside/mail/',
      '/outside/mail/messages',
      '/outside/sms/',
      '/outside/crm/',
      '/outside/google/walletobjects/v1/loyaltyClass',
      '/outside/apple/troubles',
      '/outside/phone.json/../mail/messages',
    ])
      expect([path, await statusOf(path, cookie)]).toEqual([path, 403])
    await vera.send(users.logout)
    expect(await statusOf('/outside/phone.json', cookie)).toBe(403)
  })

  it('gets none of another business, and takes no mailbox from a browser that has one', async () => {
    const [boris, carl] = [await signIn(server, 'Boris'), await signIn(server, 'Carl')]
    const { id: c } = await boris.send(cabinets.createCabinet, { body: { name: 'Bar', domain: 'bar-b' } })
    expect((await carl.ask(emulatedWorld.openPhones, { params: { c } })).status).toBe(404)
    const all = await visit(await server.newOutsideLink())
    const { url } = await boris.send(emulatedWorld.openPhones, { params: { c } })
    const entered = await fetch(`${url}?phones=1`, { redirect: 'manual', headers: { cookie: all } })
    expect([entered.status, entered.headers.get('set-cookie')]).toEqual([303, null])
    expect(await reachOf(all)).toBe('all')
  })
})

describe('each part goes when its vendor is real', () => {
  it('and its pages are no more', async () => {
    const server = await startTestServer({ pages: ['sms', 'google'] })
    try {
      const link = await server.newOutsideLink()
      const entered = await fetch(link, { redirect: 'manual' })
      expect(entered.headers.get('location')).toBe('/')
      const headers = { cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '' }
      const statusOf = async (path: string) => (await open(server, path, { headers })).status
      expect([await statusOf('/outside/mail/'), await statusOf('/outside/apple/courier/stream')]).toEqual([404, 404])
      expect([await statusOf('/outside/sms/'), await statusOf('/phone')]).toEqual([200, 200])
      const phones = (await (await open(server, '/outside/phone.json', { headers })).json()) as object
      expect(Object.keys(phones)).not.toContain('appleCourierUrl')
    } finally {
      await server.close()
    }
  })

  it('or all of them, where others reach the server: no page, no phone, no link', async () => {
    const server = await startTestServer({ pages: [] })
    try {
      for (const path of ['/outside/mail/', '/outside/mail/messages', '/outside/sms/', '/outside/phone.json', '/phone'])
        expect([path, (await open(server, path)).status]).toEqual([path, 404])
      const olga = await becomeOperator(server, 'Olga')
      const answer = await olga.ask(operator.openEmulated)
      expect([answer.status, answer.body.error?.code]).toEqual([409, 'nothing_emulated'])
    } finally {
      await server.close()
    }
  })
})
