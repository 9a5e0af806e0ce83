import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinets } from '../contract/platform/cabinets.ts'
import type { Call } from '../contract/call.ts'
import { certificates } from '../contract/cards/certificates.ts'
import { clients } from '../contract/people/clients.ts'
import { forms } from '../contract/people/forms.ts'
import { templates } from '../contract/cards/templates.ts'
import { users } from '../contract/platform/users.ts'
import { openLog } from '../server/base/log.ts'
import { masterKey } from '../server/base/master-key.ts'
import { writeP12 } from '../server/engines/wallet/apple/p12-write.ts'
import { issuePassCertificate } from '../server/engines/wallet/apple/test-authority.ts'
import { fillForm, Iphone } from './phones.ts'
import { plainDesign, request } from './people.ts'
import { inputOf, type Input } from './samples.ts'
import { startTestServer, type TestServer } from './server.ts'
import { ALL_CALLS, unclear, withOwner } from './walk.ts'

const EMAIL = 'keeper@people.example'

describe('secrets stay where they were put', () => {
  let server: TestServer
  const lines: string[] = []
  const answers: string[] = []
  /** Everything that must not be read anywhere, by what it is. */
  const canaries = new Map<string, string>()

  /** Sends a call and keeps its answer for the search. */
  async function ask(one: Call, input: Partial<Input>, token?: string) {
    const answer = await request(server, one, input, token)
    answers.push(JSON.stringify(answer.body))
    return answer
  }

  async function mailedToken(pattern: RegExp): Promise<string> {
    await server.drainJobs()
    const texts = server.outside.smtp.mailbox
      .list(EMAIL)
      .map(({ id }) => server.outside.smtp.mailbox.get(id)?.text ?? '')
    return texts.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? ''
  }

  /** Login answers with the token, once, to its owner: the one answer that is not searched for it. */
  async function login(password: string): Promise<string> {
    const answer = await request(server, users.login, { body: { email: EMAIL, password } })
    const { token, ...rest } = answer.body.data as { token: string }
    answers.push(JSON.stringify(rest))
    return token
  }

  beforeAll(async () => {
    server = await startTestServer({
      log: openLog('debug', {
        write: (line) => {
          lines.push(line)
        },
      }),
    })
    const passwords = {
      first: 'Canary-first-9731',
      wrong: 'Canary-wrong-9732',
      second: 'Canary-second-9733',
      file: 'Canary-file-9734',
      wrongFile: 'Canary-wrong-file-9735',
      broken: 'Canary-broken-9736',
      failed: 'Canary-failed-9737',
    }
    for (const [name, password] of Object.entries(passwords)) canaries.set(`password ${name}`, password)
    const person = { name: 'Keeper', surname: 'Tester', email: EMAIL, phone: '+420601000000', consent: true as const }
    const signUp = (password: string, email = EMAIL) =>
      ask(users.signUp, { body: { ...person, email, password, password_confirmation: password } })

    expect((await signUp(passwords.first)).status).toBe(201)
    const verify = await mailedToken(/verify\/([\w-]{43})/)
    await ask(users.verifyEmail, { params: { code: verify }, body: { password: passwords.first } })
    const firstToken = await login(passwords.first)
    await ask(users.login, { body: { email: EMAIL, password: passwords.wrong } })
    await ask(users.requestReset, { body: { email: EMAIL } })
    const reset = await mailedToken(/token=([\w-]{43})/)
    expect((await ask(users.checkReset, { body: { email: EMAIL, token: reset } })).status).toBe(200)
    expect(
      (
        await ask(users.resetPassword, {
          body: { email: EMAIL, token: reset, password: passwords.second, password_confirmation: passwords.second },
        })
      ).status,
    ).toBe(200)
    const token = await login(passwords.second)
    await ask(users.requestReset, { body: { email: EMAIL } })
    server.passTime(61_000)

    const own = (one: Call, input: Partial<Input>) => ask(one, input, token)
    const made = (answer: { body: { data?: unknown } }) => answer.body.data as Record<string, string> & { id: number }
    const { id: c } = made(
      await own(cabinets.createCabinet, {
        body: { name: 'Keeper shop', domain: 'keeper-shop', taxNumber: '12345678' },
      }),
    )
    const certificate = await issuePassCertificate(server.authority, {
      passTypeIdentifier: 'pass.example.keeper',
      teamIdentifier: 'KEEPER1234',
      organisation: 'Keeper',
    })
    const file = new Blob([new Uint8Array(writeP12(certificate, passwords.file, { legacy: false }))])
    await own(certificates.uploadApple, { params: { c }, body: { password: passwords.wrongFile }, file })
    expect(
      (await own(certificates.uploadApple, { params: { c }, body: { password: passwords.file }, file })).status,
    ).toBe(200)
    expect((await own(certificates.activateApple, { params: { c } })).status).toBe(200)
    const template = String(
      made(
        await own(templates.createTemplate, {
          params: { c },
          body: { name: 'Card', type: 'bonus', design: plainDesign(), birthdayEnabled: false, variables: {} },
        }),
      ).id,
    )
    const form = made(await own(forms.createForm, { params: { c }, body: { name: 'Main', template, lang: 'en' } }))
    const sent = await fillForm(server, form.url ?? '', {
      name: 'Guest',
      surname: 'One',
      tel: '+420601555111',
      email: 'guest@people.example',
    })
    const installUrl = new URL(sent.headers.get('location') ?? '', server.url)
    const phone = new Iphone(server)
    const { json } = await phone.install(`${server.url}${installUrl.pathname}/card.pkpass`)
    expect((await phone.register()).status).toBe(201)
    const rows = (await own(clients.listClients, { params: { c } })).body.data as { id: string }[]

    const ids = {
      c,
      domain: 'keeper-shop',
      template,
      formKey: form.formKey ?? '',
      client: rows[0]?.id ?? '',
      push: crypto.randomUUID(),
      image: crypto.randomUUID(),
      variable: crypto.randomUUID(),
      notice: crypto.randomUUID(),
    }
    for (const { name, one } of ALL_CALLS) {
      if (one.who === 'nobody' || one.method === 'DELETE' || name === 'users.logout') continue
      const answer = await own(one, await inputOf(one, ids))
      expect([name, unclear(one, answer)]).toEqual([name, undefined])
    }
    const broken = await fetch(`${server.url}/api/user/login_another`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: `{"email":"${EMAIL}","password":"${passwords.broken}`,
    })
    answers.push(await broken.text())
    await withOwner(server, (client) => client.query('alter table users rename column phone to phone_away'))
    expect((await signUp(passwords.failed, 'other@people.example')).status).toBe(500)
    await withOwner(server, (client) => client.query('alter table users rename column phone_away to phone'))
    await server.drainJobs()

    const secretOf = (pem: string) => pem.split('\n')[4] ?? ''
    for (const [name, secret] of Object.entries({
      'the mailed confirmation': verify,
      'the mailed reset': reset,
      'the second mailed reset': await mailedToken(/token=([\w-]{43})/),
      'a session': firstToken,
      'the open session': token,
      'the private key': secretOf(certificate.privateKeyPem),
      'the key of the test authority': secretOf(server.authority.rootKeyPem),
      "the service account's key": secretOf(server.app.outside.google.privateKeyPem),
      "the card's token": json.authenticationToken ?? '',
      'the master key': masterKey(server.app.env).toString('hex'),
    })) {
      expect([name, secret.length >= 32]).toEqual([name, true])
      canaries.set(name, secret)
    }
  })
  afterAll(() => server?.close())

  /** As it is, and as the hex of a bytea and as Base64 show it. */
  const spellings = (secret: string) =>
    [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      Buffer.from(secret, 'base64').toString('hex'),
    ].filter((text) => text.length >= 12)
  const found = (text: string) =>
    [...canaries]
      .filter(([, secret]) => spellings(secret).some((spelling) => text.includes(spelling)))
      .map(([name]) => name)

  it('no answer of the API holds one', () => {
    expect(answers.length).toBeGreaterThan(50)
    expect(answers.flatMap((answer) => found(answer).map((name) => `${name} in ${answer.slice(0, 200)}`))).toEqual([])
  })

  it('no line of the log holds one, however much is logged and whatever fails', () => {
    expect(lines.some((line) => line.includes('a request failed'))).toBe(true)
    expect(lines.flatMap((line) => found(line).map((name) => `${name} in ${line.slice(0, 300)}`))).toEqual([])
  })

  it('no column of the database holds one, in the job queue neither', async () => {
    const leaks = await withOwner(server, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname not in ('pg_catalog', 'information_schema')`,
      )
      const names: string[] = []
      for (const { name } of tables) {
        for (const { text } of (await client.query<{ text: string }>(`select t::text as text from ${name} t`)).rows)
          names.push(...found(text).map((secret) => `${secret} in ${name}: ${text.slice(0, 300)}`))
      }
      return [...new Set(names)]
    })
    expect(leaks).toEqual([])
  })

  it('the search would find one: a planted secret is seen in text, bytes and JSON', async () => {
    canaries.set('planted', 'planted-secret-of-thirty-two-chars')
    const texts = await withOwner(server, async (client) => {
      await client.query(
        `create temp table planted as select 'planted-secret-of-thirty-two-chars'::text as a, null::bytea as
          b, null::jsonb as c`,
      )
      await client.query(
        `insert into planted values (null, 'planted-secret-of-thirty-two-chars'::bytea, null), (null, null,
          '{"deep": ["planted-secret-of-thirty-two-chars"]}')`,
      )
      return (await client.query<{ text: string }>('select t::text as text from planted t')).rows.map((row) => row.text)
    })
    expect(texts.map((text) => found(text))).toEqual([['planted'], ['planted'], ['planted']])
  })
})
