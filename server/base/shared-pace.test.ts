import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { sharedPace } from './shared-pace.ts'

describe('a pace that processes share', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const spent = async (work: Promise<unknown>): Promise<number> => {
    const start = performance.now()
    await work
    return performance.now() - start
  }
  const turns = (key: Buffer, count: number, rate: { perSecond: number; burst: number }) =>
    Promise.all(Array.from({ length: count }, () => sharedPace(server.app.database.counters, key, rate).turn()))

  it('lets one call start after another, whoever asks', async () => {
    const rate = { perSecond: 50, burst: 1 }
    // The first of six waits for nobody, each of the others for 20 ms more.
    expect(await spent(turns(randomBytes(32), 6, rate))).toBeGreaterThanOrEqual(95)
  })

  it('lets as many start at once as it saves up', async () => {
    const rate = { perSecond: 1, burst: 5 }
    const key = randomBytes(32)
    await turns(key, 5, rate)
    expect(await spent(turns(key, 1, { perSecond: 10, burst: 1 }))).toBeGreaterThanOrEqual(95)
  })

  it('keeps keys apart', async () => {
    const rate = { perSecond: 1 / 3600, burst: 1 }
    await turns(randomBytes(32), 1, rate)
    await turns(randomBytes(32), 1, rate)
  })
})
