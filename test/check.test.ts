/** `npm run check`: each point of the go-live list is seen when it is missing, and not when it is there. */
import { readFileSync } from 'node:fs'
import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rememberBackup } from '../scripts/backup/last-backup.ts'
import { checkAddress, judgeCertificate, judgeProxy } from '../scripts/check/address.ts'
import {
  checkAgreement,
  checkBackups,
  checkDemo,
  checkMetrics,
  checkOperator,
  checkSecrets,
  judgeDatabaseLine,
} from '../scripts/check/at-home.ts'
import { type Check, type Place, TOPICS } from '../scripts/check/finding.ts'
import { checkApple, checkEmail, checkGoogle, checkSms, faultOfChain } from '../scripts/check/vendors.ts'
import { openKeys } from '../server/base/crypto.ts'
import { readEnv } from '../server/base/env.ts'
import { questionPath } from '../server/base/seen-from-outside.ts'
import { createAuthority, issuePassCertificate } from '../server/engines/wallet/apple/test-authority.ts'
import { query } from './direct-access.ts'
import { openShop, signIn } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

it('looks at the points of the go-live list, in its order', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8')
  const list = text.split('## Before you go live')[1]?.split('\n## ')[0] ?? ''
  expect([...list.matchAll(/^- \*\*(\w+)\*\*/gm)].map(([, topic]) => topic)).toEqual([...TOPICS])
})

describe('proxies in front of the server', () => {
  const pretended = '192.0.2.77'
  const seen = (address: string, forwarded: string, protocol = 'https') => ({ address, forwarded, protocol, at: '' })
  it.each([
    ['no proxy', seen('203.0.113.5', pretended), 'good', 'no proxy in between'],
    ['one, counted', seen('203.0.113.5', `${pretended}, 203.0.113.5`), 'good', 'behind 1'],
    ['one that replaces the header', seen('203.0.113.5', '203.0.113.5'), 'good', 'behind 1'],
    ['two, counted', seen('203.0.113.5', `${pretended}, 203.0.113.5, 10.0.0.2`), 'good', 'behind 2'],
    ['one, not counted', seen('10.0.0.1', `${pretended}, 203.0.113.5`), 'missing', 'all visitors count as 10.0.0.1'],
    ['one counted, two there', seen('10.0.0.2', `${pretended}, 203.0.113.5, 10.0.0.2`), 'missing', 'TRUST_PROXY, 2'],
    ['more trusted than there are', seen(pretended, `${pretended}, 203.0.113.5`), 'missing', 'claim any address'],
    ['none, but trusted', seen(pretended, pretended), 'missing', 'claim any address'],
    ['over http', seen('203.0.113.5', `${pretended}, 203.0.113.5`, 'http'), 'missing', 'X-Forwarded-Proto'],
  ])('%s', (_, one, state, text) => {
    expect(judgeProxy(one, true)).toEqual([{ topic: 'Proxy', state, text: expect.stringContaining(text) as string }])
  })
})

it.each([
  ['in this machine', '127.0.0.1', []],
  ['at an own address', '10.89.0.5', []],
  ['in the network of the containers', '10.89.0.7', ['by hand']],
  ['elsewhere', '10.90.0.7', ['missing']],
  ['through a socket', null, []],
])('a database without TLS %s', (_, address, states) => {
  const own = [
    { address: '127.0.0.1', cidr: '127.0.0.1/8', family: 'IPv4' as const, internal: true },
    { address: '10.89.0.5', cidr: '10.89.0.5/24', family: 'IPv4' as const, internal: false },
  ]
  expect(judgeDatabaseLine({ ssl: false, address }, own).map(({ state }) => state)).toEqual(states)
  expect(judgeDatabaseLine({ ssl: true, address }, own)).toEqual([])
})

it.each([
  ['of ninety days with thirty left', 90, 30, 0],
  ['of ninety days with ten left', 90, 10, 1],
  ['of six days with two left', 6, 2, 0],
  ['of half a day with five hours left', 0.5, 0.2, 0],
  ['that has ended', 90, -1, 1],
])('a certificate %s', (_, days, left, faults) => {
  const DAY_MS = 86_400_000
  expect(judgeCertificate({ fromMs: 0, untilMs: days * DAY_MS }, (days - left) * DAY_MS)).toHaveLength(faults)
})

describe('the chain of a card', () => {
  it('has to be whole, of Apple, and alive', async () => {
    const [right, other] = [await createAuthority(), await createAuthority()]
    const order = { passTypeIdentifier: 'pass.one', teamIdentifier: 'ABCDE12345', organisation: 'One' }
    const { certificatePem } = await issuePassCertificate(right, order)
    expect(faultOfChain(certificatePem, other.intermediatePem, Date.now())).toContain('did not issue it')
    expect(faultOfChain(certificatePem, right.intermediatePem, Date.now())).toBe('was not issued by Apple')
  })
})

