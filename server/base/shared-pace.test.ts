import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaceOrder } from '../../test/pace-process.ts'
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

  const places = { perSecond: 1_000, burst: 10, atOnce: 2 }
  const turnOf = (key: Buffer, openMs: number) =>
    sharedPace(server.app.database.counters, key, { ...places, openMs }).turn()

  it('lets only so many be open at one time, and the next one as soon as one has ended', async () => {
    const key = randomBytes(32)
    let open = 0
    let most = 0
    const call = async () => {
      const end = await turnOf(key, 60_000)
      most = Math.max(most, ++open)
      await sql`select`.execute(server.app.database.counters)
      open--
      await end?.()
    }
    // Nobody would come to a turn if places were not given back: those end a minute later.
    expect(await spent(Promise.all(Array.from({ length: 12 }, call)))).toBeLessThan(60_000)
    expect(most).toBe(2)
  })

  it('counts them over all processes, and one that is killed keeps its places as long as a call may take', async () => {
    const key = randomBytes(32)
    const rate = { ...places, openMs: 1_000 }
    const child = fork(join(import.meta.dirname, '../../test/pace-process.ts'), { execArgv: [] })
    const order: PaceOrder = { login: server.login, key: key.toString('hex'), rate, turns: 2 }
    child.send(order)
    await once(child, 'message')
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    // By then the other process has had its places for less than the five seconds that are added to its call.
    const left = async () =>
      (
        await sql<{ ms: number }>`
          select (min(ends::float8) - extract(epoch from clock_timestamp())) * 1000 as ms
          from paces, jsonb_each(places) one (id, ends) where key = ${key}`.execute(server.app.database.counters)
      ).rows[0]?.ms ?? 0
    const leftMs = await left()
    expect(leftMs).toBeGreaterThan(0)
    const waitedMs = await spent(turnOf(key, rate.openMs))
    expect(waitedMs).toBeGreaterThanOrEqual(leftMs - 100)
    expect(leftMs).toBeLessThanOrEqual(6_000)
  })
})
