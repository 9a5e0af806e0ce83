import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { keys } from '../../../contract/platform/keys.ts'
import { query } from '../../../test/direct-access.ts'
import { codeOf, idle, make, params, server, setUpKeys, shop } from '../../../test/keys.ts'
import { PASSWORD, request } from '../../../test/people.ts'
import { inputOf } from '../../../test/samples.ts'
import { ALL_CALLS, unclear } from '../../../test/walk.ts'
import { sha256 } from '../../base/crypto.ts'
import { inTransaction } from '../../base/db.ts'

setUpKeys()

describe('the gate in the wall of keys', () => {
  it('shows a secret its own key, for reading alone, and to nobody else any', async () => {
    const { secret, id } = await make(['clients:read'])
    const look = (shown: string) =>
      inTransaction(server.app.database, async (tx) => {
        await sql`select set_config('app.cabinet', '0', true), set_config('app.key', ${shown}, true),
          set_config('app.unguarded', '1', true)`.execute(tx)
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
      const reply = await request(server, one, await inputOf(one, ids), secret)
      const expected = one.scope ? [403, 'scope_missing'] : [404, 'not_found']
      expect([name, ...codeOf(reply), unclear(one, reply)]).toEqual([name, ...expected, undefined])
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

  it('is in the document that the server publishes, with the scope it needs', async () => {
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

  it("made with a key is in the audit log as its maker's", async () => {
    const { secret } = await make(['pushes:write', 'pushes:read'])
    const push = ALL_CALLS.find((call) => call.name === 'pushes.createPush')
    if (!push) throw new Error('there is no such call')
    const reply = await request(
      server,
      push.one,
      {
        params: { c: shop.c, pushType: 'text' },
        body: { name: 'By key', message: 'Hello', templates: [shop.template] },
      },
      secret,
    )
    expect(reply.status).toBe(201)
    expect(
      await query(server, `select via, call, about_cabinet::float8 as c from audit_log where via = 'key'`),
    ).toEqual([{ via: 'key', call: 'pushes.createPush', c: shop.c }])
    expect(codeOf(await request(server, cabinets.menu, {}, secret))).toEqual([404, 'not_found'])
  })
})
