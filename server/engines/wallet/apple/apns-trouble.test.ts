import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startApplePush } from '../../../../emulators/apple-push/apple-push.ts'
import { judgeAnswer, refusalInGoaway } from './apns-answer.ts'
import { connectApns } from './apns.ts'
import { createAuthority, issuePassCertificate, issueServerCertificate } from './test-authority.ts'
import {
  accepted,
  all,
  apns,
  apple,
  authority,
  client,
  count,
  known,
  open,
  quick,
  target,
  targets,
  TOPIC,
  setUpApple,
} from '../../../../test/apns-setup.ts'

setUpApple()

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
  ])('with %s still accepts every push', async (_, troubles) => {
    apple.setTroubles(troubles)
    const calm = open({ throttledTries: 8, tries: 20 })
    const sent = targets(1000)
    expect(count(await all(calm.notify(sent, TOPIC)))).toEqual({ accepted: 1000 })
    expect(new Set(accepted().map(({ apnsId }) => apnsId)).size).toBe(1000)
    await calm.close()
  })

  it('with GOAWAY only loses no push and sends none twice', async () => {
    apple.setTroubles({ goawayEvery: 50 })
    // A slow machine must not make a request look lost.
    const strict = open({ tries: 1, requestTimeoutMs: 60_000 })
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

  it.each([
    ['429', { status429Rate: 1, retryAfterS: 90 }, 'throttled'],
    ['503', { status503Rate: 1, retryAfterS: 90 }, 'unreachable'],
  ])('that asks for a long pause with %s is not waited for: the pause is reported', async (_, troubles, outcome) => {
    apple.setTroubles(troubles)
    expect(await all(apns.notify([target(0)], TOPIC))).toMatchObject([{ outcome, retryAfterMs: 90_000 }])
    expect(apple.requests).toHaveLength(1)
  })

  it('that is away cuts connections and is found again when it is back', async () => {
    expect(count(await all(apns.notify(targets(3), TOPIC)))).toEqual({ accepted: 3 })
    apple.setTroubles({ isAway: true })
    expect(count(await all(apns.notify(targets(3), TOPIC)))).toEqual({ unreachable: 3 })
    apple.setTroubles({})
    expect(count(await all(apns.notify(targets(3), TOPIC)))).toEqual({ accepted: 3 })
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

  it('does not delay a close, connected or not', async () => {
    // Longer than the test may take: a caller that waited for the answers would never finish.
    apple.setTroubles({ slowMs: 3_600_000 })
    const patient = { requestTimeoutMs: 3_600_000 }
    const results = [open(patient), open(patient, client, 9)].map(async (one) => {
      const pending = all(one.notify(targets(5), TOPIC))
      await one.close()
      return pending
    })
    expect((await Promise.all(results)).map(count)).toEqual([{ unreachable: 5 }, { unreachable: 5 }])
  })

  it('that accepts the connection and sends nothing is unreachable in time, and close ends it', async () => {
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

  it('comes for a certificate of an unknown authority and for another pass type', async () => {
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
    const refusalIn = (text: string) => refusalInGoaway(Buffer.from(text))
    expect(refusalIn('{"reason":"BadCertificateEnvironment"}')).toBe('BadCertificateEnvironment')
    for (const text of ['{"reason":"Shutdown"}', '{"reason":"IdleTimeout"}', '{"reason":7}', 'null', '', 'not json'])
      expect(refusalIn(text)).toBeNull()
    expect(refusalInGoaway(undefined)).toBeNull()
  })
})
