import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { OFFER } from '../../../contract/limits.ts'
import { users } from '../../../contract/platform/users.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { PASSWORD, request, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { startSecondServer, type SecondServer } from '../../../test/second-server.ts'
import { readEnv } from '../../base/env.ts'

const FRESH = 'Fresh-horse-44'

describe('the agreement', () => {
  let server: TestServer
  /** The same installation after its operator has raised the version. */
  let newer: SecondServer
  beforeAll(async () => {
    server = await startTestServer()
    newer = await startSecondServer({
      ...server,
      app: { ...server.app, env: { ...server.app.env, offer: { version: 2, date: '2027-01-15' } } },
    })
  })
  afterAll(async () => {
    await newer?.close()
    await server?.close()
  })

  it('is accepted with the sign-up, in the version of that day', async () => {
    const body = {
      name: 'Clara',
      surname: 'Stone',
      email: 'clara@mail.example',
      phone: '+420601555111',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      consent: true,
    }
    await request(server, users.signUp, { body })
    await request(newer, users.signUp, { body: { ...body, email: 'later@mail.example' } })
    expect(
      await query(
        server,
        `select email, offer_version, offer_accepted_at is not null as is_known from users
          where email like '%@mail.example' order by email`,
      ),
    ).toEqual([
      { email: 'clara@mail.example', offer_version: OFFER.version, is_known: true },
      { email: 'later@mail.example', offer_version: 2, is_known: true },
    ])
  })

  it('of a newer version blocks every call but those that lead to it, and is accepted once', async () => {
    const { token } = await signIn(server, 'Vera')
    const ask = async (at: { url: string }) => (await request(at, cabinets.listCabinets, {}, token)).status
    expect([await ask(server), await ask(newer)]).toEqual([200, 423])
    const read = await request(newer, users.readOffer, {}, token)
    expect(read.body.data).toMatchObject({ version: 2, date: '2027-01-15', acceptedVersion: 1 })
    expect(
      await Promise.all([users.me, users.ping].map(async (one) => (await request(newer, one, {}, token)).status)),
    ).toEqual([200, 200])
    expect((await request(newer, users.acceptOffer, { body: { version: 1 } }, token)).body.error).toMatchObject({
      code: 'offer_changed',
      detail: { version: 2 },
    })
    expect(await ask(newer)).toBe(423)
    const accepted = await request(newer, users.acceptOffer, { body: { version: 2 } }, token)
    expect(accepted.body.data).toMatchObject({ acceptedVersion: 2 })
    server.passTime(DAY_MS)
    // Once more, without a body as the specification has it: nothing changes, the first moment counts.
    expect((await request(newer, users.acceptOffer, {}, token)).body.data).toEqual(accepted.body.data)
    // A user who accepted a newer version is let in too.
    expect([await ask(newer), await ask(server)]).toEqual([200, 200])
  })

  it('that nobody has put before a user yet is asked for too', async () => {
    const { token, email } = await signIn(server, 'Old')
    await query(server, 'update users set offer_version = null, offer_accepted_at = null where email = $1', [email])
    expect((await request(server, cabinets.menu, {}, token)).body.error).toMatchObject({
      code: 'offer_not_accepted',
      message: 'Accept the agreement first.',
    })
    expect((await request(server, users.readOffer, {}, token)).body.data).toMatchObject({
      acceptedVersion: null,
      acceptedAt: null,
    })
    expect((await request(server, users.acceptOffer, {}, token)).status).toBe(200)
    expect((await request(server, cabinets.menu, {}, token)).status).toBe(200)
  })

  it('takes its version from the surroundings, with the day of that version', () => {
    expect(readEnv({}, '/').offer).toEqual({ version: OFFER.version, date: OFFER.date })
    expect(readEnv({ OFFER_VERSION: '3', OFFER_DATE: '2027-02-01' }, '/').offer).toEqual({
      version: 3,
      date: '2027-02-01',
    })
    expect(() => readEnv({ OFFER_VERSION: '3' }, '/')).toThrow('OFFER_DATE is needed beside OFFER_VERSION')
    expect(() => readEnv({ OFFER_VERSION: '3', OFFER_DATE: 'soon' }, '/')).toThrow('OFFER_DATE must be a day')
  })
})

