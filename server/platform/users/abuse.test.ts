import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../contract/platform/users.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { PASSWORD, request, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { elsewhere } from '../../../test/walk.ts'
import { noteWrong } from './guessed.ts'

const QUARTER_MS = 15 * MINUTE_MS
const WRONG = 'Wrong-horse-42'

/** What somebody does who has all day, many addresses and no password. */
describe('abuse', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '1000000' } })
  })
  afterAll(() => server?.close())

  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  const guess = async (email: string, password = WRONG, headers = elsewhere()) =>
    (await request(server, users.login, { body: { email, password } }, undefined, headers)).status
  /** Addresses of the net far apart, so that no limit of a neighbourhood helps. */
  const farAway = (i: number) => from(`${20 + (i >> 8)}.${i & 255}.1.7`)
  const toNextDay = () => server.passTime(DAY_MS - (server.now().getTime() % DAY_MS) + 1000)
  const signUp = (change: Record<string, unknown>) =>
    request(
      server,
      users.signUp,
      {
        body: {
          name: 'Eve',
          surname: 'Tester',
          email: 'eve@mail.example',
          phone: '+420601123456',
          password: PASSWORD,
          password_confirmation: PASSWORD,
          consent: true,
          ...change,
        },
      },
      undefined,
      elsewhere(),
    )
  async function mailsTo(address: string) {
    await server.drainJobs()
    const { mailbox } = server.outside.smtp
    return mailbox.list(address).flatMap(({ id }) => mailbox.get(id) ?? [])
  }
  const tokenIn = (text = '') => /(?:verify\/|token=)([\w-]{43})/.exec(text)?.[1] ?? ''

  describe('guessing a password', () => {
    it('300 tries from one address: ten are checked, and then not even the right one', async () => {
      toNextDay()
      const { email } = await signIn(server, 'Single')
      const tries = await Promise.all(Array.from({ length: 300 }, () => guess(email, WRONG, from('192.0.2.7'))))
      expect(tally(tries)).toEqual({ 422: 10, 429: 290 })
      expect(await guess(email, PASSWORD, from('192.0.2.7'))).toBe(429)
    })

    it('is reported to the user, once a day, but not to an address that was never confirmed', async () => {
      toNextDay()
      const [known, unproved] = [(await signIn(server, 'Gerda')).email, 'unproved@mail.example']
      await signUp({ email: unproved })
      const guessAll = (email: string, quarter: number) =>
        Promise.all(Array.from({ length: 15 }, (_, i) => guess(email, WRONG, farAway(quarter * 100 + i))))
      for (let quarter = 0; quarter < 2; quarter++) {
        for (const email of [known, unproved, 'nobody@mail.example']) await guessAll(email, quarter)
        server.passTime(QUARTER_MS)
      }
      const emails = (await mailsTo(known)).filter((mail) => mail.subject === 'Failed login attempts on your account')
      expect(emails).toHaveLength(1)
      expect(emails[0]?.text).toMatch(/from 20\.\d+\.1\.7 \(\d+ \w+ 20\d\d, \d\d:\d\d Moscow time\)/)
      expect((await mailsTo(unproved)).map((mail) => mail.subject)).not.toContain(
        'Failed login attempts on your account',
      )
      expect(await mailsTo('nobody@mail.example')).toEqual([])
      toNextDay()
      await guessAll(known, 2)
      expect(
        (await mailsTo(known)).filter((mail) => mail.subject === 'Failed login attempts on your account'),
      ).toHaveLength(2)
    })

    it('rings one alarm a quarter of an hour when it goes on everywhere, and none for people who mistype', async () => {
      toNextDay()
      const rung: object[] = []
      const app = {
        ...server.app,
        log: { ...server.app.log, error: (detail: object) => void rung.push(detail) },
      } as typeof server.app
      for (let i = 0; i < 500; i++) await noteWrong(app)
      expect(rung).toEqual([])
      await Promise.all(Array.from({ length: 20 }, () => noteWrong(app)))
      expect(rung).toEqual([{ wrong: 500, minutes: 15 }])
      server.passTime(QUARTER_MS)
      await noteWrong(app)
      expect(rung).toHaveLength(1)
    })

    it('300 tries from one address at 300 accounts: thirty are checked', async () => {
      const tries = await Promise.all(
        Array.from({ length: 300 }, (_, i) => guess(`crowd${i}@people.example`, WRONG, from('192.0.2.8'))),
      )
      expect(tally(tries)).toEqual({ 422: 30, 429: 270 })
    })

    it('an IPv6 line is one place, however many of its addresses are used', async () => {
      const tries = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          guess(`line${i}@people.example`, WRONG, from(`2001:db8:7:7::${i.toString(16)}`)),
        ),
      )
      expect(tally(tries)).toEqual({ 422: 30, 429: 30 })
    })

    it('from 300 addresses all day: ten in a quarter of an hour, forty a day, and forty the next day', async () => {
      const { email } = await signIn(server, 'Target')
      await request(
        server,
        users.logout,
        {},
        (await request(server, users.login, { body: { email, password: PASSWORD } })).body.data as never,
      )
      toNextDay()
      const first = await Promise.all(Array.from({ length: 300 }, (_, i) => guess(email, WRONG, farAway(i))))
      expect(tally(first)).toEqual({ 422: 10, 429: 290 })
      const rest: number[] = []
      for (let quarter = 1; quarter < 95; quarter += 2) {
        server.passTime(2 * QUARTER_MS)
        rest.push(...(await Promise.all([1, 2, 3, 4].map((i) => guess(email, WRONG, farAway(quarter * 8 + i))))))
      }
      expect(tally(rest)).toEqual({ 422: 30, 429: 158 })
      expect(await guess(email, PASSWORD, farAway(9999))).toBe(429)
      toNextDay()
      const next: number[] = []
      for (let quarter = 0; quarter < 12; quarter++) {
        next.push(
          ...(await Promise.all(
            Array.from({ length: 5 }, (_, i) => guess(email, WRONG, farAway(20_000 + quarter * 5 + i))),
          )),
        )
        server.passTime(QUARTER_MS)
      }
      expect(tally(next)).toEqual({ 422: 40, 429: 20 })
    })

    it('never shuts the owner out where he is signed in, nor from the link of an email', async () => {
      const home = from('198.51.100.44')
      const { email } = await signIn(server, 'Owner')
      expect(await guess(email, PASSWORD, home)).toBe(200)
      toNextDay()
      for (let quarter = 0; quarter < 5; quarter++) {
        await Promise.all(Array.from({ length: 12 }, (_, i) => guess(email, WRONG, farAway(40_000 + quarter * 12 + i))))
        server.passTime(QUARTER_MS)
      }
      expect(await guess(email, PASSWORD, farAway(50_000))).toBe(429)
      expect(await guess(email, PASSWORD, home)).toBe(200)
      // From the same place guessing is limited as well.
      expect(tally(await Promise.all(Array.from({ length: 14 }, () => guess(email, WRONG, home))))).toEqual({
        422: 10,
        429: 4,
      })
      await request(server, users.requestReset, { body: { email } }, undefined, home)
      const mail = (await mailsTo(email)).find(({ text }) => text.includes('token='))
      const fresh = {
        email,
        token: tokenIn(mail?.text),
        password: 'Fresh-horse-44',
        password_confirmation: 'Fresh-horse-44',
      }
      expect((await request(server, users.resetPassword, { body: fresh }, undefined, farAway(50_001))).status).toBe(200)
      expect(await guess(email, 'Fresh-horse-44', farAway(50_002))).toBe(200)
    })

    it('gets nothing from the logins of the owner: they give no more than their own try back', async () => {
      const { email } = await signIn(server, 'Often')
      await query(server, 'delete from sessions where user_id = (select id from users where email = $1)', [email])
      toNextDay()
      const wrong: number[] = []
      for (let round = 0; round < 6; round++) {
        wrong.push(
          ...(await Promise.all(
            Array.from({ length: 9 }, (_, i) => guess(email, WRONG, farAway(60_000 + round * 20 + i))),
          )),
        )
        await guess(email, PASSWORD, farAway(60_000 + round * 20 + 15))
        await query(server, 'delete from sessions where user_id = (select id from users where email = $1)', [email])
      }
      expect(wrong.filter((status) => status === 422)).toHaveLength(40)
    })
  })

  describe('a link of a mail', () => {
    it('to set a password works once under fifty parallel uses, and the older one is void', async () => {
      const { email } = await signIn(server, 'Linked')
      const ask = async () => {
        await request(server, users.requestReset, { body: { email } }, undefined, elsewhere())
        return tokenIn((await mailsTo(email))[0]?.text)
      }
      const [older, newer] = [await ask(), await ask()]
      const use = (token: string) =>
        request(
          server,
          users.resetPassword,
          { body: { email, token, password: 'Fresh-horse-44', password_confirmation: 'Fresh-horse-44' } },
          undefined,
          elsewhere(),
        )
      expect(older).not.toBe(newer)
      expect((await use(older)).body.error?.code).toBe('invalid_token')
      expect(
        tally((await Promise.all(Array.from({ length: 50 }, () => use(newer)))).map((response) => response.status)),
      ).toEqual({ 200: 1, 400: 49 })
    })

    it('to confirm an address works once under fifty parallel uses, and the older one is void', async () => {
      await signUp({ email: 'link@mail.example' })
      const older = tokenIn((await mailsTo('link@mail.example'))[0]?.text)
      await request(server, users.resendVerification, { body: { email: 'link@mail.example' } }, undefined, elsewhere())
      const newer = tokenIn((await mailsTo('link@mail.example'))[0]?.text)
      const use = (code: string) =>
        request(server, users.verifyEmail, { params: { code }, body: { password: PASSWORD } }, undefined, elsewhere())
      expect((await use(older)).status).toBe(404)
      expect(
        tally((await Promise.all(Array.from({ length: 50 }, () => use(newer)))).map((response) => response.status)),
      ).toEqual({ 200: 1, 404: 9, 429: 40 })
    })

    it('leads to the configured address, with any Host header', async () => {
      const { email } = await signIn(server, 'Hosted')
      const evil = {
        ...elsewhere(),
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'ftp',
        'x-original-host': 'evil.example',
        forwarded: 'host=evil.example;proto=ftp',
        origin: 'https://evil.example',
        referer: 'https://evil.example/',
      }
      await request(server, users.requestReset, { body: { email } }, undefined, evil)
      const [mail] = await mailsTo(email)
      expect(mail?.text).toContain(`${server.url}/#/reset?`)
      expect(JSON.stringify(mail)).not.toContain('evil.example')
    })

    it('cannot be looked for by trial: thirty tries a quarter of an hour', async () => {
      server.passTime(QUARTER_MS)
      const look = (i: number) =>
        request(
          server,
          users.checkReset,
          { body: { email: 'linked@people.example', token: `${i}`.padStart(43, 'x') } },
          undefined,
          from('192.0.2.9'),
        )
      expect(
        tally((await Promise.all(Array.from({ length: 60 }, (_, i) => look(i)))).map((response) => response.status)),
      ).toEqual({ 400: 30, 429: 30 })
    })

    it('that was asked for under the old password opens nothing after the password was changed', async () => {
      const anna = await signIn(server, 'Changer')
      server.passTime(HOUR_MS)
      await request(server, users.requestReset, { body: { email: anna.email } }, undefined, elsewhere())
      const token = tokenIn((await mailsTo(anna.email))[0]?.text)
      await anna.send(users.changePassword, {
        body: { current: PASSWORD, password: 'Fresh-horse-44', password_confirmation: 'Fresh-horse-44' },
      })
      expect(
        (await request(server, users.checkReset, { body: { email: anna.email, token } }, undefined, elsewhere()))
          .status,
      ).toBe(400)
    })
  })
})
