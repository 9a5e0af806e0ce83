import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import type { Call } from '../../../contract/call.ts'
import { clients } from '../../../contract/people/clients.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { operator } from '../../../contract/business/operator.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { users } from '../../../contract/platform/users.ts'
import { DAY_MS, query, setPlan, tally } from '../../../test/behind.ts'
import {
  openShop,
  PASSWORD,
  type Person,
  plainDesign,
  type Answer,
  say,
  signIn,
  type Shop,
} from '../../../test/people.ts'
import { inputOf } from '../../../test/samples.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { OPERATOR_ROLE } from '../../base/db.ts'

let server: TestServer
let shop: Shop
let staff: Person
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1', OPERATOR_EMAIL: 'Boss@people.example' } })
  shop = await openShop(server, 'Anna')
  staff = await signIn(server, 'Desk')
  await query(server, 'update users set superuser = true where email = $1', [staff.email])
})
afterAll(() => server?.close())

const of = (c = shop.c) => ({ cabinet: c })
const codeOf = (said: Answer) => [said.status, said.body.error?.code]
const idOf = async (person: Person) => (await person.send(users.me)).id
const trail = () =>
  query<{ call: string; about_cabinet: string | null; path: string }>(
    server,
    'select call, about_cabinet, path from audit_log order by at, id',
  )

describe('the area of the operator', () => {
  const calls = Object.entries(operator as Readonly<Record<string, Call>>)

  it('is not there for anybody else, whatever he asks', async () => {
    const ids = {
      c: shop.c,
      domain: shop.domain,
      template: shop.template,
      formKey: shop.formKey,
      client: '',
      push: '',
      image: '',
      variable: '',
    }
    const before = await trail()
    for (const [name, one] of calls) {
      const said = await shop.owner.ask(one, { ...(await inputOf(one, ids as never)) } as never)
      expect([name, ...codeOf(said)]).toEqual([name, 404, 'not_found'])
    }
    expect(await trail()).toEqual(before)
  })

  it('gives no key to what a cabinet holds: its clients, cards and texts stay closed', async () => {
    expect((await shop.owner.ask(clients.listClients, { params: { c: shop.c } })).status).toBe(200)
    for (const said of [
      await staff.ask(clients.listClients, { params: { c: shop.c } }),
      await staff.ask(templates.listTemplates, { params: { c: shop.c } }),
      await staff.ask(access.listPeople, { params: { c: shop.c } }),
      await staff.ask(cabinets.openCabinet, { params: { domain: shop.domain } }),
    ])
      expect(codeOf(said)).toEqual([404, 'not_found'])
  })

  it('reads with a role that sees who is there and nothing more', async () => {
    const may = (privilege: string) =>
      query<{ name: string }>(
        server,
        `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind in ('r', 'p') and (has_table_privilege($1, c.oid, $2) or has_any_column_privilege($1, c.oid, $2)) order by 1`,
        [OPERATOR_ROLE, privilege],
      )
    expect((await may('select')).map((row) => row.name)).toEqual([
      'accesses',
      'audit_checks',
      'audit_log',
      'cabinets',
      'invitations',
      'sessions',
      'support_conversations',
      'support_messages',
      'support_screenshots',
      'tariffs',
      'users',
    ])
    expect((await may('update')).map((row) => row.name)).toEqual(['tariffs'])
    expect(await may('insert')).toEqual([])
    const secrets = await query<{ name: string }>(
      server,
      `select a.attrelid::regclass || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and a.attname ~ 'password|token|hash|secret' and has_column_privilege($1, a.attrelid, a.attnum, 'select')`,
      [OPERATOR_ROLE],
    )
    expect(secrets).toEqual([])
  })
})

