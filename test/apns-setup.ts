/** Apple's push service for tests: an authority, a pass certificate, an emulated service, a connection to it. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startApplePush, type ApplePush, type DevicesState } from '../emulators/apple-push/apple-push.ts'
import {
  connectApns,
  type ApnsConnection,
  type ApnsLimits,
  type ApnsResult,
} from '../server/engines/wallet/apple/apns.ts'
import {
  createAuthority,
  issuePassCertificate,
  issueServerCertificate,
  type Authority,
  type IssuedCertificate,
} from '../server/engines/wallet/apple/test-authority.ts'

export const TOPIC = 'pass.test.kartoteka.apns'

export const tokens = Array.from({ length: 2000 }, (_, index) => (index + 1).toString(16).padStart(64, '0'))

export const known: DevicesState = { devices: tokens.map((token) => ({ token, goneAt: null, waiting: [] })) }

export const quick: Partial<ApnsLimits> = {
  backOffMs: 5,
  backOffMaxMs: 100,
  throttleMs: 20,
  requestTimeoutMs: 500,
  connectTries: 3,
}

export let authority: Authority

export let client: IssuedCertificate

export let apple: ApplePush

export let apns: ApnsConnection

export const target = (index: number) => ({ token: tokens[index] as string, id: randomUUID() })

export const targets = (count: number) => Array.from({ length: count }, (_, index) => target(index))

export const open = (limits: Partial<ApnsLimits> = {}, identity = client, port = apple.port) =>
  connectApns({ host: '127.0.0.1', port, ca: authority.rootPem, ...identity, limits: { ...quick, ...limits } })

export async function all(results: AsyncIterable<ApnsResult>): Promise<ApnsResult[]> {
  const list: ApnsResult[] = []
  for await (const result of results) list.push(result)
  return list
}

export const count = (results: ApnsResult[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(results, ({ outcome }) => outcome)).map(([outcome, group]) => [
      outcome,
      group.length,
    ]),
  )

export const accepted = () => apple.requests.filter(({ status }) => status === 200)

/** Call it at the top of a test file. */
export function setUpApple(): void {
  beforeAll(async () => {
    authority = await createAuthority()
    client = await issuePassCertificate(authority, { passTypeIdentifier: TOPIC, teamIdentifier: 'TESTTEAM01' })
    const tls = await issueServerCertificate(authority, ['127.0.0.1'])
    apple = await startApplePush({
      caPem: authority.rootPem + authority.intermediatePem,
      serverCertificatePem: tls.certificatePem,
      serverKeyPem: tls.privateKeyPem,
      state: { load: async () => known, save: async () => {} },
    })
  })
  beforeEach(() => {
    apple.setTroubles({})
    apple.requests.length = 0
    apns = open()
  })
  afterEach(() => apns.close())
  afterAll(() => apple.close())
}
