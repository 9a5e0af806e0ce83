import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { clients } from '../../../contract/people/clients.ts'
import { users } from '../../../contract/platform/users.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, PASSWORD, request, signIn, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { startSecondServer, type SecondServer } from '../../../test/second-server.ts'

/** What ends here must not work at another process either, and not a second later. */
describe('a session that ends at one process', () => {
  let server: TestServer
  let second: SecondServer
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    second = await startSecondServer(server)
    shop = await openShop(server, 'Anna')
  })
  afterAll(async () => {
    await second?.close()
    await server?.close()
  })

  let turn = 0
  const login = async (email: string, password = PASSWORD, at: { url: string } = server) => {
    const response = await request(at, users.login, { body: { email, password } }, undefined, {
      'x-forwarded-for': `198.51.100.${turn++}`,
    })
    return (response.body.data as { token: string }).token
  }
  const status = async (token: string, at: { url: string }) => (await request(at, users.me, {}, token)).status
  /**
   * Uses the sessions at the second first, so that anything that might be cached is cached; then ends them and looks
   * again.
   */
  async function refusedAfter(tokens: string[], end: () => Promise<unknown>): Promise<number[]> {
    for (const token of tokens) expect([await status(token, server), await status(token, second)]).toEqual([200, 200])
    await end()
    return Promise.all(tokens.flatMap((token) => [status(token, second), status(token, server)]))
  }
  /** Asked once, right after: nothing may need a moment to get about. */
  const expectRefused = (statuses: number[]) => expect(new Set(statuses)).toEqual(new Set([401]))

  it('by logging out', async () => {
    const { email } = await signIn(server, 'Leaver')
    const token = await login(email, PASSWORD, second)
    expectRefused(await refusedAfter([token], () => request(server, users.logout, {}, token)))
  })

  it('by a new password through the link of an email', async () => {
    const { email, token } = await signIn(server, 'Resetter')
    await request(server, users.requestReset, { body: { email } })
    await server.drainJobs()
    const { mailbox } = server.outside.smtp
    const link = /token=([\w-]{43})/.exec(mailbox.get(mailbox.list(email)[0]?.id ?? '')?.text ?? '')?.[1] ?? ''
    const body = { email, token: link, password: 'Fresh-horse-44', password_confirmation: 'Fresh-horse-44' }
    expectRefused(
      await refusedAfter([token, await login(email)], async () =>
        expect((await request(server, users.resetPassword, { body })).status).toBe(200),
      ),
    )
  })

  it('by a new password set while signed in, which keeps the one it was set in', async () => {
    const anna = await signIn(server, 'Changer')
    const others = [await login(anna.email), await login(anna.email, PASSWORD, second)]
    expectRefused(
      await refusedAfter(others, async () => {
        expect(
          await anna.send(users.changePassword, {
            body: { current: PASSWORD, password: 'Fresh-horse-44', password_confirmation: 'Fresh-horse-44' },
          }),
        ).toEqual({ ended: 2 })
      }),
    )
    expect([await status(anna.token, server), await status(anna.token, second)]).toEqual([200, 200])
  })

  it('by ending all others', async () => {
    const others = [await login(shop.owner.email), await login(shop.owner.email)]
    expectRefused(await refusedAfter(others, () => shop.owner.send(users.endOtherSessions, { params: { c: shop.c } })))
    expect(await status(shop.owner.token, second)).toBe(200)
  })

  it('by the removal of the user', async () => {
    const { token, email } = await signIn(server, 'Removed')
    expectRefused(await refusedAfter([token], () => query(server, 'delete from users where email = $1', [email])))
  })

  it('or loses a cabinet: the next call there finds nothing, at either process', async () => {
    const guest = await signIn(server, 'Guest')
    await shop.owner.send(access.invitePerson, { params: { c: shop.c }, body: { email: guest.email } })
    await guest.send(access.answerInvite, { params: { inviterCabinetId: shop.c }, body: { answer: 'accept' } })
    const sees = async (at: { url: string }) =>
      (await request(at, clients.listClients, { params: { c: shop.c } }, guest.token)).status
    expect([await sees(server), await sees(second)]).toEqual([200, 200])
    const { people } = await shop.owner.send(access.listPeople, { params: { c: shop.c } })
    await shop.owner.send(access.removePerson, {
      params: { c: shop.c, userId: people.find((one) => one.email === guest.email)?.id ?? '' },
    })
    expect([await sees(second), await sees(server)]).toEqual([404, 404])
  })
})
