/**
 * A whole server for one test file: its own database, real HTTP, a clock that can be set, the outside world emulated on
 * loopback.
 */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDoor } from '../emulators/door.ts'
import { startOutside, type EmulatedOutside } from '../emulators/outside.ts'
import { openPipe } from '../scripts/run/pipe.ts'
import { EMULATED, type Emulated } from '../server/base/app.ts'
import { openKeys } from '../server/base/crypto.ts'
import { openDatabase } from '../server/base/db.ts'
import { readEnv } from '../server/base/env.ts'
import { openLog, type Log } from '../server/base/log.ts'
import type { Connection } from '../server/base/logins.ts'
import { testAuthority } from '../server/cards/certificates/certificates.ts'
import { masterKey } from '../server/base/master-key.ts'
import { startServer, type Server } from '../server/main.ts'
import { issueServerCertificate, type Authority } from '../server/engines/wallet/apple/test-authority.ts'
import { freePorts } from './free-ports.ts'
import { cloneDatabase, testConnection, testLogin } from './postgres.ts'
import { MASTER_KEY, TEMPLATE } from './template.ts'

export type TestServer = Server & {
  url: string
  /** Headers of who has opened the one-time link to the emulated mailbox, SMS inbox and wallets. */
  visitor: { cookie: string }
  outside: EmulatedOutside
  /** Where the emulators are reached past the product, as the product itself does. */
  doorUrl: string
  authority: Authority
  /** Of the owner, a superuser. */
  connection: Connection
  /** Of the app's role: what the server works as. */
  login: Connection
  /** Sees past the wall; few connections, however many ask at the same time. */
  superuser: pg.Pool
  /** Sets the clock forward; jobs and rules follow, the database's own clock does not. */
  passTime(ms: number): void
  now(): Date
}

/** Opens a one-time link as a browser does. @returns the cookie that it then has */
export async function visit(link: string): Promise<string> {
  const response = await fetch(link, { redirect: 'manual' })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** A second issuer of Google Wallet that the emulated service account may act for. */
export const OTHER_ISSUER = '3388000000000000002'

const addressesOfPayments = ({ payUrl, serviceUrl }: { payUrl: string; serviceUrl: string }) => ({ payUrl, serviceUrl })

/** One for the emulated Apple of every test of the process: they all know the same authority. */
let serverCertificate: ReturnType<typeof issueServerCertificate> | undefined

/** One key pair for the emulated service account of every test of the process. */
const googleKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey

/**
 * @param options `works`: jobs run by themselves, as in a worker; otherwise `drainJobs()` runs what waits. `log`: reads
 * every line. `login`: to a database by its name, when it is not the usual one. `line`: what the server takes for the
 * address of its database. `pages`: parts of the outside world whose pages are served. `data`: the database to copy,
 * and the folder in which the outside world has kept its own
 */
export async function startTestServer(
  options: {
    works?: boolean
    env?: Record<string, string>
    log?: Log
    login?: (database: string) => Connection
    line?: (login: Connection) => Promise<Connection>
    pages?: readonly Emulated[]
    data?: { template: string; outside: string }
  } = {},
): Promise<TestServer> {
  const { pages = EMULATED, data } = options
  const database = await cloneDatabase(data?.template ?? TEMPLATE)
  const connection = testConnection(database.name)
  const login = options.login?.(database.name) ?? testLogin(database.name)
  const folder = mkdtempSync(join(tmpdir(), 'kartoteka-test-'))
  const port = await freePorts()
  const env = readEnv(
    {
      PORT: String(port),
      DATA_DIR: folder,
      MASTER_KEY,
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      POOL_SIZE: '6',
      // All clients of a test come from one address.
      CARDS_PER_ADDRESS_PERCENT: '100',
      // No load balancer has to notice that it ends.
      DRAIN_NOTICE_MS: '0',
      ...options.env,
    },
    folder,
  )
  const log = options.log ?? openLog(env.logLevel)
  const keys = openKeys(masterKey(env))
  const early = openDatabase(login, 2, log)
  const authority = await testAuthority(early, keys)
  await early.close()
  const url = `http://127.0.0.1:${port}`
  const tls = await (serverCertificate ??= issueServerCertificate(authority, ['localhost', '127.0.0.1']))
  const google = {
    clientEmail: 'cards@test.iam.gserviceaccount.com',
    privateKeyPem: googleKey,
    issuerId: '3388000000000000001',
  }
  const sms = { login: `AC${'0a'.repeat(16)}`, password: 'test-token', from: 'Kartoteka' }
  const payments = { login: 'kartoteka-test', password1: 'first-1', password2: 'second-2', hash: 'sha256' as const }
  const outside = await startOutside({
    ...(data && { folder: data.outside }),
    publicUrl: url,
    google: { ...google, otherIssuerIds: [OTHER_ISSUER] },
    sms,
    payments,
    apple: {
      caPem: `${authority.rootPem}\n${authority.intermediatePem}`,
      certificatePem: tls.certificatePem,
      keyPem: tls.privateKeyPem,
    },
  })
  const door = await openDoor(outside, 0, false)
  const superuser = new pg.Pool({ ...connection, max: 2, allowExitOnIdle: true })
  // A test may cut all connections of its database: the next query opens another.
  superuser.on('error', () => undefined)
  const crms = `${url}/outside/crm/`
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const server = await startServer({
    env,
    login: (await options.line?.(login)) ?? login,
    publicUrl: url,
    log,
    clock,
    mounts: (pages.length > 0 ? [...pages, 'crm', 'robokassa'] : []).map((page) =>
      openPipe(door.url, `/outside/${page}`),
    ),
    testRootPem: authority.rootPem,
    works: options.works ?? false,
    outside: {
      smtpUrl: outside.smtpUrl,
      sms: { ...sms, ...door.addresses.sms },
      smsProviders: { urls: door.addresses.smsProviders },
      telegram: { ...door.addresses.telegram, linkUrl: outside.telegram.url },
      apns: { ...outside.apns, caPem: authority.rootPem },
      google: { ...google, ...door.addresses.google, saveUrl: outside.google.saveUrl },
      // A vendor's limit of calls in a second is not what stories wait for.
      crm: { isUnpaced: true, trustedPlaces: [crms], relays: [{ from: crms, to: `${door.url}/outside/crm/` }] },
      ...(pages.length > 0 && { payments: { ...payments, ...addressesOfPayments(door.addresses.payments) } }),
      paymentUrls: addressesOfPayments(door.addresses.payments),
      emulated: pages,
      pages,
      waitFactor: 0.02,
    },
  })
  return {
    ...server,
    visitor: { cookie: await visit(await server.newOutsideLink()) },
    url,
    outside,
    doorUrl: door.url,
    authority,
    connection,
    login,
    superuser,
    passTime: (ms) => {
      aheadMs += ms
    },
    now: clock.now,
    async close() {
      await server.close()
      await door.close()
      await superuser.end()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
