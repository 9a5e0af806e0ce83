import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inputOf } from './samples.ts'
import { startTestServer, type TestServer } from './server.ts'
import {
  ALL_CALLS,
  furnish,
  isOfCabinet,
  rowsOf,
  requestFromElsewhere as request,
  withOwner,
  type Place,
} from './walk.ts'

/** What closes whole groups of calls: the offer, and the limits of an account whose demo or money is over. */
describe('before the offer is accepted', () => {
  let server: TestServer
  let place: Place
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    place = await furnish(server, 'Anna')
    await withOwner(server, (client) => client.query('update users set offer_version = null'))
  })
  afterAll(() => server?.close())

  it('every call but the few that lead to the offer answers 423, and nothing is written', async () => {
    const before = await rowsOf(server, place.ids.c)
    const calls = ALL_CALLS.filter(({ one }) => one.who !== 'nobody' && one.who !== 'operator' && !one.beforeOffer)
    expect(calls.length).toBeGreaterThan(50)
    for (const { name, one } of calls) {
      const answer = await request(server, one, await inputOf(one, place.ids), place.owner.token)
      expect([name, answer.status, answer.body.error?.code]).toEqual([name, 423, 'offer_not_accepted'])
    }
    expect(await rowsOf(server, place.ids.c)).toEqual(before)
  })
})

describe.each([
  [
    'whose demo is over',
    418,
    'demo_over',
    "update cabinets set tariff_key = 'demo', demo_until = now() - interval '1 day' where id = $1",
  ],
  [
    'whose money is over',
    402,
    'account_limited',
    "update cabinets set tariff_key = 'expert', demo_until = null, balance_minor = -1 where id = $1",
  ],
] as const)('an account %s', (_, status, code, statement) => {
  let server: TestServer
  let place: Place
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    place = await furnish(server, 'Anna')
    await withOwner(server, (client) => client.query(statement, [place.ids.c]))
  })
  afterAll(() => server?.close())

  it('may read everything and write only what leads out of it', async () => {
    const before = await rowsOf(server, place.ids.c)
    for (const { name, one } of ALL_CALLS.filter(
      (call) =>
        isOfCabinet(call.one) &&
        call.one.writes &&
        !call.one.whileLimited &&
        call.one.who !== 'agent' &&
        call.one.plan === undefined,
    )) {
      const answer = await request(server, one, await inputOf(one, place.ids), place.owner.token)
      expect([name, answer.status, answer.body.error?.code]).toEqual([name, status, code])
    }
    expect(await rowsOf(server, place.ids.c)).toEqual(before)
    for (const { name, one } of ALL_CALLS.filter((call) => isOfCabinet(call.one) && !call.one.writes)) {
      const answer = await request(server, one, await inputOf(one, place.ids), place.owner.token)
      expect([name, answer.body.error?.code === code]).toEqual([name, false])
    }
  })
})
