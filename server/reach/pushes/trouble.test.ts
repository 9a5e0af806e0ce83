import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '../../../contract/platform/notifications.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { makeJobsDue, query, retryNow, setPlan } from '../../../test/direct-access.ts'
import { inbox, latestRun, makePush, newAndroid, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import type { Iphone } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { sendChunk } from './send.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.outside.applePush.setTroubles({})
  server.outside.googleWallet.setTroubles({ status500Rate: 0 })
  server.passTime(60_000)
  shop = await openShop(server, `Tara${next++}`)
  await setPlan(server, shop.c, 'base')
})

const iphone = (name: string) => newIphone(server, shop, name)
const android = (name: string) => newAndroid(server, shop, name)
const make = (message?: string) => makePush(shop, message)
const send = (pushUuid: string) => shop.owner.ask(pushes.startSend, { params: { c: shop.c, pushUuid } })
const read = (pushUuid: string) => shop.owner.send(pushes.readPush, { params: { c: shop.c, pushUuid } })
const runOf = (pushUuid: string) => latestRun(shop, pushUuid)
const clientOf = async (phone: Iphone) =>
  (
    await query<{ client_id: string }>(server, 'select client_id from passes where id = $1', [
      phone.pass.json.serialNumber,
    ])
  )[0]?.client_id ?? ''

