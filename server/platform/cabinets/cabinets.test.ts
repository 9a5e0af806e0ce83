import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { users } from '../../../contract/platform/users.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { PASSWORD, Person, request, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork, takeCardNumber } from './cabinets.ts'

let server: TestServer
let anna: Person
beforeAll(async () => {
  server = await startTestServer()
  anna = await signIn(server, 'Anna')
})
afterAll(() => server?.close())

const order = (domain: string, name = 'Shop') => ({ name, domain, taxNumber: '12345678' })

describe('an identifier', () => {
  it.each([
    ['free-one', 'free'],
    ['FREE-ONE', 'free'],
    ['abc', 'free'],
    ['a'.repeat(32), 'free'],
    ['login', 'reserved'],
    ['Signup', 'reserved'],
    ['invites_application', 'reserved'],
    ['create_application', 'reserved'],
    ['ab', 'malformed'],
    ['a'.repeat(33), 'malformed'],
    ['-abc', 'malformed'],
    ['abc-', 'malformed'],
    ['a b c', 'malformed'],
    ['кофе', 'malformed'],
    ['a.b.c', 'malformed'],
  ])('%s is %s', async (domain, state) => {
    expect(await anna.send(cabinets.checkIdentifier, { params: { domain } })).toEqual({ state })
  })

  it('is taken once a cabinet has it, in upper or lower case', async () => {
    await anna.send(cabinets.createCabinet, { body: order('taken-one') })
    for (const domain of ['taken-one', 'Taken-One'])
      expect(await anna.send(cabinets.checkIdentifier, { params: { domain } })).toEqual({ state: 'taken' })
    expect((await anna.ask(cabinets.createCabinet, { body: order('TAKEN-one') })).body.error?.code).toBe(
      'identifier_taken',
    )
    expect((await anna.ask(cabinets.createCabinet, { body: order('login') })).body.error?.code).toBe(
      'identifier_reserved',
    )
  })

  it('goes to exactly one of ten people who take it at the same time', async () => {
    const boris = await signIn(server, 'Boris')
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? anna : boris).ask(cabinets.createCabinet, { body: order('wanted') }),
      ),
    )
    expect(tally(all.map((response) => response.status))).toEqual({ 201: 1, 409: 9 })
    expect(await query(server, `select id from cabinets where domain = 'wanted'`)).toHaveLength(1)
    expect(
      await query(
        server,
        `select a.id from accesses a join cabinets c on c.id = a.cabinet_id where c.domain = 'wanted'`,
      ),
    ).toHaveLength(1)
  })
})

describe('a new cabinet', () => {
  it('comes before the address is confirmed, and nobody who signs up with that address later gets it', async () => {
    await request(server, users.signUp, {
      body: {
        name: 'New',
        surname: 'One',
        email: 'new@mail.example',
        phone: '+420601123456',
        password: PASSWORD,
        password_confirmation: PASSWORD,
        consent: true,
      },
    })
    const { token } = (await request(server, users.login, { body: { email: 'new@mail.example', password: PASSWORD } }))
      .body.data as { token: string }
    const fresh = new Person(server, 'new@mail.example', token)
    const made = await fresh.send(cabinets.createCabinet, { body: { name: 'Early', domain: 'early' } })
    const stranger = 'Stranger-horse-7'
    await request(server, users.signUp, { body: { email: 'new@mail.example', password: stranger, consent: true } })
    const intruder = await request(server, users.login, { body: { email: 'new@mail.example', password: stranger } })
    expect(intruder.body.error?.code).toBe('wrong_login')
    expect(await fresh.send(cabinets.openCabinet, { params: { domain: 'early' } })).toMatchObject({ role: 'owner' })
    const invited = await fresh.ask(access.invitePerson, {
      params: { c: made.id },
      body: { email: 'friend@mail.example' },
    })
    expect([invited.status, invited.body.error?.code]).toEqual([401, 'email_not_confirmed'])
  })

  it('starts on fourteen days of demo, owned by its maker, and takes nothing else', async () => {
    const more = { balanceMinor: 1_000_000, balance_minor: 1_000_000, tariff: 'expert', is_agent: true, isAgent: true }
    const refused = await anna.ask(cabinets.createCabinet, { body: { ...order('modest'), ...more } })
    expect(Object.keys(refused.body.error?.fields ?? {}).sort()).toEqual(Object.keys(more).sort())
    const made = (await anna.ask(cabinets.createCabinet, { body: order('modest') })).body.data as { id: number }
    expect(made).toMatchObject({
      role: 'owner',
      balanceMinor: 0,
      isAgent: false,
      cards: 0,
      isOnTestCertificate: true,
      tariff: { key: 'demo', isDemo: true, limits: { cards: 50, templates: 1, forms: 1 } },
    })
    expect(await anna.send(cabinets.statusBar, { params: { c: made.id } })).toMatchObject({
      status: 'ok',
      demoDaysLeft: 14,
      isEmailVerified: true,
    })
    server.passTime(10 * DAY_MS)
    expect((await anna.send(cabinets.statusBar, { params: { c: made.id } })).demoDaysLeft).toBe(4)
  })

  it.each([
    ['tax number', { taxNumber: '12' }, 'taxNumber'],
    ['name', { name: ' ' }, 'name'],
    ['name that is a link', { name: 'Prizes at evil.example' }, 'name'],
    ['name of others', { name: 'Apple Support' }, 'name'],
    ['domain', { domain: 'a_b' }, 'domain'],
  ])('is refused with a bad %s at its field', async (_, change, field) => {
    const response = await anna.ask(cabinets.createCabinet, { body: { ...order('badly'), ...change } })
    expect([response.status, Object.keys(response.body.error?.fields ?? {})]).toEqual([422, [field]])
  })
})

