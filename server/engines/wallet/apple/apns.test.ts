import { createServer, type AddressInfo, type Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApplePush, type ApplePush, type DevicesState } from '../../../../emulators/apple-push/apple-push.ts'
import { judgeAnswer, refusalInGoaway } from './apns-answer.ts'
import { connectApns, type ApnsConnection, type ApnsLimits, type ApnsResult } from './apns.ts'
import {
  createAuthority,
  issuePassCertificate,
  issueServerCertificate,
  type Authority,
  type IssuedCertificate,
} from './test-authority.ts'

const TOPIC = 'pass.test.kartoteka.apns'
const tokens = Array.from({ length: 2000 }, (_, index) => (index + 1).toString(16).padStart(64, '0'))
const known: DevicesState = { devices: tokens.map((token) => ({ token, goneAt: null, waiting: [] })) }
const quick: Partial<ApnsLimits> = {
  backOffMs: 5,
  backOffMaxMs: 100,
  throttleMs: 20,
  requestTimeoutMs: 500,
  connectTries: 3,
}

let authority: Authority
let client: IssuedCertificate
let apple: ApplePush
let apns: ApnsConnection

const target = (index: number) => ({ token: tokens[index] as string, id: randomUUID() })
const targets = (count: number) => Array.from({ length: count }, (_, index) => target(index))
const open = (limits: Partial<ApnsLimits> = {}, identity = client, port = apple.port) =>
  connectApns({ host: '127.0.0.1', port, ca: authority.rootPem, ...identity, limits: { ...quick, ...limits } })

async function all(results: AsyncIterable<ApnsResult>): Promise<ApnsResult[]> {
  const list: ApnsResult[] = []
  for await (const result of results) list.push(result)
  return list
}
const count = (results: ApnsResult[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(results, ({ outcome }) => outcome)).map(([outcome, group]) => [
      outcome,
      group.length,
    ]),
  )
const accepted = () => apple.requests.filter(({ status }) => status === 200)

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
}, 60_000)
beforeEach(() => {
  apple.setTroubles({})
  apple.requests.length = 0
  apns = open()
})
afterEach(() => apns.close())
afterAll(() => apple.close())

describe('in fair weather', () => {
  it('every target is accepted once, over one connection, with its own apns-id', async () => {
    // A slow machine must not make a request look lost: it would be sent again.
    const patient = open({ requestTimeoutMs: 60_000 })
    const sent = targets(2000)
    expect(count(await all(patient.notify(sent, TOPIC)))).toEqual({ accepted: 2000 })
    await patient.close()
    expect(new Set(apple.requests.map(({ apnsId }) => apnsId))).toEqual(new Set(sent.map(({ id }) => id)))
    expect(apple.requests).toHaveLength(2000)
    expect(apple.requests[0]).toMatchObject({ topic: TOPIC, collapseId: apple.requests[0]?.apnsId })
  })

  it('a dedupe key that is no UUID becomes the same apns-id each time', async () => {
    for (let round = 0; round < 2; round++)
      await all(apns.notify([{ token: tokens[0] as string, id: 'push-7/client-9' }], TOPIC))
    expect(apple.requests.map(({ apnsId }) => apnsId)).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)))
    expect(apple.requests[0]?.apnsId).toBe(apple.requests[1]?.apnsId)
  })

  it('several batches share the connection, and an empty one ends at once', async () => {
    const batches = await Promise.all([0, 1, 2].map(() => all(apns.notify(targets(300), TOPIC))))
    expect(batches.map(count)).toEqual(Array(3).fill({ accepted: 300 }))
    expect(await all(apns.notify([], TOPIC))).toEqual([])
  })

  it('leaving the loop early stops what has not been sent', async () => {
    apple.setTroubles({ slowMs: 20 })
    const slow = open({ streamsMax: 5 })
    for await (const _ of slow.notify(targets(500), TOPIC)) break
    await slow.close()
    expect(apple.requests.length).toBeLessThan(20)
  })
})

