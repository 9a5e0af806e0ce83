import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../contract/platform/users.ts'
import { query } from '../../../test/direct-access.ts'
import { PASSWORD, request, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { elsewhere } from '../../../test/walk.ts'
import { openLog } from '../../base/log.ts'

/** What lies in the database and the log, what a password is, and what users may enter about themselves. */
describe('what is kept of people', () => {
  let server: TestServer
  const lines: string[] = []
  beforeAll(async () => {
    const log = openLog('debug', { write: (line) => void lines.push(line) })
    server = await startTestServer({ env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '1000000' }, log })
  })
  afterAll(() => server?.close())

  const guess = async (email: string, password: string) =>
    (await request(server, users.login, { body: { email, password } }, undefined, elsewhere())).status
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

  describe('a stolen copy of the database', () => {
    it('opens nothing: no text or number in it is a token, a password or a link', async () => {
      const { email, token } = await signIn(server, 'Stolen')
      await request(server, users.requestReset, { body: { email } }, undefined, elsewhere())
      await signUp({ email: 'stolen2@mail.example' })
      const tables = await query<{ name: string }>(
        server,
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
      )
      const texts = new Set<string>()
      const collect = (value: unknown): void => {
        if (typeof value === 'string') {
          // Hashes appear as \\x…: as the letters of a token in either spelling they must not open either.
          const bytes = value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : undefined
          for (const text of bytes
            ? [bytes.toString('hex'), bytes.toString('base64url'), bytes.toString('latin1')]
            : [value])
            texts.add(text)
        } else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collect(one)
      }
      for (const { name } of tables)
        for (const { row } of await query<{ row: unknown }>(
          server,
          `select to_jsonb(t) as row from ${name} t limit 200`,
        ))
          collect(row)
      expect([...texts].some((text) => text.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'))).toBe(true)
      for (const secret of [token, token.slice(3), PASSWORD])
        expect([...texts].filter((text) => text.includes(secret))).toEqual([])

      const long = [...texts].filter((text) => text.length >= 16 && text.length <= 200 && /^[\x21-\x7e]+$/.test(text))
      expect(long.length).toBeGreaterThan(20)
      const opened: string[] = []
      const tryAll = async (text: string) => {
        for (const bearer of [text, `kt_${text}`])
          if ((await request(server, users.me, {}, bearer, elsewhere())).status !== 401) opened.push(`session ${text}`)
        const byLink = { params: { code: text } }
        if ((await request(server, users.readVerification, byLink, undefined, elsewhere())).status < 400)
          opened.push(`link ${text}`)
        if (
          text.length <= 100 &&
          (await request(server, users.checkReset, { body: { email, token: text } }, undefined, elsewhere())).status !==
            400
        )
          opened.push(`reset ${text}`)
      }
      for (let i = 0; i < long.length; i += 10) await Promise.all(long.slice(i, i + 10).map(tryAll))
      expect(opened).toEqual([])
      // The fingerprint of a password is not a password.
      const hashes = long.filter((text) => text.startsWith('$argon2id$')).slice(0, 5)
      for (const hash of hashes) expect(await guess(email, hash)).toBe(422)
    })
  })

  describe('passwords that differ late or little', () => {
    it.each([
      ['beyond 72 letters', `${'Aa1'.repeat(24)}x`, `${'Aa1'.repeat(24)}y`],
      ['beyond 128 letters', `Aa1${'é'.repeat(128)}x`, `Aa1${'é'.repeat(128)}y`],
      ['in one letter of another script', 'Пароль-верный-42', 'Пароль-верный-43'],
      ['in a look-alike', 'Password-of-a-42', 'Password-of-а-42'],
      ['in a sign outside of the first plane', 'Horse-battery-1😀', 'Horse-battery-1😁'],
      ['in a space at the end', 'Horse-battery-42', 'Horse-battery-42 '],
    ])('are told apart %s', async (what, right, near) => {
      const email = `far${what.length}${right.length}@mail.example`
      expect((await signUp({ email, password: right, password_confirmation: right })).status).toBe(201)
      expect([await guess(email, near), await guess(email, right)]).toEqual([422, 200])
    })

    it('are the same in composed and decomposed letters, as keyboards differ in that', async () => {
      expect(
        (
          await signUp({
            email: 'nfc@mail.example',
            password: 'Žluťoučký-kůň-1'.normalize('NFC'),
            password_confirmation: 'Žluťoučký-kůň-1'.normalize('NFC'),
          })
        ).status,
      ).toBe(201)
      expect(await guess('nfc@mail.example', 'Žluťoučký-kůň-1'.normalize('NFD'))).toBe(200)
    })

    it("are hashed anew at today's cost at the next login", async () => {
      const { email } = await signIn(server, 'Cheap')
      // The same password at a fourth of the memory.
      const salt = Buffer.alloc(16, 7)
      const tag = argon2Sync('argon2id', {
        message: Buffer.from(PASSWORD),
        nonce: salt,
        parallelism: 1,
        memory: 4864,
        passes: 1,
        tagLength: 32,
      })
      const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
      await query(server, 'update users set password_hash = $1 where email = $2', [
        `$argon2id$v=19$m=4864,t=1,p=1$${plain(salt)}$${plain(tag)}`,
        email,
      ])
      expect([await guess(email, 'Wrong-horse-42'), await guess(email, PASSWORD)]).toEqual([422, 200])
      const [row] = await query<{ hash: string }>(server, 'select password_hash as hash from users where email = $1', [
        email,
      ])
      expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(await guess(email, PASSWORD)).toBe(200)
    })
  })

  describe('line breaks in what users enter about themselves', () => {
    const EVIL = [
      'Eve\r\nBcc: all@mail.example',
      'Eve\nSubject: Win',
      'Eve\rX-Evil: 1',
      'Eve\u0085Bcc: all@mail.example',
      'Eve\u0000',
      '\u001b[31mEve',
      'Eve\r\n\r\n<b>Body</b>',
    ]

    it.each(['name', 'surname', 'email', 'phone', 'promoCode'])(
      'are refused in %s or do nothing there',
      async (field) => {
        for (const evil of EVIL) {
          const value =
            field === 'email' ? `${evil}@mail.example` : field === 'phone' ? `+420601123456${evil.slice(3)}` : evil
          const response = await signUp({ [field]: value })
          expect([value, response.status]).toEqual([value, 422])
        }
        expect(await mailsTo('all@mail.example')).toEqual([])
      },
    )

    it('of other kinds change neither the headers of an email nor the lines of the log', async () => {
      await signUp({ email: 'plain@mail.example', name: 'Plain' })
      const [plain] = await mailsTo('plain@mail.example')
      for (const [i, name] of [
        'Eve\u2028Bcc: all',
        'Eve\u2029Subject: x',
        '=?utf-8?Q?Eve=0D=0ABcc:_all?=',
        '"Eve", all;',
      ].entries()) {
        const email = `odd${i}@mail.example`
        expect([name, (await signUp({ email, name })).status]).toEqual([name, 201])
        const mails = await mailsTo(email)
        expect(mails.map((mail) => [mail.to, Object.keys(mail.headers).sort()])).toEqual([
          [[email], Object.keys(plain?.headers ?? {}).sort()],
        ])
      }
      expect(await mailsTo('all@mail.example')).toEqual([])
      for (const line of lines) {
        expect(line.trimEnd()).not.toMatch(/[\r\n]/)
        expect(() => JSON.parse(line) as unknown).not.toThrow()
      }
      expect(lines.join()).not.toContain(PASSWORD)
    })
  })
})
