import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  all,
  apns,
  apple,
  count,
  open,
  target,
  targets,
  tokens,
  TOPIC,
  setUpApple,
} from '../../../../test/apns-setup.ts'

setUpApple()

describe('without troubles', () => {
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

  it('several batches share the connection, and an empty one ends immediately', async () => {
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
  it('that is gone reports since when, and the others continue', async () => {
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

  it('that is throttled is tried again after its own pause, then given up', async () => {
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
