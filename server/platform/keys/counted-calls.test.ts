import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { keys, type NewKey } from '../../../contract/platform/keys.ts'
import type { Scope } from '../../../contract/limits.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, PASSWORD, request, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { startSecondServer, type SecondServer } from '../../../test/second-server.ts'

let server: TestServer
let shop: Shop
let second: SecondServer
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '1000000' } })
  shop = await openShop(server, 'Anna')
  await setPlan(server, shop.c, 'expert')
  second = await startSecondServer(server)
})
afterAll(async () => {
  await second?.close()
  await server?.close()
})

const params = () => ({ c: shop.c })
const make = (scopes: readonly Scope[]): Promise<NewKey> =>
  shop.owner.send(keys.createKey, {
    params: params(),
    body: { name: 'Till', scopes: [...scopes], endsAt: null, password: PASSWORD },
  })
const list = (secret: string, c = shop.c, at: { url: string } = server) =>
  request(at, clients.listClients, { params: { c } }, secret)
const codeOf = (reply: { status: number; body: { error?: { code: string } } }) => [reply.status, reply.body.error?.code]
/** The next hour: nothing of the limits is used yet. */
const nextHour = () => server.passTime(HOUR_MS - (server.now().getTime() % HOUR_MS) + 1)
/** Sends a call of the API and looks at its headers. */
const head = async (secret: string, c = shop.c) => {
  const response = await fetch(`${server.url}/api/applications/${c}/clients`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  await response.arrayBuffer()
  return response
}

describe('the limits of a tariff', () => {
  it('let exactly as many of parallel calls pass as an hour allows, at two processes', async () => {
    const { secret } = await make(['clients:read'])
    await query(server, `update tariffs set api_per_hour = 20, api_per_second = 1000 where key = 'expert'`)
    nextHour()
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) => list(secret, shop.c, i % 2 === 0 ? server : second)),
    )
    expect(tally(all.map((reply) => reply.status))).toEqual({ 200: 20, 429: 30 })
    expect(all.find((reply) => reply.status === 429)?.body.error).toMatchObject({ code: 'api_limit_reached' })
    expect(await shop.owner.send(keys.readUsage, { params: params() })).toMatchObject({
      perHour: 20,
      used: 20,
      blocked: 30,
    })
  })

  it('notify the people of the cabinet at 80 and at 100 percent, once an hour each', async () => {
    const { secret } = await make(['clients:read'])
    await query(server, `update tariffs set api_per_hour = 10, api_per_second = 1000 where key = 'expert'`)
    await query(server, 'delete from notifications where cabinet_id = $1', [shop.c])
    const notices = async () =>
      (
        await shop.owner.send(notifications.listNotifications, {
          params: params(),
          query: { type: 'api_request_limit' },
        })
      ).data.map((one) => one.text)
    nextHour()
    for (let i = 0; i < 7; i++) await list(secret)
    expect(await notices()).toEqual([])
    await list(secret)
    const most =
      'You’ve used 8 of 10 API calls this hour. Once you reach the limit, calls are rejected until the next hour.'
    expect(await notices()).toEqual([most])
    await Promise.all(Array.from({ length: 10 }, () => list(secret)))
    const all = 'You’ve used all 10 API calls this hour. Further calls are rejected until the next hour.'
    expect(await notices()).toEqual([all, most])
    nextHour()
    for (let i = 0; i < 8; i++) await list(secret)
    expect(await notices()).toEqual([most, all, most])
  })

  it('are reported in headers, with the time to wait', async () => {
    const { secret } = await make(['clients:read'])
    await query(server, `update tariffs set api_per_hour = 3, api_per_second = 1000 where key = 'expert'`)
    nextHour()
    const left: (string | undefined)[] = []
    for (let i = 0; i < 3; i++)
      left.push(/"hour";r=(\d+)/.exec((await head(secret)).headers.get('ratelimit') ?? '')?.[1])
    expect(left).toEqual(['2', '1', '0'])
    const refused = await head(secret)
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
      429,
      '"hour";q=3;w=3600, "second";q=1000;w=1',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    nextHour()
    expect((await head(secret)).status).toBe(200)
  })

  it('hold within a second too', async () => {
    const { secret } = await make(['clients:read'])
    await query(server, `update tariffs set api_per_hour = 1000, api_per_second = 2 where key = 'expert'`)
    nextHour()
    // However slow the machine is: in each second that a call fell into, at most two passed.
    const started = server.now().getTime()
    const all = await Promise.all(Array.from({ length: 30 }, () => head(secret)))
    const seconds = Math.floor(server.now().getTime() / 1000) - Math.floor(started / 1000) + 1
    const passed = all.filter((reply) => reply.status === 200).length
    expect(passed).toBeGreaterThanOrEqual(2)
    expect(passed).toBeLessThanOrEqual(2 * seconds)
    expect(all.find((reply) => reply.status === 429)?.headers.get('retry-after')).toBe('1')
  })

  it('are zero without a tariff, and are kept for seven days', async () => {
    const { secret } = await make(['clients:read'])
    const start = server.now()
    await query(server, `update cabinets set tariff_key = null where id = $1`, [shop.c])
    expect(codeOf(await list(secret))).toEqual([429, 'api_limit_reached'])
    await setPlan(server, shop.c, 'expert')
    server.passTime(6 * 24 * HOUR_MS)
    await list(secret)
    const { hours } = await shop.owner.send(keys.readUsage, { params: params() })
    expect([hours.length, hours.at(-1)?.calls]).toEqual([168, 1])
    expect(hours.filter((hour) => hour.calls > 0).length).toBeGreaterThan(1)
    server.passTime(2 * 24 * HOUR_MS)
    await list(secret)
    expect(await query(server, 'select 1 from api_usage where cabinet_id = $1 and hour < $2', [shop.c, start])).toEqual(
      [],
    )
  })
})
