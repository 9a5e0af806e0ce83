import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MEMBER_RIGHTS } from '../contract/limits.ts'
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
  requestFromElsewhere as request,
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
      expect(answerOf(await request(server, one, input, token))).toEqual(refused)
    }
  })

  it.each(ofCabinet)('$name answers a stranger as for a cabinet that never existed, to the byte', async ({ one }) => {
    const whole = async (c: number, withInput: boolean) => {
      const input = await inputOf(one, { ...own.ids, c })
      const answer = await request(server, one, withInput ? input : { params: input.params }, stranger.token)
      return answerOf(answer)
    }
    for (const withInput of [true, false]) {
      const refused = await whole(own.ids.c, withInput)
      expect(refused).toEqual(await whole(NEVER, withInput))
      expect(refused).toMatchObject({ status: 404, error: { code: 'not_found' } })
    }
  })

  it('the headers of that answer are the same too', async () => {
    const heads = await Promise.all(
      [own.ids.c, NEVER].map(async (c) => {
        const response = await fetch(`${server.url}/api/applications/${c}/clients`, {
          headers: { authorization: `Bearer ${stranger.token}` },
        })
        await response.text()
        return Object.fromEntries(
          [...response.headers].filter(([name]) => !/^(date|x-request-id|x-ratelimit-.*)$/.test(name)),
        )
      }),
    )
    expect(heads[0]).toEqual(heads[1])
  })

  it('a cabinet asked for by name is answered to a stranger like one that never existed', async () => {
    const [open] = ALL_CALLS.filter(({ name }) => name === 'cabinets.openCabinet') as [Named]
    const [real, never] = [
      await request(server, open.one, { params: { domain: own.ids.domain } }, stranger.token),
      await request(server, open.one, { params: { domain: 'never-was' } }, stranger.token),
    ]
    expect(answerOf(real)).toEqual(answerOf(never))
    expect(real.status).toBe(404)
  })

  it("what is the owner's alone is not there for a member, and what needs a right is refused", async () => {
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
      const answer = await request(server, one, await inputOf(one, own.ids), member.token)
      expect([name, answer.status, answer.body.error?.code]).toEqual([name, 404, 'not_found'])
    }
    const entrusted = ALL_CALLS.filter(({ one }) => one.right !== undefined)
    expect(new Set(entrusted.map(({ one }) => one.right)).size).toBe(MEMBER_RIGHTS.length)
    for (const { name, one } of entrusted) {
      const answer = await request(server, one, await inputOf(one, own.ids), member.token)
      expect([name, answer.status, answer.body.error?.code, answer.body.error?.detail?.right]).toEqual([
        name,
        403,
        'right_missing',
        one.right,
      ])
    }
    const reads = ALL_CALLS.filter(({ name }) => name === 'clients.listClients')
    for (const { one } of reads)
      expect((await request(server, one, await inputOf(one, own.ids), member.token)).status).toBe(200)
  })

  it('a tariff that is too low is named as the reason', async () => {
    const paid = ALL_CALLS.filter(({ one }) => one.plan !== undefined)
    await withOwner(server, (client) =>
      client.query("update cabinets set tariff_key = 'demo' where id = $1", [own.ids.c]),
    )
    for (const { name, one } of paid) {
      const answer = await request(server, one, await inputOf(one, own.ids), own.owner.token)
      expect([name, answer.status, answer.body.error?.code, answer.body.error?.detail?.plan]).toEqual([
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
      const answer = await request(server, one, { params: { c } }, own.owner.token)
      expect([c, answer.status, answer.body.error?.code]).toEqual([c, 404, 'not_found'])
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
        return request(server, one, { ...foreign, body, query }, own.owner.token)
      }
      const answer = await ask(other.ids)
      expect(answerOf(answer)).toEqual(answerOf(await ask(nowhere(own.ids))))
      expect([answer.status, unclear(one, answer)]).toEqual([404, undefined])
    })

    it.each(ofCabinet.filter(({ one }) => one.body.type !== 'undefined' || one.query.type !== 'undefined'))(
      '$name takes none in its body or query, if it names any',
      async ({ one }) => {
        const ask = async (ids: Place['ids']) => {
          const { params } = await inputOf(one, own.ids)
          const { body, query, file } = await inputOf(one, ids)
          return request(server, one, { params, body, query, ...(file && { file }) }, own.owner.token)
        }
        const empty = nowhere(own.ids)
        const named = (input: Awaited<ReturnType<typeof inputOf>>) => JSON.stringify([input.body, input.query])
        if (named(await inputOf(one, other.ids)) === named(await inputOf(one, empty))) return
        const [foreign, none] = [await ask(other.ids), await ask(empty)]
        const withoutIds = (answer: unknown) =>
          JSON.stringify(answerOf(answer as never))
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
})