describe('a token', () => {
  it('that is gone says since when, and the others go on', async () => {
    apple.setTroubles({ status410Tokens: [tokens[3] as string] })
    const results = await all(apns.notify(targets(10), TOPIC))
    expect(count(results)).toEqual({ accepted: 9, gone: 1 })
    const gone = results.find(({ outcome }) => outcome === 'gone')
    expect(gone).toMatchObject({ token: tokens[3], reason: 'Unregistered', goneSince: expect.any(Date) })
  })

  it('that Apple does not know, or that is no token at all, is bad, and the others go on', async () => {
    const strange = ['e'.repeat(64), '../../etc', '', 'я'].map((token) => ({ token, id: randomUUID() }))
    const results = await all(apns.notify([...strange, ...targets(5)], TOPIC))
    expect(count(results)).toEqual({ accepted: 5, bad_token: 4 })
    expect(apple.requests).toHaveLength(6)
  })

  it('that is throttled is asked again after a pause of its own, then left', async () => {
    apple.setTroubles({ status429Rate: 1 })
    expect(await all(apns.notify([target(0)], TOPIC))).toMatchObject([
      { outcome: 'throttled', reason: 'TooManyRequests' },
    ])
    const times = apple.requests.map(({ at }) => at)
    expect(times).toHaveLength(3)
    expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(18)
    expect((times[2] as number) - (times[1] as number)).toBeGreaterThanOrEqual(38)
    apple.setTroubles({})
    expect(await all(apns.notify([target(0), target(1)], TOPIC))).toMatchObject([
      { token: tokens[1] },
      { token: tokens[0], outcome: 'accepted' },
    ])
  })
})

describe('a troubled service', () => {
  it.each([
    ['20 % of 503', { status503Rate: 0.2 }],
    ['5 % of 429', { status429Rate: 0.05 }],
    ['5 % of streams reset', { resetRate: 0.05 }],
    ['GOAWAY every 100 requests', { goawayEvery: 100 }],
    ['a cut connection every 200 requests', { cutEvery: 200 }],
    [
      'all of it together',
      { status503Rate: 0.1, status429Rate: 0.02, resetRate: 0.02, goawayEvery: 150, cutEvery: 400 },
    ],
  ])(
    'with %s still accepts every push',
    async (_, troubles) => {
      apple.setTroubles(troubles)
      const calm = open({ throttledTries: 8, tries: 20 })
      const sent = targets(1000)
      expect(count(await all(calm.notify(sent, TOPIC)))).toEqual({ accepted: 1000 })
      expect(new Set(accepted().map(({ apnsId }) => apnsId)).size).toBe(1000)
      await calm.close()
    },
    30_000,
  )

  it('with GOAWAY alone loses nothing and sends nothing twice', async () => {
    apple.setTroubles({ goawayEvery: 50 })
    const strict = open({ tries: 1 })
    expect(count(await all(strict.notify(targets(1000), TOPIC)))).toEqual({ accepted: 1000 })
    expect(apple.requests).toHaveLength(1000)
    await strict.close()
  })

  it('that does not answer is given up after the time limit', async () => {
    apple.setTroubles({ slowMs: 5_000 })
    const hasty = open({ requestTimeoutMs: 100, tries: 2 })
    expect(await all(hasty.notify(targets(3), TOPIC))).toMatchObject(
      Array(3).fill({ outcome: 'unreachable', reason: 'timeout' }),
    )
    await hasty.close()
  })

  it('that stays at 503 is unreachable in the end', async () => {
    apple.setTroubles({ status503Rate: 1 })
    const hasty = open({ tries: 3 })
    expect(await all(hasty.notify([target(0)], TOPIC))).toMatchObject([
      { outcome: 'unreachable', reason: 'ServiceUnavailable' },
    ])
    expect(apple.requests).toHaveLength(3)
    await hasty.close()
  })

  it('does not hold up a close, connected or not', async () => {
    // Longer than the test may take: whoever waits for the answers never ends.
    apple.setTroubles({ slowMs: 3_600_000 })
    const patient = { requestTimeoutMs: 3_600_000 }
    const results = [open(patient), open(patient, client, 9)].map(async (one) => {
      const pending = all(one.notify(targets(5), TOPIC))
      await one.close()
      return pending
    })
    expect((await Promise.all(results)).map(count)).toEqual([{ unreachable: 5 }, { unreachable: 5 }])
  })

  it('that takes the connection and says nothing is unreachable in time, and close lets go of it', async () => {
    const held = new Set<Socket>()
    const silent = createServer((socket) => {
      held.add(socket)
      socket
        .resume()
        .on('error', () => {})
        .on('close', () => held.delete(socket))
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()))
    const { port } = silent.address() as AddressInfo
    const hasty = open({ connectTimeoutMs: 50, connectTries: 2 }, client, port)
    expect(await all(hasty.notify([target(0)], TOPIC))).toMatchObject([
      { outcome: 'unreachable', reason: 'connect timeout' },
    ])
    await hasty.close()
    const patient = open({ connectTimeoutMs: 60_000 }, client, port)
    const pending = all(patient.notify([target(0)], TOPIC))
    await expect.poll(() => held.size).toBe(1)
    await patient.close()
    expect(await pending).toMatchObject([{ outcome: 'unreachable', reason: 'closed' }])
    await expect.poll(() => held.size).toBe(0)
    silent.close()
  })

  it('is not even asked with a damaged certificate', () => {
    expect(() => open({}, { ...client, certificatePem: 'damaged' })).toThrow()
  })

  it('that nobody runs is unreachable, and is found when it comes back', async () => {
    const nobody = createServer()
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', () => resolve()))
    const { port } = nobody.address() as AddressInfo
    await new Promise((resolve) => nobody.close(resolve))
    const lonely = open({}, client, port)
    expect(await all(lonely.notify(targets(20), TOPIC))).toMatchObject(
      Array(20).fill({ outcome: 'unreachable', reason: 'ECONNREFUSED' }),
    )
    const tls = await issueServerCertificate(authority, ['127.0.0.1'])
    const late = await startApplePush({
      port,
      caPem: authority.rootPem + authority.intermediatePem,
      serverCertificatePem: tls.certificatePem,
      serverKeyPem: tls.privateKeyPem,
      state: { load: async () => known, save: async () => {} },
    })
    expect(count(await all(lonely.notify(targets(20), TOPIC)))).toEqual({ accepted: 20 })
    await lonely.close()
    await late.close()
  })
})

