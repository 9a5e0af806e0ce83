import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../contract/platform/users.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { PASSWORD, request, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

describe('a session', () => {
  it('lives on while it is used and ends after two idle weeks', async () => {
    const { token } = await signIn(server, 'Idle')
    const ping = async () => (await request(server, users.ping, {}, token)).status
    server.passTime(13 * DAY_MS)
    expect(await ping()).toBe(200)
    server.passTime(13 * DAY_MS)
    expect(await ping()).toBe(200)
    server.passTime(14 * DAY_MS + 1000)
    expect(await ping()).toBe(401)
  })

  it('ends after ninety days however often it is used', async () => {
    const { token } = await signIn(server, 'Busy')
    const statuses: number[] = []
    for (let day = 0; day < 100; day += 10) {
      statuses.push((await request(server, users.ping, {}, token)).status)
      server.passTime(10 * DAY_MS)
    }
    expect(statuses).toEqual([...Array<number>(9).fill(200), ...statuses.slice(9)])
    expect((await request(server, users.ping, {}, token)).status).toBe(401)
  })

  it('ends immediately when its user logs out, and only this one', async () => {
    const first = await signIn(server, 'Leaver')
    const second = (
      await request(server, users.login, { body: { email: 'leaver@people.example', password: PASSWORD } })
    ).body.data as { token: string }
    await first.send(users.logout)
    expect((await request(server, users.me, {}, first.token)).status).toBe(401)
    expect((await request(server, users.me, {}, second.token)).status).toBe(200)
  })

  it('keeps the language of its user', async () => {
    const anna = await signIn(server, 'Linguist')
    await anna.send(users.saveLanguage, { body: { lang: 'de' } })
    expect((await anna.send(users.me)).lang).toBe('de')
  })
})