describe('an installation', () => {
  let server: TestServer
  let database: pg.Client
  let proxy: Server
  let proxyUrl: string
  beforeAll(async () => {
    server = await startTestServer()
    database = new pg.Client(server.connection)
    await database.connect()
    // It says where visitors come from, as a proxy on another machine would.
    proxy = createServer((request, response) => {
      const headers = {
        ...request.headers,
        'x-forwarded-for': `${String(request.headers['x-forwarded-for'])}, 198.51.100.7`,
        'x-forwarded-proto': 'https',
      }
      request.pipe(
        ask(server.url + (request.url ?? ''), { method: request.method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        }),
      )
    })
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
    proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    proxy?.close()
    await database?.end()
    await server?.close()
  })

  const placeOf = (settings: Record<string, string>): Place => ({
    env: readEnv({ DATA_DIR: server.app.env.dataDir, ...settings }, server.app.env.dataDir),
    keys: server.app.keys,
    database,
    now: () => Date.now(),
  })
  const linesOf = async (check: Check, settings: Record<string, string> = {}) =>
    (await check(placeOf(settings))).map(({ topic, state, text }) => `${topic} ${state}: ${text}`)

  it('is asked for how a request looks only with its own key, and not for long', async () => {
    const now = Date.now()
    const statusOf = async (path: string) => (await fetch(server.url + path)).status
    const right = questionPath(server.app.keys, now)
    expect(await statusOf(right)).toBe(200)
    expect(await statusOf(right.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(404)
    expect(await statusOf(right.replace(`${now}`, `${now + 1}`))).toBe(404)
    expect(await statusOf(questionPath(server.app.keys, now - 3_600_000))).toBe(404)
    expect(await statusOf(`/check/x/y`)).toBe(404)
  })

  it('whose address is its own machine, a wrong one or none is told so', async () => {
    expect(await linesOf(checkAddress)).toContainEqual(
      expect.stringContaining('Address missing: PUBLIC_URL is not set'),
    )
    expect(await linesOf(checkAddress, { PUBLIC_URL: server.url })).toEqual([
      `Address missing: only this machine can follow ${server.url}`,
      'Proxy good: no proxy in between',
      'Clock good: the clocks of this machine, PostgreSQL and the server agree',
    ])
    expect(await linesOf(checkAddress, { PUBLIC_URL: 'http://nowhere.invalid' })).toEqual([
      expect.stringContaining('not https') as string,
      expect.stringContaining('cannot be reached from here') as string,
      'Proxy missing: unknown until the address answers',
      expect.stringContaining('Clock good') as string,
    ])
  })

  it('sees itself through its proxy', async () => {
    expect(await linesOf(checkAddress, { PUBLIC_URL: proxyUrl })).toContainEqual(
      expect.stringMatching(/^Proxy missing: all visitors count as (::ffff:)?127\.0\.0\.1: set TRUST_PROXY, 1 /),
    )
  })

  it('notices a clock that is wrong', async () => {
    const place = { ...placeOf({}), now: () => Date.now() + 60_000 }
    expect((await checkAddress(place)).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/PostgreSQL is (59|60) s away/),
    )
  })

  it('is told what its secrets, operators, agreement and backups lack', async () => {
    expect(await linesOf(checkSecrets, { MASTER_KEY: 'ab'.repeat(32) })).toContainEqual(
      expect.stringContaining('MASTER_KEY is not random'),
    )
    expect(await linesOf(checkSecrets, { MASTER_KEY: '0123456789abcdef'.repeat(4) })).toContainEqual(
      expect.stringContaining('MASTER_KEY is not random'),
    )
    expect(await linesOf(checkSecrets)).toContainEqual(expect.stringContaining('Secrets good'))
    const place = { ...placeOf({}), keys: openKeys(Buffer.alloc(32, 7)) }
    expect((await checkSecrets(place)).map(({ text }) => text)).toContainEqual(
      'the master key is not the one that this database was sealed with',
    )
    expect(await linesOf(checkOperator)).toEqual([expect.stringContaining('Operator missing')])
    await signIn(server, 'Olga')
    await query(server, "update users set superuser = true where name = 'Olga'")
    expect(await linesOf(checkOperator)).toEqual(['Operator good: one user runs this installation'])
    expect(await linesOf(checkAgreement)).toEqual([expect.stringContaining('Agreement by hand')])
    expect(await linesOf(checkAgreement, { OFFER_VERSION: '2', OFFER_DATE: '2027-01-15' })).toEqual([
      'Agreement good: version 2 of 2027-01-15',
    ])
    expect(await linesOf(checkBackups)).toEqual([expect.stringContaining('Backups by hand')])
    const at = new Date().toISOString()
    rememberBackup(server.app.env, { at, file: '/backups/one.sql.gz' })
    expect(await linesOf(checkBackups)).toEqual([
      `Backups good: npm run backup wrote /backups/one.sql.gz at ${at}`,
      expect.stringContaining('Backups by hand: the master key') as string,
    ])
    const later = { ...placeOf({}), now: () => Date.now() + 3 * 86_400_000 }
    expect((await checkBackups(later)).map(({ state }) => state)).toEqual(['missing', 'by hand'])
  })

  it('is asked whether anything watches it, and who may read the metrics', async () => {
    const token = 'a-token-of-a-test'
    expect(await linesOf(checkMetrics)).toEqual([expect.stringContaining('Metrics by hand: nothing watches')])
    expect(await linesOf(checkMetrics, { METRICS_PORT: '9400', HOST: '0.0.0.0' })).toEqual([
      expect.stringContaining('Metrics by hand: METRICS_PORT asks for no token at 0.0.0.0'),
    ])
    for (const good of [{ METRICS_PORT: '9400' }, { METRICS_TOKEN: token, HOST: '0.0.0.0' }])
      expect(await linesOf(checkMetrics, good)).toEqual([expect.stringContaining('Metrics good')])
  })

  it('is told of a demo and of emulated pages that are open to others', async () => {
    expect(await linesOf(checkDemo, { PUBLIC_URL: 'https://cards.example' })).toEqual([
      'Demo good: neither demo data nor pages of emulated services',
    ])
    await query(server, "insert into demo_parts values ('business', '1')")
    const lines = await linesOf(checkDemo, { PUBLIC_URL: 'https://cards.example', DEMO: '1', EMULATED_PAGES: '1' })
    expect(lines).toHaveLength(3)
    expect(lines.join()).toMatch(/DEMO=1.*demo:remove.*EMULATED_PAGES=1/)
    await query(server, 'delete from demo_parts')
  })

  it('is told which services reach nobody', async () => {
    for (const check of [checkEmail, checkSms, checkApple, checkGoogle])
      expect((await linesOf(check)).every((line) => line.includes(' missing: '))).toBe(true)
    expect(
      await linesOf(checkSms, { SMS_LOGIN: 'AC1', SMS_PASSWORD: 'x', SMS_FROM: 'Cards', SMS_PROVIDERS: 'real' }),
    ).toEqual([expect.stringContaining('SMS good') as string])
  })

  it('has its mail server asked, and its sender looked at', async () => {
    const { smtpUrl: SMTP_URL } = server.app.outside
    expect(await linesOf(checkEmail, { SMTP_URL })).toEqual([
      expect.stringContaining('an address of nobody') as string,
      'Email good: the mail server takes our login',
      expect.stringContaining('Email by hand: SPF') as string,
    ])
    expect(await linesOf(checkEmail, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Cards <a@cards.cz>' })).toEqual([
      expect.stringMatching(/^Email missing: the mail server refuses us/) as string,
    ])
  })

  it('has its service account tried at Google', async () => {
    const { google } = server.app.outside
    const account = (private_key: string) => ({
      GOOGLE_SERVICE_ACCOUNT: JSON.stringify({ client_email: google.clientEmail, private_key }),
      GOOGLE_ISSUER_ID: google.issuerId,
      GOOGLE_API_URL: google.apiUrl,
      GOOGLE_TOKEN_URL: google.tokenUrl,
    })
    expect(await linesOf(checkGoogle, account(google.privateKeyPem))).toEqual([
      `Google good: the service account works for issuer ${google.issuerId}`,
      expect.stringContaining('Google by hand: request publishing access') as string,
    ])
    expect(
      await linesOf(checkGoogle, { ...account(google.privateKeyPem), GOOGLE_PUBLISHING_ACCESS: '1' }),
    ).toContainEqual(expect.stringContaining('publishing access is granted'))
    expect(await linesOf(checkGoogle, account('PRIVATE KEY of nobody'))).toEqual([
      expect.stringContaining('Google missing') as string,
    ])
  })

  it('is told whose cards no iPhone takes', async () => {
    await openShop(server, 'Clara')
    const lines = await linesOf(checkApple, { APNS_HOST: '127.0.0.1', APNS_PORT: '1' })
    expect(lines).toEqual([
      expect.stringContaining('Apple missing: 127.0.0.1, port 1, cannot be reached') as string,
      'Apple missing: 1 of 1 businesses sign with the test certificate: no iPhone takes their cards',
    ])
    // The certificate of the test authority passes for an own one: it is not Apple's.
    await query(server, 'update apple_certificates set is_test = false')
    expect(await linesOf(checkApple, { APNS_HOST: '127.0.0.1', APNS_PORT: '1' })).toContainEqual(
      'Apple missing: the certificate of clara-shop was not issued by Apple',
    )
  })
})

describe('a server that trusts every proxy', () => {
  it('is told that visitors can claim any address', async () => {
    const server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    const database = new pg.Client(server.connection)
    try {
      await database.connect()
      const env = readEnv({ PUBLIC_URL: server.url }, '/')
      const found = await checkAddress({ env, keys: server.app.keys, database, now: () => Date.now() })
      expect(found.find(({ topic }) => topic === 'Proxy')?.text).toContain('a visitor can claim any address')
    } finally {
      await database.end()
      await server.close()
    }
  })
})
