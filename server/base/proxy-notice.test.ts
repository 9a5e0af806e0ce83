import { describe, expect, it } from 'vitest'
import { users } from '../../contract/platform/users.ts'
import { HOUR_MS } from '../../contract/time.ts'
import { tally } from '../../test/direct-access.ts'
import { request } from '../../test/people.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { BadSetting, readEnv } from './env.ts'
import { openLog } from './log.ts'

/** Runs a server with this setting; `warned` are the messages about proxies. */
async function behind(hops: string, work: (server: TestServer, warned: () => string[]) => Promise<void>) {
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const server = await startTestServer({ env: { TRUST_PROXY: hops, REQUESTS_PER_MINUTE: '1000000' }, log })
  const warned = () =>
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg).filter((message) => message.includes('TRUST_PROXY'))
  try {
    await work(server, warned)
  } finally {
    await server.close()
  }
}
const wrongLogin = (server: TestServer, email: string, forwardedFor: string) =>
  request(server, users.login, { body: { email, password: 'Wrong-horse-42' } }, undefined, {
    'x-forwarded-for': forwardedFor,
  })

describe('behind a proxy', () => {
  it('a visitor does not choose the address that is counted', async () => {
    await behind('1', async (server, warned) => {
      const tries = await Promise.all(
        Array.from({ length: 40 }, (_, i) => wrongLogin(server, `crowd${i}@people.example`, `9.9.9.${i}, 20.1.1.1`)),
      )
      expect(tally(tries.map((one) => one.status))).toEqual({ 422: 30, 429: 10 })
      expect(warned()).toEqual([])
    })
  })

  it('behind two proxies the entry before the last is counted', async () => {
    await behind('2', async (server, warned) => {
      const from = (i: number, at: string) =>
        wrongLogin(server, `two${i}@people.example`, `9.9.9.${i}, ${at}, 10.0.0.1`)
      const same = await Promise.all(Array.from({ length: 40 }, (_, i) => from(i, '20.1.1.1')))
      expect(tally(same.map((one) => one.status))).toEqual({ 422: 30, 429: 10 })
      expect((await from(99, '20.1.2.2')).status).toBe(422)
      expect(warned()).toEqual([])
    })
  })

  it('that the setting does not name, the log says so once an hour', async () => {
    await behind('0', async (server, warned) => {
      await fetch(`${server.url}/api/auth/ping`)
      expect(warned()).toEqual([])
      const ask = () => fetch(`${server.url}/api/auth/ping`, { headers: { 'x-forwarded-for': '20.1.1.1' } })
      await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-for': '20.1.1.1' } })
      expect(warned()).toEqual([])
      await ask()
      await ask()
      expect(warned()).toEqual([
        'TRUST_PROXY is 0, but requests come through a proxy: limits count all visitors as one',
      ])
      server.passTime(HOUR_MS)
      await ask()
      expect(warned()).toHaveLength(2)
    })
  })

  it('fewer proxies than the setting says are noticed too', async () => {
    await behind('2', async (server, warned) => {
      await fetch(`${server.url}/api/auth/ping`, { headers: { 'x-forwarded-for': '20.1.1.1' } })
      expect(warned()[0]).toMatch(/^TRUST_PROXY is too high/)
    })
  })

  it('is a number: yes and no do not start the server', () => {
    expect(readEnv({ TRUST_PROXY: '2' }, '/').proxyHops).toBe(2)
    expect(readEnv({}, '/').proxyHops).toBe(0)
    for (const wrong of ['true', '-1', '11', '1.5'])
      expect(() => readEnv({ TRUST_PROXY: wrong }, '/')).toThrow(BadSetting)
  })
})
