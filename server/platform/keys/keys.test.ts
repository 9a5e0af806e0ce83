import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { clients } from '../../../contract/people/clients.ts'
import { keys, type NewKey } from '../../../contract/platform/keys.ts'
import { KEYS_MAX, SCOPES, type Scope } from '../../../contract/limits.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { MINUTE_MS, query, setPlan, tally } from '../../../test/behind.ts'
import { openShop, PASSWORD, type Person, say, type Shop, signIn } from '../../../test/people.ts'
import { inputOf } from '../../../test/samples.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { startSecondServer, type SecondServer } from '../../../test/second-server.ts'
import { ALL_CALLS, answerOf, unclear } from '../../../test/walk.ts'
import { sha256 } from '../../base/crypto.ts'
import { inTransaction } from '../../base/db.ts'
import { openLog } from '../../base/log.ts'

const lines: string[] = []
let server: TestServer
let shop: Shop
let second: SecondServer
beforeAll(async () => {
  server = await startTestServer({
    env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '1000000' },
    log: openLog('debug', {
      write: (line) => {
        lines.push(line)
      },
    }),
  })
  shop = await openShop(server, 'Anna')
  await setPlan(server, shop.c, 'expert')
  second = await startSecondServer(server)
})
afterAll(async () => {
  await second?.close()
  await server?.close()
})

const params = () => ({ c: shop.c })
const make = (
  scopes: readonly Scope[] = SCOPES,
  more: { name?: string; endsAt?: string | null; of?: Shop } = {},
): Promise<NewKey> =>
  (more.of ?? shop).owner.send(keys.createKey, {
    params: { c: (more.of ?? shop).c },
    body: { name: more.name ?? 'Till', scopes: [...scopes], endsAt: more.endsAt ?? null, password: PASSWORD },
  })
const list = (secret: string, c = shop.c, at: { url: string } = server) =>
  say(at, clients.listClients, { params: { c } }, secret)
const codeOf = (said: { status: number; body: { error?: { code: string } } }) => [said.status, said.body.error?.code]
/** An owner whose password was given long ago. */
const idle = () => server.passTime(11 * MINUTE_MS)

