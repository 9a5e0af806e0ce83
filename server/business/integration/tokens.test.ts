import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { at, codeOf, openCrmServer, read, server, shop } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import {
  comeBack,
  connectLoyverse,
  forgetLoyverse,
  goToVendor,
  loyverse,
  settings,
} from '../../../test/loyverse-story.ts'
import { request } from '../../../test/people.ts'
import { type OtherProcess, startOtherProcess } from '../../../test/other-process.ts'
import type { Tokens } from '../../engines/crm/access.ts'
import { connector } from '../../engines/crm/loyverse/loyverse.ts'
import { Misconfigured } from '../../engines/crm/troubles.ts'
import { storedTokens } from './tokens.ts'

openCrmServer()
let second: OtherProcess
beforeAll(async () => {
  second = await startOtherProcess(server)
})
afterAll(() => second?.kill())
beforeEach(async () => {
  forgetLoyverse()
  expect((await comeBack(await goToVendor())).status).toBe(200)
})

const check = (url: string) =>
  request(
    { ...server, url },
    integration.checkIntegration,
    { params: at(), body: { type: 'loyverse', settings: settings(), step: 'login' } },
    shop.owner.token,
  )
/** Access tokens end, here and at the vendor. */
const endAccess = async () => {
  loyverse().consents.endAccess()
  await query(server, "update crm_tokens set expires_at = now() - interval '1 hour'")
}
/** The tokens as a connector has them, with a vendor whose answers the test gives. */
const sourceWith = (refresh: (token: string) => Promise<Tokens>) => {
  const access = { ...connector.access, refresh: (_: unknown, token: string) => refresh(token) }
  const source = { ...connector, access } as typeof connector
  return storedTokens(server.app, { cabinetId: shop.c, connector: source, settings: settings(), http: null as never })
}
const tokens = (name: string): Tokens => ({ access: name, refresh: `${name}-refresh`, expiresInSeconds: 3600 })
const claimOf = async () => (await query<{ claim: string | null }>(server, 'select claim from crm_tokens'))[0]?.claim

describe('tokens that rotate', () => {
  it('are renewed once, however many ask at the same time in two processes', async () => {
    await endAccess()
    const answers = await Promise.all([server.url, second.url].flatMap((url) => [1, 2, 3, 4].map(() => check(url))))
    expect(answers.map(codeOf)).toEqual(answers.map(() => [200, undefined]))
    expect(loyverse().consents.refreshed).toBe(1)
    expect(await query(server, 'select generation from crm_tokens')).toEqual([{ generation: 2 }])
  })

  it('are renewed when the vendor refuses one that should be good, and the call goes on', async () => {
    loyverse().consents.endAccess()
    expect(codeOf(await check(server.url))).toEqual([200, undefined])
    expect(loyverse().consents.refreshed).toBe(1)
  })

  it('serve the others until they end, while one gets the next', async () => {
    await query(server, "update crm_tokens set expires_at = now() + interval '30 seconds'")
    const answer = Promise.withResolvers<Tokens>()
    const asked: string[] = []
    const source = sourceWith((token) => {
      asked.push(token)
      return answer.promise
    })
    const first = source.access()
    await expect.poll(claimOf).not.toBeNull()
    const others = [source.access(), source.access()]
    answer.resolve(tokens('next'))
    expect(await Promise.all([first, ...others])).toEqual(['next', 'next', 'next'])
    expect(asked).toHaveLength(1)
  })

  it('of one who was killed before he asked are renewed by the next, when his time is over', async () => {
    await endAccess()
    await query(server, "update crm_tokens set claim = gen_random_uuid(), claimed_until = now() - interval '1 second'")
    expect(codeOf(await check(second.url))).toEqual([200, undefined])
    expect(loyverse().consents.refreshed).toBe(1)
  })

  it('that arrive late count, when somebody else has used up what they were asked with', async () => {
    await endAccess()
    const [late, refused] = [Promise.withResolvers<Tokens>(), Promise.withResolvers<Tokens>()]
    const slow = sourceWith(() => late.promise).access()
    await expect.poll(claimOf).not.toBeNull()
    const claimed = await claimOf()
    // He sleeps for longer than he may.
    await query(server, "update crm_tokens set claimed_until = now() - interval '1 second'")
    const next = sourceWith(() => refused.promise).access()
    await expect.poll(claimOf).not.toBe(claimed)
    late.resolve(tokens('late'))
    expect(await slow).toBe('late')
    refused.reject(new Misconfigured('connect_anew', 'consent'))
    expect(await next).toBe('late')
    expect(await query(server, 'select ended_at from crm_tokens')).toEqual([{ ended_at: null }])
  })

  it('whose answer was lost are asked for again, and a vendor that takes that for theft is named plainly', async () => {
    await shop.owner.send(integration.activateIntegration, { params: at() })
    await endAccess()
    loyverse().router.setTroubles({ lostWrites: 1 })
    expect(codeOf(await check(server.url))).toEqual([422, 'crm_connection_lost'])
    loyverse().router.setTroubles({})
    expect(codeOf(await check(server.url))).toEqual([422, 'crm_connect_anew'])
    expect(codeOf(await check(second.url))).toEqual([422, 'crm_connect_anew'])
    // Nobody asks with them any more.
    expect(loyverse().consents.refreshed).toBe(2)
  })

  it('are asked for in time, by the clock', async () => {
    await connectLoyverse()
    const { refreshed } = loyverse().consents
    server.passTime(HOUR_MS)
    await shop.owner.send(integration.readFromCrm, { params: at() })
    await server.drainJobs()
    expect(loyverse().consents.refreshed).toBe(refreshed + 1)
    expect((await read()).current?.fault).toBeNull()
  })

  it('that a process was killed with are lost, and its owner is told in plain words to connect anew', async () => {
    await endAccess()
    loyverse().router.setTroubles({ slowMs: 1000 })
    const calls = loyverse().router.calls()
    const asked = check(second.url).catch(() => undefined)
    await expect.poll(() => loyverse().router.calls()).toBe(calls + 1)
    await second.kill()
    await asked
    // The vendor has carried it out, and nobody has got the answer.
    await expect.poll(() => loyverse().consents.refreshed).toBe(1)
    loyverse().router.setTroubles({})
    await query(server, "update crm_tokens set claimed_until = now() - interval '1 second'")
    expect(codeOf(await check(server.url))).toEqual([422, 'crm_connect_anew'])
    expect((await comeBack(await goToVendor())).status).toBe(200)
    expect(codeOf(await check(server.url))).toEqual([200, undefined])
  })
})
