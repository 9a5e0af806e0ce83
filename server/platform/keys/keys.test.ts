import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { clients } from '../../../contract/people/clients.ts'
import { keys } from '../../../contract/platform/keys.ts'
import { KEYS_MAX, SCOPES } from '../../../contract/limits.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, PASSWORD, type Person, request, signIn } from '../../../test/people.ts'
import { startSecondServer, type SecondServer } from '../../../test/second-server.ts'
import { answerOf } from '../../../test/walk.ts'
import { openLog } from '../../base/log.ts'
import { codeOf, idle, list, make, params, server, shop, setUpKeys } from '../../../test/keys.ts'

const lines: string[] = []
let second: SecondServer
setUpKeys(
  openLog('debug', {
    write: (line) => {
      lines.push(line)
    },
  }),
)
beforeAll(async () => {
  second = await startSecondServer(server)
})
afterAll(() => second?.close())

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
    expect(codeOf(await request(server, variables.listVariables, { params: params() }, made.secret))).toEqual([
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
      `select k::text as text from api_keys k union all select u::text from api_usage u union all
        select a::text from audit_log a union all select j::text from pgboss.job j`,
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
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
      [shop.c, member.email],
    )
    expect(codeOf(await member.ask(keys.listKeys, { params: params() }))).toEqual([404, 'not_found'])
  })

  it('of another cabinet gets the answer for a stranger, an unknown one that for no login', async () => {
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

  it('stops working immediately when it is revoked, also at another process', async () => {
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
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'owner', now() from users where email = $2`,
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

  it(`there are ${KEYS_MAX} of at most, also when all are created at the same time`, async () => {
    const many = await openShop(server, 'Many')
    const all = await Promise.all(
      Array.from({ length: KEYS_MAX + 5 }, () =>
        many.owner.ask(keys.createKey, {
          params: { c: many.c },
          body: { name: 'One', scopes: ['cards:read'], endsAt: null },
        }),
      ),
    )
    expect(tally(all.map((response) => response.status))).toEqual({ 201: KEYS_MAX, 403: 5 })
    expect(all.find((response) => response.status === 403)?.body.error).toMatchObject({
      code: 'key_limit',
      detail: { limit: KEYS_MAX },
    })
  })
})

describe('a new secret', () => {
  it('ends the old one immediately, or after a day', async () => {
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
    expect(tally(all.map((response) => response.status))).toEqual({ 422: 10, 429: 4 })
    expect(codeOf(await create(shop.owner, PASSWORD))).toEqual([429, 'too_many_tries'])
    expect(await query(server, 'select id from api_keys where cabinet_id = $1', [shop.c])).toHaveLength(before.length)
    server.passTime(16 * MINUTE_MS)
    expect((await create(shop.owner, PASSWORD)).status).toBe(201)
  })
})