describe('a key', () => {
  it('is shown once, opens what its scopes allow, and leaves nothing of its secret behind', async () => {
    const made = await make(['clients:read'])
    expect(made).toMatchObject({
      name: 'Till',
      scopes: ['clients:read'],
      state: 'works',
      maker: 'Anna Tester',
      callsToday: 0,
      lastUsedAt: null,
    })
    expect(made.secret).toMatch(/^kk_[\w-]{43}$/)
    expect(made.prefix).toBe(made.secret.slice(0, 8))
    expect((await list(made.secret)).status).toBe(200)
    expect(codeOf(await say(server, variables.listVariables, { params: params() }, made.secret))).toEqual([
      403,
      'scope_missing',
    ])

    const answers = [
      await shop.owner.send(keys.listKeys, { params: params() }),
      await shop.owner.send(keys.readUsage, { params: params() }),
      await shop.owner.send(keys.renameKey, { params: { ...params(), id: made.id }, body: { name: 'Bar' } }),
    ]
    expect(JSON.stringify(answers)).not.toContain(made.secret)
    expect(answers[2]).toMatchObject({ name: 'Bar', callsToday: 2, lastUsedAt: expect.any(String) as string })
    const dump = await query<{ text: string }>(
      server,
      `select k::text as text from api_keys k union all select u::text from api_usage u union all select a::text from audit_log a union all select j::text from pgboss.job j`,
    )
    for (const text of [...dump.map((row) => row.text), ...lines]) {
      for (const spelling of [made.secret, made.secret.slice(3), Buffer.from(made.secret).toString('hex')])
        expect(text.includes(spelling)).toBe(false)
    }
  })

  it('is the business of the owner alone', async () => {
    const member = await signIn(server, 'Mia')
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at) select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
      [shop.c, member.email],
    )
    expect(codeOf(await member.ask(keys.listKeys, { params: params() }))).toEqual([404, 'not_found'])
  })

  it('of another cabinet hears what a stranger hears, and one that never was what nobody hears', async () => {
    const other = await openShop(server, 'Boris')
    await setPlan(server, other.c, 'expert')
    const { secret } = await make(SCOPES, { of: other })
    const [foreign, never] = [await list(secret, shop.c), await list(secret, 987_654_321)]
    expect([answerOf(foreign), foreign.status]).toEqual([answerOf(never), 404])
    expect((await list(secret, other.c)).status).toBe(200)
    for (const wrong of [`kk_${'x'.repeat(43)}`, `${secret}x`, secret.slice(0, -1), `kk_${'x'.repeat(150)}`])
      expect(codeOf(await list(wrong, other.c))).toEqual([401, 'unauthorized'])
  })

  it('opens no other cabinet of its maker either', async () => {
    const second = await shop.owner.send(cabinets.createCabinet, {
      body: { name: 'Second', domain: 'annas-second', taxNumber: '12345678' },
    })
    await setPlan(server, second.id, 'expert')
    const { secret } = await make()
    expect((await shop.owner.ask(clients.listClients, { params: { c: second.id } })).status).toBe(200)
    expect(answerOf(await list(secret, second.id))).toEqual(answerOf(await list(secret, 987_654_321)))
    expect(codeOf(await list(secret, second.id))).toEqual([404, 'not_found'])
  })

  it('stops at once when it is revoked, also at another process', async () => {
    const { secret, id } = await make()
    expect([(await list(secret)).status, (await list(secret, shop.c, second)).status]).toEqual([200, 200])
    await shop.owner.send(keys.revokeKey, { params: { ...params(), id } })
    expect([codeOf(await list(secret)), codeOf(await list(secret, shop.c, second))]).toEqual([
      [401, 'unauthorized'],
      [401, 'unauthorized'],
    ])
    expect(codeOf(await shop.owner.ask(keys.revokeKey, { params: { ...params(), id } }))).toEqual([
      404,
      'key_not_found',
    ])
  })

  it('ends on its day, and cannot begin with one that is over', async () => {
    const { secret, id } = await make(SCOPES, { endsAt: new Date(server.now().getTime() + HOUR_MS).toISOString() })
    expect((await list(secret)).status).toBe(200)
    server.passTime(HOUR_MS)
    expect(codeOf(await list(secret))).toEqual([401, 'unauthorized'])
    expect(
      (await shop.owner.send(keys.listKeys, { params: params() })).keys.find((key) => key.id === id),
    ).toMatchObject({ state: 'ended' })
    const late = await shop.owner.ask(keys.createKey, {
      params: params(),
      body: { name: 'Late', scopes: ['cards:read'], endsAt: '2020-01-01T00:00:00.000Z' },
    })
    expect([late.status, late.body.error?.fields?.endsAt?.code]).toEqual([422, 'end_in_past'])
  })

  it('opens nothing once its maker has lost the access', async () => {
    const pair = await openShop(server, 'Pair')
    await setPlan(server, pair.c, 'expert')
    const { secret } = await make(SCOPES, { of: pair })
    const second = await signIn(server, 'Second')
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at) select $1, gen_random_uuid(), id, 'owner', now() from users where email = $2`,
      [pair.c, second.email],
    )
    expect((await list(secret, pair.c)).status).toBe(200)
    await query(
      server,
      `delete from accesses where cabinet_id = $1 and user_id = (select id from users where email = $2)`,
      [pair.c, pair.owner.email],
    )
    expect(codeOf(await list(secret, pair.c))).toEqual([401, 'unauthorized'])
    expect((await second.send(keys.listKeys, { params: { c: pair.c } })).keys).toMatchObject([{ state: 'no_access' }])
  })

  it(`there are ${KEYS_MAX} of at most, also when all are asked for at once`, async () => {
    const many = await openShop(server, 'Many')
    const all = await Promise.all(
      Array.from({ length: KEYS_MAX + 5 }, () =>
        many.owner.ask(keys.createKey, {
          params: { c: many.c },
          body: { name: 'One', scopes: ['cards:read'], endsAt: null },
        }),
      ),
    )
    expect(tally(all.map((said) => said.status))).toEqual({ 201: KEYS_MAX, 403: 5 })
    expect(all.find((said) => said.status === 403)?.body.error).toMatchObject({
      code: 'key_limit',
      detail: { limit: KEYS_MAX },
    })
  })
})

describe('a new secret', () => {
  it('ends the old one at once, or after a day', async () => {
    const first = await make()
    const second = await shop.owner.send(keys.rotateKey, {
      params: { ...params(), id: first.id },
      body: { keepOld: false },
    })
    expect(second).toMatchObject({ id: first.id, name: first.name, oldSecretUntil: null })
    expect([codeOf(await list(first.secret)), (await list(second.secret)).status]).toEqual([[401, 'unauthorized'], 200])

    const third = await shop.owner.send(keys.rotateKey, {
      params: { ...params(), id: first.id },
      body: { keepOld: true },
    })
    expect([(await list(second.secret)).status, (await list(third.secret)).status]).toEqual([200, 200])
    expect(Date.parse(third.oldSecretUntil ?? '') - server.now().getTime()).toBeGreaterThan(23 * HOUR_MS)
    server.passTime(24 * HOUR_MS)
    expect([codeOf(await list(second.secret)), (await list(third.secret)).status]).toEqual([[401, 'unauthorized'], 200])
  })
})

describe('the password', () => {
  const create = (owner: Person, password?: string) =>
    owner.ask(keys.createKey, {
      params: params(),
      body: { name: 'Late', scopes: ['cards:read'], endsAt: null, ...(password !== undefined && { password }) },
    })

  it('is asked for again after ten minutes, and then not for another ten', async () => {
    idle()
    expect(codeOf(await create(shop.owner))).toEqual([403, 'password_needed'])
    const wrong = await create(shop.owner, 'Wrong-horse-42')
    expect([wrong.status, wrong.body.error?.fields?.password?.code]).toEqual([422, 'password_wrong'])
    expect((await create(shop.owner, PASSWORD)).status).toBe(201)
    expect((await create(shop.owner)).status).toBe(201)
    idle()
    const [key] = (await shop.owner.send(keys.listKeys, { params: params() })).keys
    const rotate = { params: { ...params(), id: key?.id ?? '' } }
    expect(codeOf(await shop.owner.ask(keys.rotateKey, { ...rotate, body: { keepOld: false } }))).toEqual([
      403,
      'password_needed',
    ])
    expect(
      (await shop.owner.ask(keys.rotateKey, { ...rotate, body: { keepOld: false, password: PASSWORD } })).status,
    ).toBe(200)
  })

  it('cannot be guessed: wrong tries count although nothing else of the call stays', async () => {
    idle()
    const before = await query(server, 'select id from api_keys where cabinet_id = $1', [shop.c])
    const all = await Promise.all(Array.from({ length: 14 }, () => create(shop.owner, 'Wrong-horse-42')))
    expect(tally(all.map((said) => said.status))).toEqual({ 422: 10, 429: 4 })
    expect(codeOf(await create(shop.owner, PASSWORD))).toEqual([429, 'too_many_tries'])
    expect(await query(server, 'select id from api_keys where cabinet_id = $1', [shop.c])).toHaveLength(before.length)
    server.passTime(16 * MINUTE_MS)
    expect((await create(shop.owner, PASSWORD)).status).toBe(201)
  })
})

describe('the gate in the wall of keys', () => {
  it('shows a secret its own key, for reading alone, and to nobody else any', async () => {
    const { secret, id } = await make(['clients:read'])
    const look = (shown: string) =>
      inTransaction(server.app.database, async (tx) => {
        await sql`select set_config('app.cabinet', '0', true), set_config('app.key', ${shown}, true)`.execute(tx)
        return {
          rows: (await sql<{ id: string }>`select id from api_keys`.execute(tx)).rows.map((row) => row.id),
          changed: Number((await sql`update api_keys set name = 'Stolen'`.execute(tx)).numAffectedRows ?? 0n),
          removed: Number((await sql`delete from api_keys`.execute(tx)).numAffectedRows ?? 0n),
          counted: (await sql`select 1 from api_usage`.execute(tx)).rows.length,
        }
      })
    expect(await look(sha256(secret).toString('hex'))).toEqual({ rows: [id], changed: 0, removed: 0, counted: 0 })
    for (const shown of ['', sha256('kk_other').toString('hex')]) expect((await look(shown)).rows).toEqual([])
  })
})

describe('every call of the contract', () => {
  it('is refused to a key without its scope, as a stranger is refused where no key opens', async () => {
    await query(server, `update tariffs set api_per_hour = 100000, api_per_second = 100000 where key = 'expert'`)
    idle()
    const { secret } = await shop.owner.send(keys.createKey, {
      params: params(),
      body: { name: 'Nothing', scopes: ['forms:read'], endsAt: null, password: PASSWORD },
    })
    await query(server, `update api_keys set scopes = '{}' where name = 'Nothing'`)
    const ids = {
      c: shop.c,
      domain: shop.domain,
      template: shop.template,
      formKey: shop.formKey,
      client: crypto.randomUUID(),
      push: crypto.randomUUID(),
      image: crypto.randomUUID(),
      variable: crypto.randomUUID(),
      notice: crypto.randomUUID(),
    }
    let scoped = 0
    for (const { name, one } of ALL_CALLS) {
      if (one.who === 'nobody') continue
      const said = await say(server, one, await inputOf(one, ids), secret)
      const expected = one.scope ? [403, 'scope_missing'] : [404, 'not_found']
      expect([name, ...codeOf(said), unclear(one, said)]).toEqual([name, ...expected, undefined])
      if (one.scope) scoped++
    }
    expect(scoped).toBeGreaterThan(15)
  })

  it('with a scope is one of a cabinet, and no key makes keys', () => {
    for (const { name, one } of ALL_CALLS.filter((call) => call.one.scope))
      expect([name, one.path.includes('{c}'), one.who]).toEqual([name, true, 'member'])
    expect(
      ALL_CALLS.filter(({ room, one }) => ['keys', 'access', 'certificates', 'users'].includes(room) && one.scope),
    ).toEqual([])
  })

  it('stands in the document that the server publishes, with the scope it needs', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`)
    const { paths } = (await response.json()) as {
      paths: Record<string, Record<string, { 'x-scope'?: string; security: object[] }>>
    }
    const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')
    const operations = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${shapeOf(path)}`, one] as const),
      ),
    )
    for (const { name, one } of ALL_CALLS) {
      const described = operations.get(`${one.method} ${shapeOf(`/api${one.path}`)}`)
      expect([name, described?.['x-scope'], described?.security.length]).toEqual([
        name,
        one.scope,
        one.who === 'nobody' ? 0 : one.scope ? 2 : 1,
      ])
    }
  })

  it("made with a key stands in the trail as its maker's", async () => {
    const { secret } = await make(['pushes:write', 'pushes:read'])
    const push = ALL_CALLS.find((call) => call.name === 'pushes.createPush')
    if (!push) throw new Error('there is no such call')
    const said = await say(
      server,
      push.one,
      {
        params: { c: shop.c, pushType: 'text' },
        body: { name: 'By key', message: 'Hello', templates: [shop.template] },
      },
      secret,
    )
    expect(said.status).toBe(201)
    expect(
      await query(server, `select via, call, about_cabinet::float8 as c from audit_log where via = 'key'`),
    ).toEqual([{ via: 'key', call: 'pushes.createPush', c: shop.c }])
    expect(codeOf(await say(server, cabinets.menu, {}, secret))).toEqual([404, 'not_found'])
  })
})
