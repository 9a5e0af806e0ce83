import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../contract/platform/users.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { PASSWORD, request, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const QUARTER_MS = 15 * MINUTE_MS

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const person = (name: string, change: Record<string, unknown> = {}) => ({
  name,
  surname: 'Tester',
  email: `${name.toLowerCase()}@mail.example`,
  phone: '+420 601 123 456',
  password: PASSWORD,
  password_confirmation: PASSWORD,
  consent: true,
  ...change,
})
const signUp = (body: object, headers = {}) => request(server, users.signUp, { body }, undefined, headers)
const login = (email: string, password = PASSWORD) => request(server, users.login, { body: { email, password } })

const confirm = (code: string, password = PASSWORD) =>
  request(server, users.verifyEmail, { params: { code }, body: { password } })

async function mailsTo(address: string) {
  await server.drainJobs()
  const { mailbox } = server.outside.smtp
  return mailbox.list(address).map((one) => mailbox.get(one.id) as NonNullable<ReturnType<typeof mailbox.get>>)
}
const newest = async (address: string) => (await mailsTo(address))[0]?.text ?? ''
const tokenIn = (text: string) => /(?:verify\/|token=)([\w-]{43})/.exec(text)?.[1] ?? ''

describe('signing up', () => {
  it('answers a known address byte for byte as a new one, and only the email differs', async () => {
    const first = await signUp(person('Alma'))
    expect(first.status).toBe(201)
    const code = tokenIn(await newest('alma@mail.example'))
    expect((await confirm(code)).status).toBe(200)
    const second = await signUp(
      person('Alma', { password: 'Another-horse-43', password_confirmation: 'Another-horse-43' }),
    )
    expect(second).toEqual(first)
    const text = await newest('alma@mail.example')
    expect(text).toContain('already have an account')
    expect(tokenIn(text)).toBe('')
    expect((await login('alma@mail.example')).status).toBe(200)
    expect((await login('alma@mail.example', 'Another-horse-43')).status).toBe(422)
  })

  it('never confirms the password of somebody who signed up first with a foreign address', async () => {
    await signUp(person('Victim', { password: 'Attacker-horse-1', password_confirmation: 'Attacker-horse-1' }))
    const stolen = (await login('victim@mail.example', 'Attacker-horse-1')).body.data as { token: string }
    const early = tokenIn(await newest('victim@mail.example'))
    await signUp(person('Victim'))
    const code = tokenIn(await newest('victim@mail.example'))
    expect((await request(server, users.me, {}, stolen.token)).status).toBe(401)
    expect((await confirm(early)).status).toBe(404)
    expect((await confirm(code)).status).toBe(200)
    expect((await login('victim@mail.example', 'Attacker-horse-1')).status).toBe(422)
    expect((await login('victim@mail.example')).status).toBe(200)
  })

  it('finds one user for an address in upper or lower case', async () => {
    await signUp(person('Case'))
    await signUp(person('Case', { email: 'CASE@MAIL.example' }))
    expect(await query(server, 'select id from users where email_key = $1', ['case@mail.example'])).toHaveLength(1)
  })

  it.each([
    ['a common password', { password: 'Password1', password_confirmation: 'Password1' }, 'password', 'password_common'],
    [
      'passwords that differ',
      { password_confirmation: 'Other-horse-42' },
      'password_confirmation',
      'password_mismatch',
    ],
    [
      'a password without a digit',
      { password: 'Right-horse', password_confirmation: 'Right-horse' },
      'password',
      'password_digit',
    ],
    ['no consent', { consent: false }, 'consent', 'consent_required'],
    ['a phone without a country', { phone: '601 123 456' }, 'phone', 'phone'],
    ['a line break in the name', { name: 'Eve\r\nBcc: all@mail.example' }, 'name', 'name'],
    ['a web address in the name', { name: 'Win at evil.example' }, 'name', 'name_address'],
    ['a link in the surname', { surname: 'https://evil' }, 'surname', 'name_address'],
    ['a number to call in the name', { name: 'Call 0800 123 4567' }, 'name', 'name_number'],
    ['a name that reads backwards', { name: '\u202eevE' }, 'name', 'control_characters'],
    ['the name of a company', { surname: 'PayPal Security' }, 'surname', 'name_of_others'],
    ['the name of a company in two fields', { name: 'Pay', surname: 'Pal' }, 'name', 'name_of_others'],
    ['the name of the installation', { name: 'Kartoteka', surname: 'Team' }, 'name', 'name_of_others'],
    ['a zero byte in the address', { email: 'eve\u0000@mail.example' }, 'email', 'email'],
    ['half a letter in the promo code', { promoCode: 'A\ud800' }, 'promoCode', 'control_characters'],
  ])('refuses %s at its field', async (_, change, field, code) => {
    const response = await signUp(person('Eve', change))
    expect([response.status, response.body.error?.fields?.[field]?.code]).toEqual([422, code])
    expect(await query(server, `select id from users where email_key like 'eve%'`)).toHaveLength(0)
  })

  it('refuses a superuser flag in the body, and makes no operator', async () => {
    await signUp(person('Climber', { superuser: true, isEmailVerified: true }))
    const climber = () =>
      query(server, `select superuser, email_verified_at from users where email_key = 'climber@mail.example'`)
    expect(await climber()).toEqual([])
    await signUp(person('Climber'))
    expect(await climber()).toEqual([{ superuser: false, email_verified_at: null }])
  })

  it('writes links to the address it was configured with, with any Host header', async () => {
    await signUp(person('Hosted'), {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    })
    const [mail] = await mailsTo('hosted@mail.example')
    expect(mail?.text).toContain(`${server.url}/#/register/verify/`)
    expect(JSON.stringify(mail)).not.toContain('evil.example')
  })

  it('sends the email in the language of the page, with one set of headers', async () => {
    await signUp(person('Jana', { name: 'Jana É. "Ná"', email: 'jana@mail.example' }), { 'x-locale': 'cz' })
    const [mail, ...more] = await mailsTo('jana@mail.example')
    expect(more).toHaveLength(0)
    expect(mail?.text).toContain('Jana É. "Ná"')
    expect(mail?.text).toMatch(/24 hodin/)
  })

  it('sends one address five emails an hour and answers the same afterwards', async () => {
    server.passTime(HOUR_MS)
    const all: unknown[] = []
    for (let i = 0; i < 7; i++) all.push(await signUp(person('Target')))
    expect(new Set(all.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(await mailsTo('target@mail.example')).toHaveLength(5)
  })

  it('takes twenty sign-ups an hour from one address of the net and no more', async () => {
    server.passTime(HOUR_MS)
    const many = await Promise.all(
      Array.from({ length: 25 }, (_, i) => signUp(person(`Flood${i}`, { phone: 'wrong' }))),
    )
    expect(tally(many.map((response) => response.status))).toEqual({ 422: 20, 429: 5 })
    server.passTime(HOUR_MS)
  })
})

describe('confirming an address', () => {
  it('works once, and an older link is void after a newer one', async () => {
    await signUp(person('Vera'))
    const first = tokenIn(await newest('vera@mail.example'))
    expect(
      (await request(server, users.resendVerification, { body: { email: 'Vera@mail.example' } })).body.data,
    ).toEqual({
      nextInSeconds: 60,
    })
    const second = tokenIn(await newest('vera@mail.example'))
    expect(second).not.toBe(first)
    expect((await confirm(first)).body.error?.code).toBe('invalid_verification_link')
    const all = await Promise.all(Array.from({ length: 10 }, () => confirm(second)))
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 404: 9 })
  })

  it('needs the password of the sign-up: the owner of a foreign address does not confirm it by a click', async () => {
    const stranger = 'Stranger-horse-1'
    await signUp(person('Owner', { password: stranger, password_confirmation: stranger }))
    const early = (await login('owner@mail.example', stranger)).body.data as { token: string }
    const code = tokenIn(await newest('owner@mail.example'))
    const shown = await request(server, users.readVerification, { params: { code } })
    expect(shown.body.data).toEqual({ email: 'owner@mail.example' })
    const guessed = await confirm(code)
    expect([guessed.status, guessed.body.error?.fields?.password?.code]).toEqual([422, 'password_wrong'])
    const me = await request(server, users.me, {}, early.token)
    expect(me.body.data).toMatchObject({ isEmailVerified: false })
  })

  it('ends the sessions that were opened before it, and opens one that is confirmed', async () => {
    await signUp(person('Early'))
    const before = (await login('early@mail.example')).body.data as { token: string }
    const confirmed = await confirm(tokenIn(await newest('early@mail.example')))
    const { token, user } = confirmed.body.data as { token: string; user: object }
    expect(user).toMatchObject({ email: 'early@mail.example', isEmailVerified: true })
    expect((await request(server, users.me, {}, before.token)).status).toBe(401)
    expect((await request(server, users.me, {}, token)).body.data).toMatchObject({ isEmailVerified: true })
  })

  it('checks ten passwords in a quarter of an hour', async () => {
    await signUp(person('Guess'))
    const code = tokenIn(await newest('guess@mail.example'))
    const tries = await Promise.all(Array.from({ length: 12 }, () => confirm(code, 'Wrong-horse-42')))
    expect(tally(tries.map((one) => one.status))).toEqual({ 422: 10, 429: 2 })
    expect((await confirm(code)).status).toBe(429)
    server.passTime(QUARTER_MS)
    expect((await confirm(code)).status).toBe(200)
  })

  it('ends after a day', async () => {
    await signUp(person('Late'))
    const code = tokenIn(await newest('late@mail.example'))
    server.passTime(DAY_MS + 1000)
    expect((await confirm(code)).status).toBe(404)
  })

  it('resends to an unknown or a confirmed address as it does to an open one, and sends nothing', async () => {
    const known = await request(server, users.resendVerification, { body: { email: 'late@mail.example' } })
    const unknown = await request(server, users.resendVerification, { body: { email: 'nobody@mail.example' } })
    const confirmed = await request(server, users.resendVerification, { body: { email: 'alma@mail.example' } })
    expect(unknown).toEqual(known)
    expect(confirmed).toEqual(known)
    expect(await mailsTo('nobody@mail.example')).toHaveLength(0)
  })

  it('sends five emails an hour to one address, known or not', async () => {
    for (const email of ['vera@mail.example', 'ghost@mail.example']) {
      server.passTime(HOUR_MS)
      const statuses: number[] = []
      for (let i = 0; i < 7; i++) statuses.push((await request(server, users.requestReset, { body: { email } })).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    }
  })
})

describe('logging in', () => {
  it('checks ten passwords of an account in a quarter of an hour; the right one opens it after that', async () => {
    server.passTime(QUARTER_MS)
    await signIn(server, 'Locked')
    const tries = await Promise.all(Array.from({ length: 14 }, () => login('locked@people.example', 'Wrong-horse-42')))
    expect(tally(tries.map((response) => response.status))).toEqual({ 422: 10, 429: 4 })
    expect((await login('locked@people.example')).body.error?.code).toBe('too_many_tries')
    server.passTime(QUARTER_MS)
    expect((await login('locked@people.example')).status).toBe(200)
  })
})

describe('setting a new password', () => {
  const reset = (email: string, token: string, password = 'Fresh-horse-44') =>
    request(server, users.resetPassword, { body: { email, token, password, password_confirmation: password } })

  async function askLink(name: string): Promise<{ email: string; token: string; session: string }> {
    server.passTime(HOUR_MS)
    const { email, token: session } = await signIn(server, name)
    await request(server, users.requestReset, { body: { email } })
    return { email, token: tokenIn(await newest(email)), session }
  }

  it('works once under twenty parallel uses, ends every session and notifies the owner', async () => {
    const { email, token, session } = await askLink('Resetter')
    const all = await Promise.all(Array.from({ length: 20 }, () => reset(email, token)))
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 400: 19 })
    expect((await request(server, users.me, {}, session)).status).toBe(401)
    expect((await login(email)).status).toBe(422)
    expect((await login(email, 'Fresh-horse-44')).status).toBe(200)
    expect((await mailsTo(email)).map((mail) => mail.text).join()).toContain('all other devices were logged out')
  })

  it('refuses a link with another address, an hour later, and after a newer link', async () => {
    const { email, token } = await askLink('Careful')
    const check = async (mail: string, secret: string) =>
      (await request(server, users.checkReset, { body: { email: mail, token: secret } })).status
    expect(await check(email, token)).toBe(200)
    expect(await check('other@people.example', token)).toBe(400)
    expect((await reset('other@people.example', token)).body.error?.code).toBe('invalid_token')
    expect(await check(email, token)).toBe(200)
    await request(server, users.requestReset, { body: { email } })
    const newer = tokenIn(await newest(email))
    expect([await check(email, token), await check(email, newer)]).toEqual([400, 200])
    server.passTime(HOUR_MS + 1000)
    expect(await check(email, newer)).toBe(400)
    expect((await reset(email, newer)).status).toBe(400)
  })

  it('answers an unknown address like a known one and sends nothing', async () => {
    server.passTime(HOUR_MS)
    const known = await request(server, users.requestReset, { body: { email: 'careful@people.example' } })
    const unknown = await request(server, users.requestReset, { body: { email: 'stranger@people.example' } })
    expect(unknown).toEqual(known)
    expect(await mailsTo('stranger@people.example')).toHaveLength(0)
  })

  it('refuses a common password and keeps the link good', async () => {
    const { email, token } = await askLink('Chooser')
    expect((await reset(email, token, 'Qwerty123')).body.error?.fields?.password?.code).toBe('password_common')
    expect((await reset(email, token)).status).toBe(200)
  })
})