describe('a refusal', () => {
  it('by 403 stops the batch: nothing more is sent and the rest is refused', async () => {
    apple.setTroubles({ status403Reason: 'Forbidden', slowMs: 10 })
    const narrow = open({ streamsMax: 10 })
    const results = await all(narrow.notify(targets(500), TOPIC))
    expect(count(results)).toEqual({ refused: 500 })
    expect(results[0]?.reason).toBe('Forbidden')
    expect(apple.requests.length).toBeLessThanOrEqual(20)
    await narrow.close()
  })

  it('that comes only as the reason of a GOAWAY is understood, and the next try finds it cured', async () => {
    apple.setTroubles({ badCertificate: true })
    expect(await all(apns.notify(targets(30), TOPIC))).toMatchObject(
      Array(30).fill({ outcome: 'refused', reason: 'BadCertificateEnvironment' }),
    )
    apple.setTroubles({})
    expect(count(await all(apns.notify(targets(30), TOPIC)))).toEqual({ accepted: 30 })
  })

  it('comes for a certificate of a strange authority and for another pass type', async () => {
    const strange = await issuePassCertificate(await createAuthority(), {
      passTypeIdentifier: TOPIC,
      teamIdentifier: 'TESTTEAM01',
    })
    const stranger = open({}, strange)
    expect(count(await all(stranger.notify(targets(5), TOPIC)))).toEqual({ refused: 5 })
    await stranger.close()
    expect(await all(apns.notify([target(0)], 'pass.of.another'))).toMatchObject([
      { outcome: 'refused', reason: 'TopicDisallowed' },
    ])
  })

  it('of a server that our authority does not vouch for is not trusted', async () => {
    const wary = connectApns({ host: '127.0.0.1', port: apple.port, ...client, limits: quick })
    expect(await all(wary.notify([target(0)], TOPIC))).toMatchObject([{ outcome: 'unreachable' }])
    expect(apple.requests).toHaveLength(0)
    await wary.close()
  })
})

describe("Apple's words", () => {
  it.each([
    [200, null, 'accepted'],
    [400, 'BadDeviceToken', 'bad_token'],
    [400, 'DeviceTokenNotForTopic', 'bad_token'],
    [400, 'TopicDisallowed', 'refused'],
    [403, 'BadCertificate', 'refused'],
    [405, 'MethodNotAllowed', 'refused'],
    [410, 'Unregistered', 'gone'],
    [410, 'ExpiredToken', 'gone'],
    [429, 'TooManyRequests', 'throttled'],
    [500, 'InternalServerError', 'retry'],
    [503, 'Shutdown', 'retry'],
  ])('%i %s means %s', (status, reason, verdict) => expect(judgeAnswer({ status, reason })).toBe(verdict))

  it('in a GOAWAY refuse only when a new connection would not help', () => {
    const said = (text: string) => refusalInGoaway(Buffer.from(text))
    expect(said('{"reason":"BadCertificateEnvironment"}')).toBe('BadCertificateEnvironment')
    for (const text of ['{"reason":"Shutdown"}', '{"reason":"IdleTimeout"}', '{"reason":7}', 'null', '', 'not json'])
      expect(said(text)).toBeNull()
    expect(refusalInGoaway(undefined)).toBeNull()
  })
})
