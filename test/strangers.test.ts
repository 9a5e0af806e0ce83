import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../contract/call.ts'
import { signIn, type Person } from './people.ts'
import { inputOf } from './samples.ts'
import { startTestServer, type TestServer } from './server.ts'
import {
  ALL_CALLS,
  answerOf,
  furnish,
  hasPathId,
  isOfCabinet,
  nowhere,
  rowsOf,
  sayFromElsewhere as say,
  unclear,
  withOwner,
  type Named,
  type Place,
} from './walk.ts'

const guarded = ALL_CALLS.filter(({ one }) => one.who !== 'nobody')
const ofCabinet = ALL_CALLS.filter(({ one }) => isOfCabinet(one))
const NEVER = 987_654_321

describe('who is not let in', () => {
  let server: TestServer
  let own: Place
  let other: Place
  let stranger: Person
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    own = await furnish(server, 'Anna')
    other = await furnish(server, 'Boris')
    stranger = await signIn(server, 'Stranger')
  })
  afterAll(() => server?.close())

  it.each(guarded)('$name asks for a session', async ({ one }) => {
    const input = await inputOf(one, own.ids)
    const refused = {
      status: 401,
      error: expect.objectContaining({
        code: 'unauthorized',
        message: 'Your session has ended. Log in again.',
      }) as unknown,
    }
    const near = own.owner.token.slice(0, -1) + (own.owner.token.endsWith('A') ? 'B' : 'A')
    for (const token of [undefined, 'rubbish', `kt_${'x'.repeat(43)}`, near, 'a'.repeat(5000)]) {
      expect(answerOf(await say(server, one, input, token))).toEqual(refused)
    }
  })

  it.each(ofCabinet)(
    '$name tells a stranger what it tells of a cabinet that never was, to the byte',
    async ({ one }) => {
      const whole = async (c: number, withInput: boolean) => {
        const input = await inputOf(one, { ...own.ids, c })
        const said = await say(server, one, withInput ? input : { params: input.params }, stranger.token)
        return answerOf(said)
      }
      for (const withInput of [true, false]) {
        const refused = await whole(own.ids.c, withInput)
        expect(refused).toEqual(await whole(NEVER, withInput))
        expect(refused).toMatchObject({ status: 404, error: { code: 'not_found' } })
      }
    },
  )

  it('the headers of that answer are the same too', async () => {
    const heads = await Promise.all(
      [own.ids.c, NEVER].map(async (c) => {
        const response = await fetch(`${server.url}/api/applications/${c}/clients`, {
          headers: { authorization: `Bearer ${stranger.token}` },
        })
        await response.text()
        return Object.fromEntries([...response.headers].filter(([name]) => !/^(date|x-ratelimit-.*)$/.test(name)))
      }),
    )
    expect(heads[0]).toEqual(heads[1])
  })

  it('a cabinet by its name is as unknown to a stranger as one that never was', async () => {
    const [open] = ALL_CALLS.filter(({ name }) => name === 'cabinets.openCabinet') as [Named]
    const [real, never] = [
      await say(server, open.one, { params: { domain: own.ids.domain } }, stranger.token),
      await say(server, open.one, { params: { domain: 'never-was' } }, stranger.token),
    ]
    expect(answerOf(real)).toEqual(answerOf(never))
    expect(real.status).toBe(404)
  })

  it("what is the owner's alone is not there for a member", async () => {
    const member = await signIn(server, 'Member')
    await withOwner(server, (client) =>
      client.query(
        `insert into accesses (cabinet_id, id, user_id, role, created_at)
          select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
        [own.ids.c, member.email],
      ),
    )
    const calls = ALL_CALLS.filter(
      ({ one }) => isOfCabinet(one) && (one.who === 'owner' || one.who === 'agent' || one.who === 'operator'),
    )
    expect(calls.length).toBeGreaterThan(0)
    for (const { name, one } of calls) {
      const said = await say(server, one, await inputOf(one, own.ids), member.token)
      expect([name, said.status, said.body.error?.code]).toEqual([name, 404, 'not_found'])
    }
    const reads = ALL_CALLS.filter(({ name }) => name === 'clients.listClients')
    for (const { one } of reads)
      expect((await say(server, one, await inputOf(one, own.ids), member.token)).status).toBe(200)
  })

  it('a tariff that is too low is named as the reason', async () => {
    const paid = ALL_CALLS.filter(({ one }) => one.plan !== undefined)
    await withOwner(server, (client) =>
      client.query("update cabinets set tariff_key = 'demo' where id = $1", [own.ids.c]),
    )
    for (const { name, one } of paid) {
      const said = await say(server, one, await inputOf(one, own.ids), own.owner.token)
      expect([name, said.status, said.body.error?.code, said.body.error?.detail?.plan]).toEqual([
        name,
        403,
        'plan_too_low',
        one.plan,
      ])
    }
    await withOwner(server, (client) =>
      client.query("update cabinets set tariff_key = 'expert' where id = $1", [own.ids.c]),
    )
  })

  it('a name in the address that is no number opens nothing', async () => {
    const { one } = ALL_CALLS.find(({ name }) => name === 'clients.listClients') as Named
    for (const c of [
      `0${own.ids.c}x`,
      '-1',
      '0',
      '1e3',
      `${own.ids.c}.5`,
      '9'.repeat(16),
      '9'.repeat(60),
      'abc',
      '%00',
      `${own.ids.c},${other.ids.c}`,
      "1' or '1'='1",
    ]) {
      const said = await say(server, one, { params: { c } }, own.owner.token)
      expect([c, said.status, said.body.error?.code]).toEqual([c, 404, 'not_found'])
    }
  })

  describe('with the ids of another cabinet', () => {
    let before: Record<string, string>
    beforeAll(async () => {
      before = await rowsOf(server, other.ids.c)
    })

    it.each(ALL_CALLS.filter(({ one }) => hasPathId(one)))('$name answers as if there were none', async ({ one }) => {
      const ask = async (ids: Place['ids']) => {
        const foreign = await inputOf(one, { ...ids, c: own.ids.c })
        const { body, query } = await inputOf(one, own.ids)
        return say(server, one, { ...foreign, body, query }, own.owner.token)
      }
      const said = await ask(other.ids)
      expect(answerOf(said)).toEqual(answerOf(await ask(nowhere(own.ids))))
      expect([said.status, unclear(one, said)]).toEqual([404, undefined])
    })

    it.each(ofCabinet.filter(({ one }) => one.body.type !== 'undefined' || one.query.type !== 'undefined'))(
      '$name takes none in its body or query, if it names any',
      async ({ one }) => {
        const ask = async (ids: Place['ids']) => {
          const { params } = await inputOf(one, own.ids)
          const { body, query, file } = await inputOf(one, ids)
          return say(server, one, { params, body, query, ...(file && { file }) }, own.owner.token)
        }
        const empty = nowhere(own.ids)
        const named = (input: Awaited<ReturnType<typeof inputOf>>) => JSON.stringify([input.body, input.query])
        if (named(await inputOf(one, other.ids)) === named(await inputOf(one, empty))) return
        const [foreign, none] = [await ask(other.ids), await ask(empty)]
        const withoutIds = (said: unknown) =>
          JSON.stringify(answerOf(said as never))
            .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
            .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, 'time')
            .replace(/form\/?[\w-]*|"formKey":"[^"]*"|"url":"[^"]*"/g, 'key')
        expect(withoutIds(foreign)).toBe(withoutIds(none))
        expect(unclear(one, foreign)).toBeUndefined()
        const seen = JSON.stringify(foreign.body)
        expect([other.ids.domain, 'Borisguest', 'Boris push'].filter((secret) => seen.includes(secret))).toEqual([])
      },
    )

    it('nothing of the other cabinet was changed by all of that', async () => {
      expect(await rowsOf(server, other.ids.c)).toEqual(before)
    })
  })

  describe('with more than was asked for', () => {
    const EXTRA = {
      balance: 999_999,
      balanceMinor: 999_999,
      balance_minor: 999_999,
      superuser: true,
      is_superuser: true,
      isAgent: true,
      is_agent: true,
      role: 'owner',
      tariff: 'expert',
      tariff_key: 'expert',
      cabinet_id: NEVER,
      cabinetId: NEVER,
      c: NEVER,
      id: crypto.randomUUID(),
      userId: crypto.randomUUID(),
      user_id: crypto.randomUUID(),
      email_verified_at: '2020-01-01',
      isEmailVerified: true,
      verified: true,
      created_at: '2001-01-01',
      cards: 0,
      next_card_number: 1,
      demo_until: '2099-01-01',
      password_hash: 'x',
      version: 999_999,
    }
    const protectedRows = () =>
      withOwner(server, async (client) => ({
        users: (
          await client.query(
            'select id, superuser, email_key, email_verified_at, password_hash, created_at from users order by id',
          )
        ).rows,
        cabinets: (
          await client.query(
            `select id, domain, balance_minor, is_agent, tariff_key, demo_until, next_card_number, cards,
              created_at from cabinets order by id`,
          )
        ).rows,
        accesses: (await client.query('select * from accesses order by id')).rows,
      }))

    it('a body changes nothing that it may not', async () => {
      const before = await protectedRows()
      const otherRows = await rowsOf(server, other.ids.c)
      const writes = ALL_CALLS.filter(
        ({ one, name }) =>
          one.method !== 'GET' && one.who !== 'nobody' && !['users.logout', 'cabinets.createCabinet'].includes(name),
      )
      for (const { name, one } of writes.filter((call) => call.one.method !== 'DELETE')) {
        const input = await inputOf(one, own.ids)
        const body = { ...EXTRA, ...(input.body as object | undefined), ...(one.upload ? {} : nested(input.body)) }
        const said = await say(
          server,
          one,
          {
            ...input,
            body: one.upload
              ? Object.fromEntries(
                  Object.entries(body)
                    .slice(0, 9)
                    .map(([key, value]) => [key, String(value)]),
                )
              : body,
          },
          own.owner.token,
        )
        expect([name, unclear(one, said)]).toEqual([name, undefined])
      }
      expect(await protectedRows()).toEqual(before)
      expect(await rowsOf(server, other.ids.c)).toEqual(otherRows)
    })

    it('a sign-up makes no operator and no confirmed address, a new cabinet no agent and no balance', async () => {
      const signUp = ALL_CALLS.find(({ name }) => name === 'users.signUp') as Named
      const create = ALL_CALLS.find(({ name }) => name === 'cabinets.createCabinet') as Named
      const body = async (one: Call, more: object) => ({
        ...EXTRA,
        ...((await inputOf(one, own.ids)).body as object),
        ...more,
      })
      expect(
        (await say(server, signUp.one, { body: await body(signUp.one, { email: 'greedy@people.example' }) })).status,
      ).toBe(201)
      expect(
        (await say(server, create.one, { body: await body(create.one, { domain: 'greedy-shop' }) }, own.owner.token))
          .status,
      ).toBe(201)
      await server.drainJobs()
      const rows = await withOwner(
        server,
        async (client) =>
          [
            (await client.query("select superuser, email_verified_at from users where email = 'greedy@people.example'"))
              .rows[0],
            (
              await client.query(
                `select is_agent, balance_minor, tariff_key, cards, next_card_number from cabinets
                  where domain = 'greedy-shop'`,
              )
            ).rows[0],
          ] as unknown[],
      )
      expect(rows).toEqual([
        { superuser: false, email_verified_at: null },
        { is_agent: false, balance_minor: '0', tariff_key: 'demo', cards: 0, next_card_number: '1' },
      ])
    })

    /** The same greed one level down. */
    function nested(body: unknown): object {
      return Object.fromEntries(
        Object.entries((body ?? {}) as object).map(([key, value]) => [
          key,
          typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'extra' && key !== 'variables'
            ? { ...EXTRA, ...value }
            : (value as unknown),
        ]),
      )
    }
  })
})
