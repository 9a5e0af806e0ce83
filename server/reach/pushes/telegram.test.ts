/** A push by Telegram: to the linked chats of its audience, to each of them once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushes } from '../../../contract/reach/pushes.ts'
import { clients } from '../../../contract/people/clients.ts'
import { segments } from '../../../contract/people/segments.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { makeJobsDue, query } from '../../../test/direct-access.ts'
import { latestRun, makePush } from '../../../test/holders.ts'
import { openShop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import {
  makeTelegramPush,
  messagesOf,
  newClient,
  newLinked,
  openTelegramShop,
  type TelegramShop,
} from '../../../test/telegram-shop.ts'
import { wakeScheduled } from './scheduled.ts'

let server: TestServer
let shop: TelegramShop
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  telegram().setTroubles({ throttled: 0, status500: false, lostAnswer: false, hang: false })
  shop = await openTelegramShop(server, `Roast${++shops}`)
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
const history = async (id: string) =>
  (await shop.owner.send(clients.pushHistory, { params: { c: shop.c, id }, query: {} })).data

describe('a push by Telegram', () => {
  it('reaches who is linked, with the values of each, and leaves the cards alone', async () => {
    const ann = await newLinked(server, shop, 'Ann')
    await newLinked(server, shop, 'Bob')
    await newClient(server, shop, 'Cid')
    const versions = await query(server, 'select id, version from passes where cabinet_id = $1 order by id', [shop.c])
    const body = { type: 'telegram' as const, templates: [], segment: null }
    expect(await shop.owner.send(pushes.reach, { params: { c: shop.c }, body })).toMatchObject({
      clients: 3,
      linked: 2,
    })
    const id = await send('Hello {cardholder}')
    expect([got('Ann'), got('Bob')]).toEqual([['Hello Ann H'], ['Hello Bob H']])
    expect(await latestRun(shop, id)).toMatchObject({
      cards: 2,
      sent: 2,
      delivered: 0,
      telegram: { audience: 3, linked: 2, sent: 2, blocked: 0, stopped: null },
    })
    expect(await shop.owner.send(pushes.readPush, of(id))).toMatchObject({ type: 'telegram', status: 'done' })
    expect(await history(ann)).toMatchObject([{ channel: 'telegram', text: 'Hello Ann H', state: 'sent', wallets: [] }])
    expect(await query(server, 'select id, version from passes where cabinet_id = $1 order by id', [shop.c])).toEqual(
      versions,
    )
    const text = await makePush(shop)
    expect(await shop.owner.send(pushes.readPush, of(text))).toMatchObject({ counts: { telegram: null } })
  })

  it('goes out once a day, by hand or at its moment, and again the next day', async () => {
    await newLinked(server, shop, 'Ann')
    const at = new Date(server.now().getTime() + 10 * MINUTE_MS).toISOString()
    const id = await makeTelegramPush(shop, 'Daily', { schedule: { at, repeat: 'day' } })
    for (const days of [0, 1]) {
      server.passTime(days === 0 ? 11 * MINUTE_MS : DAY_MS)
      await wakeScheduled.handle(server.app, {})
      await settle()
      expect(got('Ann')).toHaveLength(days + 1)
      expect(await refusedStart(id)).toEqual([406, 'push_once_a_day'])
    }
  })

  it('is limited to its cards and its segment', async () => {
    await newLinked(server, shop, 'Ann')
    const [{ id: template } = { id: '' }] = await query<{ id: string }>(
      server,
      `insert into templates select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
        'is_default', false))).* from templates t where cabinet_id = $1 returning id`,
      [shop.c],
    )
    const other = await makeTelegramPush(shop, 'Others', { templates: [template] })
    expect(await refusedStart(other)).toEqual([406, 'telegram_to_nobody'])
    await send('Holders', { templates: [shop.template] })
    expect(got('Ann')).toEqual(['Holders'])
    await newLinked(server, shop, 'Ben')
    await query(server, `update clients set balance_minor = 500 where cabinet_id = $1 and name = 'Ben'`, [shop.c])
    const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
    await shop.owner.send(segments.saveSegment, {
      params: { c: shop.c, segmentId: id },
      body: { name: 'Rich', match: 'all', criteria: [{ kind: 'balance', operator: 'gte', value: 100 }], version },
    })
    const body = { type: 'telegram' as const, templates: [], segment: id }
    expect(await shop.owner.send(pushes.reach, { params: { c: shop.c }, body })).toMatchObject({
      clients: 1,
      linked: 1,
    })
    await send('Rich', { segment: id })
    expect([got('Ann'), got('Ben')]).toEqual([['Holders'], ['Rich']])
  })

  it('takes as many letters as Telegram does, and a text as many as before', async () => {
    const name = 'Annabella Maria Louise'
    await newLinked(server, shop, name)
    const create = (pushType: string, length: number) =>
      shop.owner.ask(pushes.createPush, {
        params: { c: shop.c, pushType },
        body: { name: 'Long', message: 'x'.repeat(length), templates: [] },
      })
    expect((await create('telegram', 4097)).status).toBe(422)
    const { status, body } = await create('text', 501)
    expect([status, body.error?.fields?.['message']?.code]).toEqual([422, 'too_long'])
    await send(`${'x'.repeat(4070)}{cardholder}{cardholder}`)
    expect(got(name).map((text) => text.length)).toEqual([4096])
  })

  it('is refused without a bot that is connected, and to nobody', async () => {
    const id = await makeTelegramPush(shop, 'Anybody there?')
    expect(await refusedStart(id)).toEqual([406, 'telegram_to_nobody'])
    await query(server, `update telegram_bots set state = 'off' where cabinet_id = $1`, [shop.c])
    expect(await refusedStart(id)).toEqual([406, 'telegram_not_connected'])
    const body = { name: 'New', message: 'New', templates: [] }
    const answer = await shop.owner.ask(pushes.createPush, { params: { c: shop.c, pushType: 'telegram' }, body })
    expect([answer.status, answer.body.error?.code]).toEqual([406, 'telegram_not_connected'])
    expect(await shop.owner.send(pushes.pointSettings, { params: { c: shop.c } })).toMatchObject({ telegramBot: null })
  })

  it('is nobody else’s', async () => {
    await newLinked(server, shop, 'Ann')
    const id = await makeTelegramPush(shop, 'Private')
    const stranger = await openShop(server, `Stranger${shops}`)
    for (const c of [shop.c, stranger.c])
      expect((await stranger.owner.ask(pushes.startSend, { params: { c, pushUuid: id } })).status).toBe(404)
    expect(got('Ann')).toEqual([])
  })
})