describe('cabinets', () => {
  it('are found by name, identifier and the e-mail of the owner, and narrowed by tariff', async () => {
    const other = await openShop(server, 'Boris')
    await setPlan(server, other.c, 'expert')
    const found = async (input: object) =>
      (await staff.send(operator.listCabinets, { query: input })).data.map((one) => one.name)
    expect(await found({ q: 'boris SHOP' })).toEqual(['Boris shop'])
    expect(await found({ q: 'anna-sh' })).toEqual(['Anna shop'])
    expect(await found({ q: 'boris@people' })).toEqual(['Boris shop'])
    expect(await found({ q: '%' })).toEqual([])
    expect(await found({ tariff: 'demo' })).toEqual(['Anna shop'])
    expect(await found({ o: 'name', d: 'asc' })).toEqual(['Anna shop', 'Boris shop'])
    expect(await staff.send(operator.listCabinets, { query: { limit: 1, page: 2 } })).toMatchObject({
      data: [{ name: 'Anna shop' }],
      meta: { total: 2, page: 2, limit: 1 },
    })
  })

  it('show who works in them, and no more', async () => {
    const opened = await staff.send(operator.readCabinet, { params: of() })
    expect(opened).toMatchObject({
      id: shop.c,
      tariff: 'demo',
      cardLimit: 50,
      owner: { email: shop.owner.email },
      people: [{ email: shop.owner.email, role: 'owner' }],
    })
    expect(opened.trail.map((row) => row.call)).toContain('templates.createTemplate')
    for (const cabinet of ['987654321', 'x', '1'.repeat(17), '-1'])
      expect(codeOf(await say(server, operator.readCabinet, { params: { cabinet } }, staff.token))).toEqual([
        404,
        'not_found',
      ])
  })

  it('on demo get more days, from now on when it was over', async () => {
    const before = Date.parse((await staff.send(operator.readCabinet, { params: of() })).demoUntil ?? '')
    const longer = await staff.send(operator.extendDemo, { params: of(), body: { days: 10 } })
    expect(Date.parse(longer.demoUntil ?? '') - before).toBe(10 * DAY_MS)
    await query(server, `update cabinets set demo_until = now() - interval '5 days' where id = $1`, [shop.c])
    expect((await staff.send(operator.readCabinet, { params: of() })).isLimited).toBe(true)
    const again = await staff.send(operator.extendDemo, { params: of(), body: { days: 1 } })
    expect([
      again.isLimited,
      Math.round((Date.parse(again.demoUntil ?? '') - server.now().getTime()) / DAY_MS),
    ]).toEqual([false, 1])
    for (const days of [0, 61, 1.5])
      expect((await staff.ask(operator.extendDemo, { params: of(), body: { days } })).status).toBe(422)
  })

  it('get any tariff, a lower one too, and keep their balance', async () => {
    await query(server, 'update cabinets set slots = 2 where id = $1', [shop.c])
    const balance = (await staff.send(operator.readCabinet, { params: of() })).balanceMinor
    expect(await staff.send(operator.setTariff, { params: of(), body: { tariff: 'expert' } })).toMatchObject({
      tariff: 'expert',
      demoUntil: null,
      balanceMinor: balance,
      slots: 2,
      cardLimit: 6000,
    })
    expect(codeOf(await staff.ask(operator.extendDemo, { params: of(), body: { days: 3 } }))).toEqual([
      409,
      'not_on_demo',
    ])
    expect(
      (await shop.owner.send(notifications.listNotifications, { params: { c: shop.c }, query: {} })).data,
    ).toMatchObject([{ type: 'changing_tariff' }])
    const back = await staff.send(operator.setTariff, { params: of(), body: { tariff: 'demo' } })
    expect([
      back.slots,
      back.cardLimit,
      Math.round((Date.parse(back.demoUntil ?? '') - server.now().getTime()) / DAY_MS),
    ]).toEqual([0, 50, 14])
  })

  it('become agents and stop being any', async () => {
    for (const isAgent of [true, false]) {
      expect((await staff.send(operator.setAgent, { params: of(), body: { isAgent } })).isAgent).toBe(isAgent)
      expect((await shop.owner.send(cabinets.openCabinet, { params: { domain: shop.domain } })).isAgent).toBe(isAgent)
    }
  })

  it('get their balance corrected by the ledger, with a reason', async () => {
    const before = (await staff.send(operator.readCabinet, { params: of() })).balanceMinor
    expect(
      (await staff.send(operator.correctBalance, { params: of(), body: { amountMinor: -150, reason: 'Paid twice' } }))
        .balanceMinor,
    ).toBe(before - 150)
    expect(
      await query(
        server,
        'select event, amount_minor::int, note from transactions where cabinet_id = $1 order by no desc limit 1',
        [shop.c],
      ),
    ).toEqual([{ event: 'correction', amount_minor: -150, note: 'Paid twice' }])
    for (const body of [
      { amountMinor: 0, reason: 'Nothing' },
      { amountMinor: 100, reason: '' },
    ])
      expect((await staff.ask(operator.correctBalance, { params: of(), body })).status).toBe(422)
    await staff.send(operator.correctBalance, { params: of(), body: { amountMinor: 150, reason: 'Back again' } })
  })
})

