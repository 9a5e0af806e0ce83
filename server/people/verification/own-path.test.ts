import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verification } from '../../../contract/people/verification.ts'
import { users } from '../../../contract/platform/users.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, PASSWORD, request, type Shop, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Sam')
})
afterAll(() => server?.close())

describe('the SMS settings by the path without an account', () => {
  const save = (body: object, cabinetId?: number, of = shop.owner) =>
    of.ask(verification.saveTextsOf, { query: { ...(cabinetId !== undefined && { cabinetId }) }, body })

  it('are those of the only business; a field that is left out is kept', async () => {
    expect((await save({ linkText: 'Here: {link}' })).status).toBe(200)
    expect((await save({ dailyLimit: 7 })).body.data).toMatchObject({ linkText: 'Here: {link}', dailyLimit: 7 })
    const same = await shop.owner.send(verification.readTexts, { params: { c: shop.c } })
    expect(await shop.owner.send(verification.readTextsOf, { query: {} })).toEqual(same)
    expect((await save({ linkText: 'No link' })).body.error?.fields).toMatchObject({ linkText: { code: 'link_token' } })
  })

  it('are closed to strangers and members', async () => {
    const stranger = await signIn(server, 'Mallory')
    const member = await signIn(server, 'Mia')
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'member', now() from users where name = 'Mia'`,
      [shop.c],
    )
    expect((await save({ dailyLimit: 9 }, shop.c, stranger)).body.error?.code).toBe('not_found')
    expect((await save({ dailyLimit: 9 }, undefined, stranger)).body.error?.fields).toHaveProperty('cabinetId')
    expect((await save({ dailyLimit: 9 }, shop.c, member)).body.error?.code).toBe('not_found')
    expect(await member.send(verification.readTextsOf, { query: {} })).toMatchObject({ dailyLimit: 7 })
  })

  it('name the business when there are several', async () => {
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'owner', now() from users where email_key = lower($2)`,
      [(await openShop(server, 'Second')).c, shop.owner.email],
    )
    expect((await save({ dailyLimit: 9 })).body.error?.fields).toMatchObject({ cabinetId: { code: 'required' } })
    expect(await shop.owner.send(verification.readTextsOf, { query: { cabinetId: shop.c } })).toMatchObject({
      dailyLimit: 7,
    })
  })
})

it('sessions are listed and ended by the paths without an account', async () => {
  const ida = await signIn(server, 'Ida')
  const other = await request(server, users.login, { body: { email: ida.email, password: PASSWORD } })
  const { token } = other.body.data as { token: string }
  const ask = async (method: string, path: string, bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` }
    const answer = await fetch(`${server.url}/api${path}`, { method, headers })
    return [answer.status, ((await answer.json()) as { data?: unknown }).data]
  }
  const session = (isCurrent: boolean) => expect.objectContaining({ isCurrent })
  expect(await ask('GET', '/sessions', ida.token)).toEqual([
    200,
    expect.arrayContaining([session(true), session(false)]),
  ])
  expect(await ask('POST', '/sessions/logout', ida.token)).toEqual([200, { ended: 1 }])
  expect(await ask('GET', '/sessions', ida.token)).toEqual([200, [session(true)]])
  expect(await ask('GET', '/sessions', token)).toEqual([401, undefined])
  expect(await ask('POST', '/sessions/logout', '')).toEqual([401, undefined])
})