describe('a push under trouble', () => {
  it('whose wallet connection fails at random reaches everybody once', async () => {
    const phones: Iphone[] = []
    for (let i = 0; i < 12; i++) phones.push(await iphone(`Shaky${i}`))
    server.outside.applePush.setTroubles({ status503Rate: 0.3, goawayEvery: 5, resetRate: 0.1 })
    const id = await make('Through the storm')
    await send(id)
    await server.drainJobs()
    server.outside.applePush.setTroubles({})
    for (const phone of phones) expect(await phone.update()).toEqual(['Through the storm'])
    for (const phone of phones) expect(await phone.update()).toEqual([])
    expect(await runOf(id)).toMatchObject({ cards: 12, sent: 12, delivered: 12 })
  })

  it('whose job crashes before it stores the outcome alerts nobody twice, in neither wallet', async () => {
    const [apple, google] = [await iphone('Crash'), await android('Crush')]
    const id = await make('Just once')
    await send(id)
    const [run] = await query<{ id: string }>(server, 'select id from push_runs where push_id = $1', [id])
    // The database accepts no outcome for a while: the wallets are notified, and the job fails as in a crash.
    await query(
      server,
      `create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`,
    )
    await query(server, 'create trigger refuse before update on push_chunks for each row execute function refuse()')
    await expect(server.drainJobs()).rejects.toThrow('out of order')
    expect(await apple.update()).toEqual(['Just once'])
    await query(server, 'drop trigger refuse on push_chunks')
    await makeJobsDue(server)
    await server.drainJobs()
    expect(await apple.update()).toEqual([])
    expect(await inbox(google)).toEqual([['TEXT_AND_NOTIFY', 'Just once']])
    expect(await runOf(id)).toMatchObject({ cards: 2, sent: 2, delivered: 1 })
    await sendChunk.handle(server.app, { cabinetId: shop.c, runId: run?.id ?? '', no: 0 })
    expect(await runOf(id)).toMatchObject({ cards: 2, sent: 2 })
    expect(await inbox(google)).toHaveLength(1)
  })

  it('with two workers on one chunk counts each card once', async () => {
    const phones = [await iphone('Twin1'), await iphone('Twin2')]
    const id = await make('Two workers')
    await send(id)
    const [run] = await query<{ id: string }>(server, 'select id from push_runs where push_id = $1', [id])
    await Promise.all(
      [1, 2].map(() => sendChunk.handle(server.app, { cabinetId: shop.c, runId: run?.id ?? '', no: 0 })),
    )
    for (const phone of phones) expect([await phone.update(), await phone.update()]).toEqual([['Two workers'], []])
    expect(await runOf(id)).toMatchObject({ cards: 2, sent: 2 })
  })

  it('waits while Google is down, then sends once; what was sent is not sent again', async () => {
    const [apple, google] = [await iphone('Up'), await android('Down')]
    const asked = () => server.outside.applePush.requests.filter((one) => one.token === apple.pushToken).length
    server.outside.googleWallet.setTroubles({ status500Rate: 1 })
    const id = await make('Patience')
    await send(id)
    await server.drainJobs()
    expect((await read(id)).status).toBe('in_progress')
    const before = asked()
    server.outside.googleWallet.setTroubles({ status500Rate: 0 })
    await retryNow(server)
    expect(asked()).toBe(before)
    expect(await inbox(google)).toEqual([['TEXT_AND_NOTIFY', 'Patience']])
    expect(await runOf(id)).toMatchObject({ cards: 2, sent: 2, waiting: 0, unknown: 0, endedAt: expect.any(String) })
    expect((await read(id)).status).toBe('done')
  })

  it('ends after ten minutes without a wallet, and still sends when it is back', async () => {
    const google = await android('Never')
    server.outside.googleWallet.setTroubles({ status500Rate: 1 })
    const id = await make('Late')
    await send(id)
    await server.drainJobs()
    await retryNow(server, 11 * 60_000)
    expect(await runOf(id)).toMatchObject({ cards: 1, sent: 0, waiting: 1, unknown: 0, endedAt: expect.any(String) })
    expect(await read(id)).toMatchObject({ status: 'not_sent', allowed: { edit: true } })
    server.outside.googleWallet.setTroubles({ status500Rate: 0 })
    await retryNow(server, 15 * 60_000)
    expect(await inbox(google)).toEqual([['TEXT_AND_NOTIFY', 'Late']])
    expect(await runOf(id)).toMatchObject({ cards: 1, sent: 1, waiting: 0 })
    expect((await read(id)).status).toBe('done')
  })

  it('gives up after a week, and the counts say that the outcome is unknown', async () => {
    await android('Gone')
    server.outside.googleWallet.setTroubles({ status500Rate: 1 })
    const id = await make('Lost')
    await send(id)
    await server.drainJobs()
    for (let day = 0; day < 8; day++) await retryNow(server, 24 * 60 * 60_000)
    server.outside.googleWallet.setTroubles({ status500Rate: 0 })
    expect(await runOf(id)).toMatchObject({ cards: 1, sent: 0, waiting: 0, unknown: 1 })
  })

  it('whose job keeps failing ends after the last try', async () => {
    const phone = await iphone('Poison')
    const id = await make('Poison')
    await send(id)
    await query(
      server,
      `create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`,
    )
    await query(
      server,
      'create trigger refuse before update of message on passes for each row execute function refuse()',
    )
    await expect(server.drainJobs()).rejects.toThrow('out of order')
    expect((await read(id)).allowed.edit).toBe(false)
    await query(
      server,
      `update pgboss.job set retry_count = retry_limit - 1 where name = 'send-chunk' and state = 'retry'`,
    )
    await makeJobsDue(server)
    await expect(server.drainJobs()).rejects.toThrow('out of order')
    await query(server, 'drop trigger refuse on passes')
    expect(await runOf(id)).toMatchObject({ cards: 1, sent: 0, failed: 1, endedAt: expect.any(String) })
    expect(await read(id)).toMatchObject({ status: 'not_sent', allowed: { edit: true, remove: true } })
    expect(await phone.update()).toEqual([])
  })

  it('deletes registrations of phones that are gone, and counts cards of deleted clients as failed', async () => {
    const [stays, left, deleted] = [await iphone('Stays'), await iphone('Left'), await iphone('Deleted')]
    await fetch(`${server.url}/outside/apple/courier/register?token=${left.pushToken}`, {
      method: 'DELETE',
      headers: server.visitor,
    })
    await query(server, `update registrations set token_at = now() - interval '1 day' where push_token = $1`, [
      left.pushToken,
    ])
    const id = await make('Who is there')
    await send(id)
    await query(server, 'delete from clients where id = $1', [await clientOf(deleted)])
    await server.drainJobs()
    expect(await stays.update()).toEqual(['Who is there'])
    expect(await runOf(id)).toMatchObject({ cards: 3, sent: 1, failed: 2 })
    expect(await query(server, 'select 1 from registrations where push_token = $1', [left.pushToken])).toHaveLength(0)
  })

  const noticesOfPushes = async () =>
    (
      await shop.owner.send(notifications.listNotifications, {
        params: { c: shop.c },
        query: { type: 'push_failed' },
      })
    ).data.map(({ text }) => text)

  /** Sends to the cards there are, these ones included, whose clients are deleted while it waits. */
  async function sendToDeleted(count: number): Promise<string> {
    const phones: Iphone[] = []
    for (let i = 0; i < count; i++) phones.push(await iphone(`Left${count}of${i}`))
    const id = await make(`To ${count}`)
    await send(id)
    for (const phone of phones) await query(server, 'delete from clients where id = $1', [await clientOf(phone)])
    await server.drainJobs()
    return id
  }

  it('that many cards did not get, or all of a few, is one notice with its name', async () => {
    expect(await runOf(await sendToDeleted(4))).toMatchObject({ cards: 4, sent: 0, failed: 4 })
    expect(await noticesOfPushes()).toEqual([expect.stringContaining('reached 4 of 4 cards')])
    const id = await sendToDeleted(5)
    expect(await runOf(id)).toMatchObject({ cards: 5, sent: 0, failed: 5 })
    expect(await noticesOfPushes()).toContainEqual(expect.stringContaining('reached 5 of 5 cards'))
    const [run] = await query<{ id: string }>(server, 'select id from push_runs where push_id = $1', [id])
    await sendChunk.giveUp?.(server.app, { cabinetId: shop.c, runId: run?.id ?? '', no: 0 })
    expect(await noticesOfPushes()).toHaveLength(2)
  })

  it('that many cards did not get is a notice too when the last phone ends it, which fetches by itself', async () => {
    const phone = await iphone('Patient')
    server.outside.applePush.setTroubles({ isAway: true })
    const id = await sendToDeleted(5)
    expect(await runOf(id)).toMatchObject({ cards: 6, failed: 5, waiting: 1, endedAt: null })
    expect(await noticesOfPushes()).toEqual([])
    expect(await phone.update()).toEqual(['To 5'])
    expect(await runOf(id)).toMatchObject({ cards: 6, sent: 1, failed: 5, endedAt: expect.any(String) })
    expect(await noticesOfPushes()).toEqual([expect.stringContaining('reached 5 of 6 cards')])
  })

  it('that reaches none of a few phones is one notice; one that reaches somebody is none', async () => {
    const [dead, alive] = [await iphone('Dead'), await iphone('Alive')]
    server.outside.applePush.setTroubles({ status410Tokens: [dead.pushToken] })
    await send(await make('For two'))
    await server.drainJobs()
    expect(await noticesOfPushes()).toEqual([])
    server.outside.applePush.setTroubles({ status410Tokens: [dead.pushToken, alive.pushToken] })
    const id = await make('For nobody')
    await send(id)
    await server.drainJobs()
    expect(await runOf(id)).toMatchObject({ cards: 2, failed: 2 })
    expect(await noticesOfPushes()).toHaveLength(1)
  })
})