describe('users', () => {
  it('are found, and signed out everywhere at once', async () => {
    const lost = await signIn(server, 'Lost')
    const {
      data: [row],
    } = await staff.send(operator.listUsers, { query: { q: 'lost tes' } })
    expect(row).toMatchObject({ email: lost.email, isEmailVerified: true, superuser: false, cabinets: 0 })
    expect(await staff.send(operator.readUser, { params: { id: row?.id ?? '' } })).toMatchObject({
      sessions: 1,
      works: [],
      isSelf: false,
    })
    expect(await staff.send(operator.endSessions, { params: { id: row?.id ?? '' } })).toEqual({ ended: 1 })
    expect((await lost.ask(users.me)).status).toBe(401)
    expect((await staff.send(operator.readUser, { params: { id: await idOf(shop.owner) } })).works).toMatchObject([
      { name: 'Anna shop', role: 'owner' },
    ])
    for (const one of [operator.readUser, operator.endSessions])
      expect(codeOf(await staff.ask(one, { params: { id: crypto.randomUUID() } }))).toEqual([404, 'user_not_found'])
  })

  it('get the mail of the sign-up again, unless they have confirmed', async () => {
    const body = {
      name: 'New',
      surname: 'Person',
      email: 'new@people.example',
      phone: '+420601123456',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      consent: true as const,
    }
    await say(server, users.signUp, { body }, undefined, { 'x-locale': 'de' })
    await server.drainJobs()
    const {
      data: [row],
    } = await staff.send(operator.listUsers, { query: { q: 'new@people' } })
    await staff.send(operator.resendVerification, { params: { id: row?.id ?? '' } })
    await server.drainJobs()
    expect(server.outside.smtp.mailbox.list('new@people.example')).toHaveLength(2)
    expect(codeOf(await staff.ask(operator.resendVerification, { params: { id: await idOf(shop.owner) } }))).toEqual([
      409,
      'already_confirmed',
    ])
    expect(
      codeOf(await staff.ask(operator.setSuperuser, { params: { id: row?.id ?? '' }, body: { superuser: true } })),
    ).toEqual([409, 'person_not_confirmed'])
  })

  it('become operators and stop being any, at once; nobody changes himself', async () => {
    const second = await signIn(server, 'Second')
    const id = await idOf(second)
    expect((await second.ask(operator.summary)).status).toBe(404)
    expect((await staff.send(operator.setSuperuser, { params: { id }, body: { superuser: true } })).superuser).toBe(
      true,
    )
    expect((await second.ask(operator.summary)).status).toBe(200)
    for (const superuser of [true, false])
      expect(
        codeOf(await staff.ask(operator.setSuperuser, { params: { id: await idOf(staff) }, body: { superuser } })),
      ).toEqual([409, 'not_oneself'])
    await staff.send(operator.setSuperuser, { params: { id }, body: { superuser: false } })
    expect((await second.ask(operator.summary)).status).toBe(404)
  })

  it('become operators by the password alone when it was not given lately', async () => {
    const third = await signIn(server, 'Third')
    const params = { id: await idOf(third) }
    server.passTime(11 * 60_000)
    const make = (more: object) => staff.ask(operator.setSuperuser, { params, body: { superuser: true, ...more } })
    expect(codeOf(await make({}))).toEqual([403, 'password_needed'])
    expect((await make({ password: 'Wrong-horse-42' })).body.error?.fields?.password?.code).toBe('password_wrong')
    expect((await staff.send(operator.readUser, { params })).superuser).toBe(false)
    expect((await make({ password: PASSWORD })).status).toBe(200)
    expect((await staff.ask(operator.setSuperuser, { params, body: { superuser: false } })).status).toBe(200)
  })

  it('of two operators who remove each other at once one stays', async () => {
    const twin = await signIn(server, 'Twin')
    await staff.send(operator.setSuperuser, { params: { id: await idOf(twin) }, body: { superuser: true } })
    const both = [
      [staff, await idOf(twin)],
      [twin, await idOf(staff)],
    ] as const
    await Promise.all(
      both.map(([who, id]) => who.ask(operator.setSuperuser, { params: { id }, body: { superuser: false } })),
    )
    expect(await query(server, 'select 1 from users where superuser')).toHaveLength(1)
    await query(server, `update users set superuser = (email = $1)`, [staff.email])
  })

  it('with the address of the installation are operators once it is proved, and nobody who only looks like it', async () => {
    const body = {
      name: 'Big',
      surname: 'Boss',
      phone: '+420601123456',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      consent: true as const,
    }
    for (const email of ['boss@people.example', 'ｂoss2@people.example'])
      await say(server, users.signUp, { body: { ...body, email } })
    await server.drainJobs()
    const flagOf = async (email: string) =>
      (await query<{ superuser: boolean }>(server, 'select superuser from users where email = $1', [email]))[0]
        ?.superuser
    expect(await flagOf('boss@people.example')).toBe(false)
    const { mailbox } = server.outside.smtp
    const code =
      /verify\/([\w-]+)/.exec(mailbox.get(mailbox.list('boss@people.example')[0]?.id ?? '')?.text ?? '')?.[1] ?? ''
    await say(server, users.verifyEmail, { params: { code } })
    expect(await flagOf('boss@people.example')).toBe(true)
    await query(
      server,
      `update users set superuser = false, email = 'ｂoss@people.example' where email = 'boss@people.example'`,
    )
    await say(server, users.verifyEmail, { params: { code } })
    const { promoteOperator } = await import('../../platform/users/users.ts')
    await promoteOperator(server.app)
    expect(await flagOf('ｂoss@people.example')).toBe(false)
  })
})

