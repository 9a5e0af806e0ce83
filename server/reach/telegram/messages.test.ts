import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { marketplace } from '../../../contract/reach/marketplace.ts'
import { clients } from '../../../contract/people/clients.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { makeJobsDue, query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { linkToBot, sendTelegramMessage } from './telegram.ts'

let server: TestServer
let shop: Shop
let bot: string
let id: string
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  telegram().setTroubles({ throttled: 0, status500: false, lostAnswer: false })
  shop = await openShop(server, `Letters${++shops}`)
  await setPlan(server, shop.c, 'base')
  bot = `letters_${shops}_bot`
  await turnOn(telegram().makeBot({ name: 'Coffee', username: bot }))
  await takeCard(server, shop.formUrl, { name: 'Ann', tel: `+4206012345${10 + shops}`, email: `a${shops}@example.com` })
  const [row] = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1', [shop.c])
  id = row?.id ?? ''
})

const telegram = () => server.outside.telegramService
const params = () => ({ c: shop.c, id })
const turnOn = (token: string, version = 0) =>
  shop.owner.send(marketplace.saveModule, {
    params: { c: shop.c, moduleId: 'telegram' },
    body: { isActive: true, promos: [], version, telegram: { token, greeting: '', linkText: '' } },
  })
const settle = async () => {
  await telegram().settled()
  await server.drainJobs()
}
async function link(person = 'Ann'): Promise<void> {
  const url = await openForWork(server.app, shop.c, (db) => linkToBot(server.app, db, id))
  telegram().start(bot, person, new URL(url ?? '').searchParams.get('start') ?? '')
  await settle()
  telegram().press(bot, person, 'Yes, I agree')
  await settle()
}
const send = (message: string, channel: 'push' | 'telegram' = 'telegram') =>
  shop.owner.ask(clients.sendByChannel, { params: params(), body: { channel, message } })
const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.error?.code ?? 'ok']
const got = (person = 'Ann') =>
  telegram()
    .chat(bot, person)
    .messages.flatMap(({ by, text }) => (by === 'bot' ? [text] : []))
    .slice(2)
const history = async () => (await shop.owner.send(clients.pushHistory, { params: params(), query: {} })).data
const channels = async () =>
  Object.fromEntries(
    (await shop.owner.send(clients.messageChannels, { params: params() })).map((one) => [one.channel, one.hindrance]),
  )

describe('a message to one client', () => {
  it('arrives in Telegram with the values of the client, and is in the history', async () => {
    expect(await channels()).toEqual({ push: 'no_card_installed', telegram: 'not_linked' })
    expect(outcomeOf(await send('Hello'))).toEqual([406, 'telegram_not_linked'])
    await link()
    expect(await channels()).toEqual({ push: 'no_card_installed', telegram: null })
    expect(outcomeOf(await send('Hello {cardholder} <b>'))).toEqual([200, 'ok'])
    await settle()
    expect(got()).toEqual(['Hello Ann <b>'])
    expect(await history()).toMatchObject([{ channel: 'telegram', text: 'Hello Ann <b>', state: 'sent', wallets: [] }])
    expect(await shop.owner.send(clients.readClient, { params: params() })).toMatchObject({
      telegram: { state: 'reachable', linkedAt: expect.any(String) },
    })
  })

  it('has as many letters as its channel takes', async () => {
    await link()
    expect(outcomeOf(await send('First'))).toEqual([200, 'ok'])
    await settle()
    server.passTime(1000)
    expect(outcomeOf(await send('x'.repeat(4096)))).toEqual([200, 'ok'])
    await settle()
    expect((await history()).map((one) => one.text.length)).toEqual([4096, 5])
    expect(outcomeOf(await send('x'.repeat(1001), 'push'))).toEqual([422, 'invalid_input'])
    expect(outcomeOf(await send('x'.repeat(4097)))).toEqual([422, 'invalid_input'])
  })

  it('is not sent twice when the answer was lost', async () => {
    await link()
    telegram().setTroubles({ lostAnswer: true })
    await send('Once')
    await settle()
    telegram().setTroubles({ lostAnswer: false })
    await makeJobsDue(server)
    await settle()
    expect(got()).toEqual(['Once'])
    expect(await history()).toMatchObject([{ state: 'unknown' }])
  })

  it('that a killed worker has begun is not sent again', async () => {
    await link()
    await send('Begun')
    const [row] = await query<{ id: string }>(server, 'select id from telegram_messages where client_id = $1', [id])
    await query(server, `update telegram_messages set state = 'sending' where id = $1`, [row?.id])
    await sendTelegramMessage.handle(server.app, { cabinetId: shop.c, messageId: row?.id ?? '' })
    await settle()
    expect(got()).toEqual([])
    expect(await history()).toMatchObject([{ state: 'unknown' }])
  })

  it('is repeated after a refusal that passes', async () => {
    await link()
    telegram().setTroubles({ status500: true })
    await send('Later')
    await expect(server.drainJobs()).rejects.toThrow('Telegram: temporary')
    expect(await history()).toMatchObject([{ state: 'queued' }])
    telegram().setTroubles({ status500: false })
    await makeJobsDue(server)
    await settle()
    expect([got(), (await history())[0]?.state]).toEqual([['Later'], 'sent'])
  })

  it('is not sent to who has blocked the bot meanwhile', async () => {
    await link()
    await send('Too late')
    telegram().setBlocked(bot, 'Ann', true)
    await settle()
    expect([got(), (await history())[0]?.state]).toEqual([[], 'not_sent'])
    expect(await channels()).toMatchObject({ telegram: 'blocked' })
    expect(outcomeOf(await send('More'))).toEqual([406, 'telegram_not_linked'])
  })

  it('finds a token that was revoked, and the channel is closed', async () => {
    await link()
    telegram().revoke(bot)
    await send('Lost')
    await settle()
    expect((await history())[0]?.state).toBe('not_sent')
    expect(await channels()).toMatchObject({ telegram: 'telegram_off' })
    expect(await shop.owner.send(marketplace.telegramStatus, { params: { c: shop.c } })).toMatchObject({
      state: 'lost',
    })
    const found = { params: { c: shop.c }, query: { type: 'telegram_lost' } } as const
    expect((await shop.owner.send(notifications.listNotifications, found)).data).toMatchObject([
      { title: expect.stringContaining(`@${bot}`) },
    ])
    await turnOn(telegram().revoke(bot), 1)
    expect(await channels()).toMatchObject({ telegram: null })
  })
})
