/** A push by Telegram when something goes wrong on the way: nobody gets it twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushes } from '../../../contract/reach/pushes.ts'
import { clients } from '../../../contract/people/clients.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { makeJobsDue, query } from '../../../test/direct-access.ts'
import { latestRun } from '../../../test/holders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import {
  linkChat,
  makeTelegramPush,
  messagesOf,
  newClient,
  newLinked,
  openTelegramShop,
  type TelegramShop,
} from '../../../test/telegram-shop.ts'
import { sendToChats } from './send-to-chats.ts'

let server: TestServer
let shop: TelegramShop
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  telegram().setTroubles({ throttled: 0, status500: false, lostAnswer: false, hang: false })
  shop = await openTelegramShop(server, `Trouble${++shops}`)
})

const telegram = () => server.outside.telegramService
const of = (pushUuid: string) => ({ params: { c: shop.c, pushUuid } })
const settle = async () => {
  await telegram().settled()
  await makeJobsDue(server)
  await server.drainJobs()
}
const start = (pushUuid: string) => shop.owner.send(pushes.startSend, of(pushUuid))
const refusedStart = async (pushUuid: string) => {
  const { status, body } = await shop.owner.ask(pushes.startSend, of(pushUuid))
  return [status, body.error?.code]
}
const send = async (message: string, more: object = {}) => {
  const id = await makeTelegramPush(shop, message, more)
  await start(id)
  await settle()
  return id
}
const got = (name: string) => messagesOf(server, shop, name)
const chunkOf = async (pushUuid: string) => {
  const [run] = await query<{ id: string }>(server, 'select id from push_runs where push_id = $1', [pushUuid])
  return { cabinetId: shop.c, runId: run?.id ?? '', no: 0 }
}
const history = async (id: string) =>
  (await shop.owner.send(clients.pushHistory, { params: { c: shop.c, id }, query: {} })).data

describe('what goes wrong on the way', () => {
  it.each([
    ['a server of Telegram that fails', { status500: true }],
    ['a bot that has to wait', { throttled: 1 }],
  ])('%s: nobody gets it twice, and everybody gets it', async (_, troubles) => {
    for (const name of ['Ann', 'Bob']) await newLinked(server, shop, name)
    await settle()
    telegram().setTroubles(troubles)
    const id = await makeTelegramPush(shop, 'Patience')
    await start(id)
    // A job that fails is thrown here, and tried again later.
    await server.drainJobs().catch((error: unknown) => expect(String(error)).toContain('did not take all messages'))
    telegram().setTroubles({ status500: false })
    await settle()
    expect([got('Ann'), got('Bob')]).toEqual([['Patience'], ['Patience']])
    expect(await latestRun(shop, id)).toMatchObject({ sent: 2, endedAt: expect.any(String) })
  })

  it('a lost answer: it may have arrived, so it is unknown and never repeated', async () => {
    const ann = await newLinked(server, shop, 'Ann')
    await settle()
    telegram().setTroubles({ lostAnswer: true })
    const id = await send('Once')
    telegram().setTroubles({ lostAnswer: false })
    await settle()
    expect(got('Ann')).toEqual(['Once'])
    expect(await latestRun(shop, id)).toMatchObject({ sent: 0, unknown: 1, endedAt: expect.any(String) })
    expect((await history(ann))[0]?.state).toBe('unknown')
  })

  it('who has blocked the bot or is gone is counted, and not asked again the next time', async () => {
    for (const name of ['Ann', 'Bob', 'Cid']) await newLinked(server, shop, name)
    await settle()
    telegram().setBlocked(shop.bot, 'Bob', true)
    telegram().deleteAccount('Cid')
    await settle()
    // As if the news of it had not come.
    await query(server, `update telegram_chats set state = 'reachable' where cabinet_id = $1`, [shop.c])
    const id = await send('Who is there?')
    expect(await latestRun(shop, id)).toMatchObject({
      sent: 1,
      failed: 2,
      telegram: { linked: 3, sent: 1, blocked: 2 },
    })
    const next = await send('Still there?')
    expect(await latestRun(shop, next)).toMatchObject({ cards: 1, sent: 1, telegram: { audience: 3, linked: 1 } })
  })

  it('who leaves between the start and the sending is counted, and gets nothing', async () => {
    for (const name of ['Ann', 'Bob']) await newLinked(server, shop, name)
    await settle()
    const id = await makeTelegramPush(shop, 'Just now')
    await start(id)
    telegram().setBlocked(shop.bot, 'Bob', true)
    await settle()
    expect(await latestRun(shop, id)).toMatchObject({ sent: 1, failed: 1, telegram: { linked: 2, blocked: 1 } })
  })

  it('a token that is no longer accepted ends the push, and the people of the business read why', async () => {
    for (const name of ['Ann', 'Bob']) await newLinked(server, shop, name)
    await settle()
    const id = await makeTelegramPush(shop, 'Too late')
    await start(id)
    telegram().revoke(shop.bot)
    await settle()
    expect(await latestRun(shop, id)).toMatchObject({
      sent: 0,
      failed: 2,
      endedAt: expect.any(String),
      telegram: { stopped: 'bot_lost' },
    })
    expect(await shop.owner.send(pushes.readPush, of(id))).toMatchObject({ status: 'not_sent' })
    const { data } = await shop.owner.send(notifications.listNotifications, { params: { c: shop.c }, query: {} })
    expect(data.map(({ type }) => type)).toContain('push_failed')
    expect(await refusedStart(await idOfDraft())).toEqual([406, 'telegram_not_connected'])
  })

  it('a module that is turned off meanwhile ends it too', async () => {
    await newLinked(server, shop, 'Ann')
    const id = await makeTelegramPush(shop, 'Too late')
    await start(id)
    await query(server, `update telegram_bots set state = 'off' where cabinet_id = $1`, [shop.c])
    await settle()
    expect(await latestRun(shop, id)).toMatchObject({ failed: 1, telegram: { stopped: 'bot_off' } })
    expect(got('Ann')).toEqual([])
  })

  it('a killed worker: what it had begun is unknown, the others get it, nobody twice', async () => {
    for (const name of ['Ann', 'Bob']) await newLinked(server, shop, name)
    await settle()
    telegram().setTroubles({ status500: true })
    const id = await makeTelegramPush(shop, 'Half')
    await start(id)
    await expect(server.drainJobs()).rejects.toThrow('did not take all messages')
    telegram().setTroubles({ status500: false })
    // It has claimed Ann's message and was killed before the answer.
    await query(
      server,
      `update client_messages m set claimed_at = $2 from clients c
        where m.cabinet_id = $1 and c.cabinet_id = $1 and c.id = m.client_id and c.name = 'Ann'`,
      [shop.c, server.now()],
    )
    await expect(settle()).rejects.toThrow('another worker')
    expect([got('Ann'), got('Bob')]).toEqual([[], ['Half']])
    expect((await latestRunOpen(id)).endedAt).toBeNull()
    server.passTime(3 * MINUTE_MS)
    await settle()
    expect([got('Ann'), got('Bob')]).toEqual([[], ['Half']])
    expect(await latestRun(shop, id)).toMatchObject({ sent: 1, unknown: 1, endedAt: expect.any(String) })
  })

  it('two workers at the same time: each message is sent by one of them', async () => {
    const names = Array.from({ length: 14 }, (_, no) => `P${no}`)
    for (const name of names) await newLinked(server, shop, name)
    await settle()
    const id = await makeTelegramPush(shop, 'Together')
    await start(id)
    const chunk = await chunkOf(id)
    await Promise.allSettled([sendToChats.handle(server.app, chunk), sendToChats.handle(server.app, chunk)])
    server.passTime(3 * MINUTE_MS)
    await settle()
    expect(names.map((name) => got(name))).toEqual(names.map(() => ['Together']))
    expect(await latestRun(shop, id)).toMatchObject({ cards: 14, sent: 14, failed: 0, unknown: 0 })
  })

  it('two clients who become one while it waits get it once', async () => {
    const [ann, bob] = [await newLinked(server, shop, 'Ann'), await newClient(server, shop, 'Bob')]
    await linkChat(server, shop, 'Bob', bob)
    const id = await makeTelegramPush(shop, 'One')
    await start(id)
    await shop.owner.send(merges.mergeClients, { params: { c: shop.c, id: ann }, body: { client: bob } })
    await settle()
    expect([...got('Ann'), ...got('Bob')]).toEqual(['One'])
    expect(await latestRun(shop, id)).toMatchObject({ cards: 2, sent: 1, failed: 1 })
  })
})

/** A push that was saved while there was a bot. */
async function idOfDraft(): Promise<string> {
  const [row] = await query<{ id: string }>(
    server,
    `insert into pushes (cabinet_id, id, name, type, message, created_at, updated_at)
      values ($1, gen_random_uuid(), 'Draft', 'telegram', 'Draft', now(), now()) returning id`,
    [shop.c],
  )
  return row?.id ?? ''
}

/** While it goes on, its counts do not add up yet. */
async function latestRunOpen(pushUuid: string) {
  const { runs } = await shop.owner.send(pushes.statistics, of(pushUuid))
  return runs[0] ?? { endedAt: 'none' }
}