describe('tariffs', () => {
  const readTariff = async (key: string) => {
    const found = (await staff.send(operator.listTariffs)).find((one) => one.key === key)
    if (!found) throw new Error(`no tariff ${key}`)
    const { key: _, cabinets: _count, ...input } = found
    return input
  }

  it('are changed, and hold at once', async () => {
    const demo = await readTariff('demo')
    const another = () =>
      shop.owner.ask(templates.createTemplate, {
        params: { c: shop.c },
        body: { name: 'Second', type: 'bonus', design: plainDesign(), birthdayEnabled: false, variables: {} },
      })
    expect(codeOf(await another())).toEqual([403, 'template_limit'])
    const saved = await staff.send(operator.saveTariff, {
      params: { key: 'demo' },
      body: { ...demo, templates: 2, users: 7 },
    })
    expect([saved.templates, saved.users, saved.version]).toEqual([2, 7, demo.version + 1])
    expect((await another()).status).toBe(201)
    expect((await shop.owner.send(access.listPeople, { params: { c: shop.c } })).limit).toBe(7)
  })

  it('are not overwritten by whoever read them before', async () => {
    const base = await readTariff('base')
    const all = await Promise.all(
      [4000, 4100].map((priceMinor) =>
        staff.ask(operator.saveTariff, { params: { key: 'base' }, body: { ...base, priceMinor } }),
      ),
    )
    expect(tally(all.map((said) => said.status))).toEqual({ 200: 1, 409: 1 })
    expect((await readTariff('base')).version).toBe(base.version + 1)
  })

  it('keep the demo free and open, and are only those that there are', async () => {
    const demo = await readTariff('demo')
    for (const [change, field] of [
      [{ priceMinor: 100 }, 'priceMinor'],
      [{ isArchived: true }, 'isArchived'],
      [{ users: 0 }, 'users'],
      [{ geoPoints: 11 }, 'geoPoints'],
    ] as const) {
      const said = await staff.ask(operator.saveTariff, { params: { key: 'demo' }, body: { ...demo, ...change } })
      expect([said.status, Object.keys(said.body.error?.fields ?? {})]).toEqual([422, [field]])
    }
    expect(codeOf(await staff.ask(operator.saveTariff, { params: { key: 'gold' }, body: demo }))).toEqual([
      404,
      'tariff_not_found',
    ])
  })
})

