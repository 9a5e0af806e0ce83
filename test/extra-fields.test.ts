import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../contract/call.ts'
import { inputOf } from './samples.ts'
import { startTestServer, type TestServer } from './server.ts'
import {
  ALL_CALLS,
  furnish,
  rowsOf,
  requestFromElsewhere as request,
  unclear,
  withOwner,
  type Named,
  type Place,
} from './walk.ts'

const NEVER = 987_654_321

/** What a body must not be able to change, in every spelling. */
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

/** The same fields one level down. */
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

describe('a body with more fields than the contract has', () => {
  let server: TestServer
  let own: Place
  let other: Place
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    own = await furnish(server, 'Anna')
    other = await furnish(server, 'Boris')
  })
  afterAll(() => server?.close())

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

  it('changes nothing that it may not', async () => {
    const before = await protectedRows()
    const otherRows = await rowsOf(server, other.ids.c)
    const writes = ALL_CALLS.filter(
      ({ one, name }) =>
        one.method !== 'GET' && one.who !== 'nobody' && !['users.logout', 'cabinets.createCabinet'].includes(name),
    )
    for (const { name, one } of writes.filter((call) => call.one.method !== 'DELETE')) {
      const input = await inputOf(one, own.ids)
      const body = { ...EXTRA, ...(input.body as object | undefined), ...(one.upload ? {} : nested(input.body)) }
      const answer = await request(
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
      expect([name, unclear(one, answer)]).toEqual([name, undefined])
    }
    expect(await protectedRows()).toEqual(before)
    expect(await rowsOf(server, other.ids.c)).toEqual(otherRows)
  })

  it('is refused at a sign-up and for a new cabinet, and nothing is made', async () => {
    const signUp = ALL_CALLS.find(({ name }) => name === 'users.signUp') as Named
    const create = ALL_CALLS.find(({ name }) => name === 'cabinets.createCabinet') as Named
    const ask = async (one: Call, more: object, isWhole: boolean, token?: string) =>
      (
        await request(
          server,
          one,
          { body: { ...(isWhole && EXTRA), ...((await inputOf(one, own.ids)).body as object), ...more } },
          token,
        )
      ).status
    const countMade = async () =>
      (
        await withOwner(server, (client) =>
          client.query(
            `select (select count(*)::int from users where email = 'greedy@people.example') as users,
              (select count(*)::int from cabinets where domain = 'greedy-shop') as cabinets`,
          ),
        )
      ).rows[0] as unknown
    const email = { email: 'greedy@people.example' }
    const domain = { domain: 'greedy-shop' }
    expect(await ask(signUp.one, email, true)).toBe(422)
    expect(await ask(create.one, domain, true, own.owner.token)).toBe(422)
    expect(await countMade()).toEqual({ users: 0, cabinets: 0 })
    expect(await ask(signUp.one, email, false)).toBe(201)
    expect(await ask(create.one, domain, false, own.owner.token)).toBe(201)
    expect(await countMade()).toEqual({ users: 1, cabinets: 1 })
  })
})