describe('a password that expires after ninety days', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { PASSWORD_MAX_AGE_DAYS: '90', TRUST_PROXY: '1' } })
  })
  afterAll(() => server?.close())

  let turn = 0
  const login = (email: string, body: Record<string, unknown> = {}) =>
    request(server, users.login, { body: { email, password: PASSWORD, ...body } }, undefined, {
      'x-forwarded-for': `198.51.100.${turn++}`,
    })
  const withNew = (newPassword: string, newPassword_confirmation = newPassword) => ({
    newPassword,
    newPassword_confirmation,
  })
  async function addExpired(name: string): Promise<{ email: string; token: string }> {
    const { email, token } = await signIn(server, name)
    await query(server, `update users set password_changed_at = $1 where email = $2`, [
      new Date(server.now().getTime() - 91 * DAY_MS),
      email,
    ])
    return { email, token }
  }

  it('still opens on its last day, and asks for a new one after it', async () => {
    const { email } = await signIn(server, 'Punctual')
    server.passTime(90 * DAY_MS - 60_000)
    expect((await login(email)).status).toBe(200)
    server.passTime(120_000)
    const response = await login(email)
    expect([response.status, response.body.error?.code, response.body.error?.detail]).toEqual([
      426,
      'password_expired',
      { days: 90 },
    ])
  })

  it('is not shown to anybody who does not know it', async () => {
    const { email } = await addExpired('Secret')
    const [expired, unknown] = [
      await login(email, { password: 'Wrong-horse-42' }),
      await login('nobody@people.example', { password: 'Wrong-horse-42' }),
    ]
    const bare = (response: typeof expired) => ({
      ...response,
      body: { error: { ...response.body.error, requestId: '' } },
    })
    expect(bare(expired)).toEqual(bare(unknown))
    const guessed = await login(email, { password: 'Wrong-horse-42', ...withNew(FRESH) })
    expect(bare(guessed)).toEqual(bare(unknown))
    expect((await login(email, withNew(FRESH))).status).toBe(200)
  })

  it.each([
    ['the old one', withNew(PASSWORD), 'newPassword', 'password_same'],
    ['a common one', withNew('Qwerty123'), 'newPassword', 'password_common'],
    ['one without a digit', withNew('Fresh-horse'), 'newPassword', 'password_digit'],
    ['one that is repeated wrongly', withNew(FRESH, 'Fresh-horse-45'), 'newPassword_confirmation', 'password_mismatch'],
    ['one that is not repeated', { newPassword: FRESH }, 'newPassword_confirmation', 'password_mismatch'],
  ])('is not replaced by %s, with the reason at its field', async (what, body, field, code) => {
    const { email } = await addExpired(`Refused${what.length}`)
    const response = await login(email, body)
    expect([response.status, response.body.error?.fields?.[field]?.code]).toEqual([422, code])
    expect((await login(email)).status).toBe(426)
  })

  it('is replaced by the same login, which ends the other sessions and notifies the owner', async () => {
    const { email, token } = await addExpired('Renewed')
    expect((await request(server, users.ping, {}, token)).status).toBe(200)
    const response = await login(email, withNew(FRESH))
    expect(response.status).toBe(200)
    expect((await request(server, users.ping, {}, token)).status).toBe(401)
    expect((await request(server, users.ping, {}, (response.body.data as { token: string }).token)).status).toBe(200)
    expect([(await login(email)).status, (await login(email, { password: FRESH })).status]).toEqual([422, 200])
    await server.drainJobs()
    expect(server.outside.smtp.mailbox.list(email).map((mail) => mail.subject)).toContain('Your password was changed')
  })

  it('is not renewed by a reset email', async () => {
    const { email } = await addExpired('Roundabout')
    await request(server, users.requestReset, { body: { email } })
    await server.drainJobs()
    const { mailbox } = server.outside.smtp
    const token = /token=([\w-]{43})/.exec(mailbox.get(mailbox.list(email)[0]?.id ?? '')?.text ?? '')?.[1] ?? ''
    const reset = (password: string) =>
      request(server, users.resetPassword, { body: { email, token, password, password_confirmation: password } })
    expect((await reset(PASSWORD)).body.error?.fields?.password?.code).toBe('password_same')
    expect((await reset(FRESH)).status).toBe(200)
    expect((await login(email, { password: FRESH })).status).toBe(200)
  })
})

describe('somebody who is signed in', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())

  const change = (current: string, password: string) => ({
    body: { current, password, password_confirmation: password },
  })

  it('changes the password only by knowing the one of now, ten tries in a quarter of an hour', async () => {
    const anna = await signIn(server, 'Anna')
    const wrong = await Promise.all(
      Array.from({ length: 12 }, () => anna.ask(users.changePassword, change('Wrong-horse-42', FRESH))),
    )
    expect(tally(wrong.map((response) => response.status))).toEqual({ 422: 10, 429: 2 })
    expect(wrong.find((response) => response.status === 422)?.body.error?.fields?.current?.code).toBe('password_wrong')
    expect((await anna.ask(users.changePassword, change(PASSWORD, FRESH))).status).toBe(429)
    server.passTime(DAY_MS)
    expect((await anna.ask(users.changePassword, change(PASSWORD, PASSWORD))).body.error?.fields?.password?.code).toBe(
      'password_same',
    )
    expect((await anna.ask(users.changePassword, change(PASSWORD, FRESH))).status).toBe(200)
    expect((await request(server, users.login, { body: { email: anna.email, password: FRESH } })).status).toBe(200)
  })

  it('can change name and phone, and nothing else', async () => {
    const boris = await signIn(server, 'Boris')
    const body = {
      name: ' Bořivoj ',
      surname: 'Lindt',
      phone: '00420 601 555 222',
    }
    const more = { email: 'other@people.example', superuser: true }
    expect((await boris.ask(users.saveProfile, { body: { ...body, ...more } })).body.error?.fields).toMatchObject({
      email: { code: 'unknown_key' },
      superuser: { code: 'unknown_key' },
    })
    expect(await boris.send(users.saveProfile, { body })).toMatchObject({
      name: 'Bořivoj',
      surname: 'Lindt',
      phone: '+420601555222',
      email: boris.email,
      superuser: false,
    })
    expect(
      (await boris.ask(users.saveProfile, { body: { ...body, phone: '601 555 222' } })).body.error?.fields?.phone?.code,
    ).toBe('phone')
    expect(
      (await boris.ask(users.saveProfile, { body: { ...body, name: 'B\r\nBcc: x' } })).body.error?.fields?.name?.code,
    ).toBe('name')
    for (const name of ['evil.example', 'PayPal'])
      expect(
        Object.keys((await boris.ask(users.saveProfile, { body: { ...body, name } })).body.error?.fields ?? {}),
      ).toEqual(['name'])
    expect((await boris.send(users.me)).name).toBe('Bořivoj')
  })
})
