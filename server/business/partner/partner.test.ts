import { afterAll, beforeAll, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { finance } from '../../../contract/business/finance.ts'
import { partner } from '../../../contract/business/partner.ts'
import { users } from '../../../contract/platform/users.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, PASSWORD, Person, request, type Shop, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { book } from '../finance/finance.ts'
import { recordSpending } from './jobs.ts'

let server: TestServer
let agent: Shop
let code: string
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DOMAIN: 'demo-shop', TRUST_PROXY: '1' } })
  agent = await openShop(server, 'Agent')
  await query(server, 'update cabinets set is_agent = true where id = $1', [agent.c])
  code = (await agent.owner.send(partner.activateReferral, { params: { c: agent.c } })).code ?? ''
})
afterAll(() => server?.close())

const of = (shop: Shop) => ({ params: { c: shop.c } })

/** Signs up through the public call, as the form does. */
async function signUp(name: string, promoCode: string | undefined, isConfirmed = true): Promise<Person> {
  const email = `${name.toLowerCase()}@people.example`
  await request(server, users.signUp, {
    body: {
      name,
      surname: 'Tester',
      email,
      phone: '+420601123456',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      consent: true,
      ...(promoCode && { promoCode }),
    },
  })
  if (isConfirmed)
    await query(
      server,
      'update users set email_verified_at = now(), offer_version = 1, offer_accepted_at = now() where email = $1',
      [email],
    )
  const { token } = (await request(server, users.login, { body: { email, password: PASSWORD } })).body.data as {
    token: string
  }
  return new Person(server, email, token)
}
const openAccount = (person: Person, name: string, domain: string) =>
  person.send(cabinets.createCabinet, { body: { name, domain, taxNumber: '12345678' } })

it('a code is made once and counts who signed up with it and confirmed the address', async () => {
  const plain = await openShop(server, 'Plain')
  expect(await plain.owner.send(partner.readReferral, of(plain))).toEqual({
    code: null,
    link: null,
    people: 0,
    accounts: 0,
    bonusMinor: 0,
    latest: [],
  })
  const codes = await Promise.all(
    Array.from({ length: 6 }, () => plain.owner.send(partner.activateReferral, of(plain))),
  )
  const [first] = codes
  expect(new Set(codes.map((one) => one.code)).size).toBe(1)
  expect(first?.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(first?.link).toBe(`${server.url}/#/signup?promo=${first?.code}`)

  await signUp('Petra', first?.code?.toLowerCase())
  await signUp('Unproved', first?.code ?? '', false)
  await signUp('Nobody', undefined)
  expect(await plain.owner.send(partner.readReferral, of(plain))).toMatchObject({
    people: 1,
    accounts: 0,
    latest: [{ name: 'Petra T.' }],
  })
})

it('a code that no agent has is refused at the sign-up, whether the address is known or not', async () => {
  const form = (email: string) => ({
    name: 'Slip',
    surname: 'Tester',
    email,
    phone: '+420601123456',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    consent: true as const,
    promoCode: 'ZZZZZZZZ',
  })
  const [fresh, known] = [
    await request(server, users.signUp, { body: form('slip@people.example') }),
    await request(server, users.signUp, { body: form('petra@people.example') }),
  ]
  expect([fresh.status, fresh.body.error?.code, known.status, known.body.error?.code]).toEqual([
    404,
    'promo_account_not_found',
    404,
    'promo_account_not_found',
  ])
  expect(await query(server, `select id from users where email = 'slip@people.example'`)).toEqual([])
})

it('a code is checked before the sign-up, and not guessed: sixty tries an hour, by either call', async () => {
  const check = (promoCode: string, ip = '192.0.2.77') =>
    request(server, users.checkPromo, { body: { promoCode } }, undefined, { 'x-forwarded-for': ip })
  const known = await check(` ${code.toLowerCase()} `)
  expect([known.status, known.body.data]).toEqual([200, {}])
  const unknown = await check('ZZZZZZZZ')
  expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'promo_account_not_found'])
  expect((await check('')).status).toBe(404)
  const tries = await Promise.all(Array.from({ length: 70 }, (_, i) => check(`ZZZZZZ${i}`)))
  expect(tries.filter(({ status }) => status === 404)).toHaveLength(57)
  expect((await check(code)).status).toBe(429)
  const body = { email: 'guess@people.example', password: PASSWORD, consent: true as const, promoCode: code }
  const from = { 'x-forwarded-for': '192.0.2.77' }
  expect((await request(server, users.signUp, { body }, undefined, from)).body.error?.code).toBe('too_many_tries')
  expect((await check(code, '192.0.2.78')).status).toBe(200)
})