describe('cabinets without a paid tariff', () => {
  it('are five at most for one owner, also when they are added at the same time', async () => {
    const eager = await signIn(server, 'Eager')
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, i) => eager.ask(cabinets.createCabinet, { body: order(`eager-${i}`) })),
    )
    expect(tally(all.map((response) => response.status))).toEqual({ 201: 5, 403: 7 })
    const refused = all.find((response) => response.status === 403)
    expect(refused?.body.error).toMatchObject({ code: 'cabinet_limit', detail: { limit: 5 } })
    const [first] = (await eager.send(cabinets.listCabinets, { query: {} })).data
    await setPlan(server, first?.id ?? 0, 'base')
    expect((await eager.ask(cabinets.createCabinet, { body: order('eager-more') })).status).toBe(201)
  })

  it('of which somebody is only a member do not count', async () => {
    const [host, guest] = [await signIn(server, 'Host'), await signIn(server, 'Guest')]
    for (let i = 0; i < 5; i++) await host.send(cabinets.createCabinet, { body: order(`host-${i}`) })
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select c.id, gen_random_uuid(), u.id, 'member', now() from cabinets c, users u
        where c.domain like 'host-%' and u.email = $1`,
      [guest.email],
    )
    expect((await guest.ask(cabinets.createCabinet, { body: order('guest-own') })).status).toBe(201)
  })
})

describe('the list of cabinets', () => {
  it('shows a user his own by pages, search and order, each once', async () => {
    const carl = await signIn(server, 'Carl')
    for (const [name, domain] of [
      ['Beta', 'shop-2'],
      ['alpha', 'shop-1'],
      ['Gamma 100%', 'shop-3'],
      ['Delta', 'other'],
    ]) {
      await carl.send(cabinets.createCabinet, { body: order(domain as string, name as string) })
    }
    const names = async (query: Record<string, string | number>) =>
      (await carl.send(cabinets.listCabinets, { query } as never)).data.map((one) => one.name)
    expect(await names({})).toEqual(['Delta', 'Gamma 100%', 'alpha', 'Beta'])
    expect(await names({ o: 'created', d: 'asc' })).toEqual(['Beta', 'alpha', 'Gamma 100%', 'Delta'])
    expect((await names({ o: 'name', d: 'asc' })).map((name) => name.toLowerCase())).toEqual([
      'alpha',
      'beta',
      'delta',
      'gamma 100%',
    ])
    expect(await names({ q: 'SHOP' })).toHaveLength(3)
    expect(await names({ q: '%' })).toEqual(['Gamma 100%'])
    expect([...(await names({ limit: 3, page: 1 })), ...(await names({ limit: 3, page: 2 }))]).toEqual([
      'Delta',
      'Gamma 100%',
      'alpha',
      'Beta',
    ])
    expect((await carl.send(cabinets.listCabinets, { query: { limit: 3, page: 2 } })).meta).toEqual({
      total: 4,
      page: 2,
      limit: 3,
    })
    expect(await names({ page: 9 })).toEqual([])
    expect((await carl.ask(cabinets.listCabinets, { query: { o: 'name; drop table users' } })).status).toBe(422)
    const menu = await carl.send(cabinets.menu)
    expect([menu.total, menu.invites, menu.recent.map((one) => one.domain)]).toEqual([
      4,
      0,
      ['other', 'shop-3', 'shop-1'],
    ])
  })

  it('opens none of another user, the same as one that never existed', async () => {
    const dora = await signIn(server, 'Dora')
    const bare = (response: Awaited<ReturnType<typeof dora.ask>>) => ({
      ...response,
      body: { error: { ...response.body.error, requestId: '' } },
    })
    const foreign = await dora.ask(cabinets.openCabinet, { params: { domain: 'taken-one' } })
    expect(foreign.status).toBe(404)
    expect(bare(foreign)).toEqual(bare(await dora.ask(cabinets.openCabinet, { params: { domain: 'never-was' } })))
    expect(bare(foreign)).toEqual(bare(await dora.ask(cabinets.openCabinet, { params: { domain: 'a\u0000b' } })))
    expect((await dora.send(cabinets.listCabinets, { query: {} })).data).toEqual([])
  })
})

it('gives out card numbers up to the tariff and not one more, each once, to many at the same time', async () => {
  const { id } = await anna.send(cabinets.createCabinet, { body: order('numbers') })
  await query(server, 'update cabinets set cards = 45 where id = $1', [id])
  const numbers = await Promise.all(Array.from({ length: 20 }, () => openForWork(server.app, id, takeCardNumber)))
  expect(numbers.filter((one) => one !== undefined).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
})