describe('invitations of all cabinets', () => {
  it('are listed while they wait, and revoked', async () => {
    await shop.owner.send(access.invitePerson, { params: { c: shop.c }, body: { email: 'guest@people.example' } })
    const waiting = async (q = '') =>
      (await staff.send(operator.listInvitations, { query: { q } })).data.map((one) => [
        one.email,
        one.cabinet.name,
        one.inviter.email,
      ])
    expect(await waiting('guest@')).toEqual([['guest@people.example', 'Anna shop', shop.owner.email]])
    expect(await waiting('nobody')).toEqual([])
    const revoke = () => staff.ask(operator.revokeInvitation, { params: { ...of(), email: 'guest@people.example' } })
    expect((await revoke()).status).toBe(200)
    expect(await waiting()).toEqual([])
    expect(codeOf(await revoke())).toEqual([404, 'invite_not_found'])
  })
})

describe('the trail', () => {
  it('has exactly one row of each of the above, about its cabinet, and none of a refused one', async () => {
    const before = await trail()
    await staff.send(operator.setAgent, { params: of(), body: { isAgent: false } })
    await staff.ask(operator.extendDemo, { params: of(), body: { days: 99 } })
    await staff.ask(operator.setAgent, { params: of(987_654_321), body: { isAgent: true } })
    await staff.send(operator.readCabinet, { params: of() })
    expect((await trail()).slice(before.length)).toEqual([
      { call: 'operator.setAgent', about_cabinet: String(shop.c), path: `/operator/cabinets/${shop.c}/agent` },
    ])
  })

  it('is read by person, cabinet, call and day', async () => {
    const rows = async (input: object) => (await staff.send(operator.readTrail, { query: input })).rows
    const mine = await rows({ email: staff.email.toUpperCase(), call: 'operator.setAgent' })
    expect(mine.length).toBeGreaterThan(0)
    expect(mine[0]).toMatchObject({
      user: { email: staff.email, name: 'Desk Tester' },
      cabinet: { id: shop.c, name: 'Anna shop' },
      method: 'PUT',
      call: 'operator.setAgent',
      via: 'session',
    })
    expect(new Set((await rows({ cabinet: shop.c })).map((row) => row.cabinet?.id))).toEqual(new Set([shop.c]))
    expect(await rows({ email: 'nobody@people.example' })).toEqual([])
    const today = new Date(server.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
    expect((await rows({ day: today })).length).toBeGreaterThan(10)
    expect(await rows({ day: '2020-01-01' })).toEqual([])
    expect((await staff.send(operator.listTrailCalls)).map((one) => one.call)).toContain('access.invitePerson')
  })

  it('goes on where it ended, without a row twice or left out', async () => {
    const all = (await staff.send(operator.readTrail, { query: { limit: 100 } })).rows.map((row) => row.id)
    const seen: string[] = []
    for (let before: string | null = ''; before !== null;) {
      const page: { rows: { id: string }[]; before: string | null } = await staff.send(operator.readTrail, {
        query: { limit: 7, before },
      })
      seen.push(...page.rows.map((row) => row.id))
      before = seen.length < all.length ? page.before : null
    }
    expect(seen.slice(0, all.length)).toEqual(all)
    expect((await staff.ask(operator.readTrail, { query: { before: 'x' } })).status).toBe(422)
  })
})