it('a member reads the code, and the owner alone makes it', async () => {
  const shop = await openShop(server, 'Owned')
  const member = await signIn(server, 'Reader')
  await query(
    server,
    `insert into accesses (cabinet_id, id, user_id, role, created_at)
      select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
    [shop.c, member.email],
  )
  expect((await member.ask(partner.readReferral, of(shop))).status).toBe(200)
  expect((await member.ask(partner.activateReferral, of(shop))).status).toBe(404)
})

it('the partner section is open to agents only', async () => {
  const plain = await openShop(server, 'Outsider')
  for (const one of [partner.listChildren, partner.listSpent, partner.sumSpent, partner.listNoApp])
    expect((await plain.owner.ask(one, of(plain))).status).toBe(404)
})

it('an agent sees masked accounts that came with the code and what they spent, once each and no ledger', async () => {
  const client = await signUp('Klara', code)
  const account = await openAccount(client, 'Bakery Rosa', 'bakery-rosa')
  await openAccount(await signUp('Stranger', undefined), 'Elsewhere', 'elsewhere')
  await openForWork(server.app, account.id, (db) => book(server.app, db, { event: 'top_up', amountMinor: 10_000 }))
  const after = await client.send(finance.chooseTariff, {
    params: { c: account.id, tariffId: 'base' },
    body: { slots: 0 },
  })
  const spent = 10_000 - after.balanceMinor
  await server.drainJobs()
  const { data, meta } = await agent.owner.send(partner.listChildren, { ...of(agent), query: {} })
  expect(meta.total).toBe(1)
  expect(data).toEqual([
    {
      name: 'Bak•••',
      tariff: 'base',
      createdAt: account.createdAt,
      spentMinor: spent,
      paidMinor: 0,
      shareMinor: 0,
      lastSpentAt: expect.any(String),
    },
  ])
  expect((await agent.owner.send(partner.listSpent, { ...of(agent), query: {} })).data).toMatchObject([
    { name: 'Bak•••', amountMinor: spent },
  ])
  expect(await agent.owner.send(partner.sumSpent, { ...of(agent), query: {} })).toEqual({
    amountMinor: spent,
    charges: 1,
    accounts: 1,
  })
  expect(await agent.owner.send(partner.sumSpent, { ...of(agent), query: { to: '2020-01-01' } })).toEqual({
    amountMinor: 0,
    charges: 0,
    accounts: 0,
  })

  // The job runs twice, as a job may: it counts once.
  await recordSpending.handle(server.app, {
    agentId: agent.c,
    childId: account.id,
    no: 2,
    amountMinor: spent,
    at: new Date().toISOString(),
  })
  expect(await agent.owner.send(partner.sumSpent, { ...of(agent), query: {} })).toMatchObject({ charges: 1 })
  expect((await agent.owner.ask(finance.listTransactions, { params: { c: account.id } })).status).toBe(404)
})

it('people without an account are shown to the account of the demo alone, masked', async () => {
  expect((await agent.owner.ask(partner.listNoApp, of(agent))).status).toBe(404)
  const demo = await openShop(server, 'Demo')
  await query(server, 'update cabinets set is_agent = true where id = $1', [demo.c])
  await signUp('Lonely', undefined)
  const { data } = await demo.owner.send(partner.listNoApp, { ...of(demo), query: { limit: 100 } })
  const names = data.map((one) => one.name)
  expect(names).toContain('Lonely T.')
  expect(names).not.toContain('Klara T.')
  expect(names).not.toContain('Unproved T.')
  expect(data.find((one) => one.name === 'Lonely T.')).toMatchObject({ email: 'l•••@p•••.example', phone: '+420•••56' })
  expect((await demo.owner.send(cabinets.openCabinet, { params: { domain: 'demo-shop' } })).isDemoDomain).toBe(true)
})
