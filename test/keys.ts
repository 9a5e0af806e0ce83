/** A shop with API keys: what the tests of keys share. */
import { afterAll, beforeAll } from 'vitest'
import { clients } from '../contract/people/clients.ts'
import { keys, type NewKey } from '../contract/platform/keys.ts'
import { SCOPES, type Scope } from '../contract/limits.ts'
import { MINUTE_MS } from '../contract/time.ts'
import { setPlan } from './direct-access.ts'
import { openShop, PASSWORD, request, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'
import type { Log } from '../server/base/log.ts'

export let server: TestServer
/** Its tariff allows everything. */
export let shop: Shop

export const params = () => ({ c: shop.c })
export const make = (
  scopes: readonly Scope[] = SCOPES,
  more: { name?: string; endsAt?: string | null; of?: Shop } = {},
): Promise<NewKey> =>
  (more.of ?? shop).owner.send(keys.createKey, {
    params: { c: (more.of ?? shop).c },
    body: { name: more.name ?? 'Till', scopes: [...scopes], endsAt: more.endsAt ?? null, password: PASSWORD },
  })
export const list = (secret: string, c = shop.c, at: { url: string } = server) =>
  request(at, clients.listClients, { params: { c } }, secret)
export const codeOf = (response: { status: number; body: { error?: { code: string } } }) => [
  response.status,
  response.body.error?.code,
]
/** An owner whose password was given long ago. */
export const idle = () => server.passTime(11 * MINUTE_MS)

/** Call it first in a test file about keys. */
export function setUpKeys(log?: Log): void {
  beforeAll(async () => {
    server = await startTestServer({
      env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '1000000' },
      ...(log && { log }),
    })
    shop = await openShop(server, 'Anna')
    await setPlan(server, shop.c, 'expert')
  })
  afterAll(() => server?.close())
}
