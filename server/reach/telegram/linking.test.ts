import { cardNumberText } from '../../../card/values.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { marketplace } from '../../../contract/reach/marketplace.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { clients } from '../../../contract/people/clients.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { chatOfClient, linkToBot, sendToClient } from './telegram.ts'

let server: TestServer
let shop: Shop
let bot: string
let shops = 0
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Telegram${++shops}`)
  await setPlan(server, shop.c, 'base')
  bot = await connect(shop)
})

const telegram = () => server.outside.telegramService

async function connect(to: Shop, more: object = {}): Promise<string> {
  const username = `shop_${++next}_bot`
  const token = telegram().makeBot({ name: 'Coffee', username })
  await to.owner.send(marketplace.saveModule, {
    params: { c: to.c, moduleId: 'telegram' },
    body: { isActive: true, promos: [], version: 0, telegram: { token, greeting: '', linkText: '', ...more } },
  })
  return username
}

async function newClient(of: Shop = shop): Promise<string> {
  const tel = `+42060${String(1_000_000 + ++next * 10_007).slice(-7)}`
  await takeCard(server, of.formUrl, { name: 'Ann', tel, email: `ann${next}@example.com` })
  const [row] = await query<{ id: string }>(server, 'select id from clients where tel = $1 and cabinet_id = $2', [
    tel,
    of.c,
  ])
  return row?.id ?? ''
}
const tokenFor = async (clientId: string, of: Shop = shop): Promise<string> => {
  const url = await openForWork(server.app, of.c, (db) => linkToBot(server.app, db, clientId))
  return new URL(url ?? '').searchParams.get('start') ?? ''
}
const settle = async () => {
  await telegram().settled()
  await server.drainJobs()
}
const answersTo = (person: string) =>
  telegram()
    .chat(bot, person)
    .messages.flatMap(({ by, text }) => (by === 'bot' ? [text] : []))
const chatOf = (clientId: string, of: Shop = shop) => openForWork(server.app, of.c, (db) => chatOfClient(db, clientId))

async function link(person: string, clientId?: string): Promise<string> {
  const id = clientId ?? (await newClient())
  telegram().start(bot, person, await tokenFor(id))
  await settle()
  telegram().press(bot, person, 'Yes, I agree')
  await settle()
  return id
}

describe('a link', () => {
  it('asks in the name of the business, and links who agrees', async () => {
    const id = await newClient()
    const token = await tokenFor(id)
    expect(token).toMatch(/^[\w-]{22}$/)
    telegram().start(bot, 'Ann', token)
    await settle()
    expect(answersTo('Ann')).toEqual([expect.stringContaining(`Telegram${shops}`)])
    expect(await chatOf(id), 'not before she agrees').toBeUndefined()
    telegram().press(bot, 'Ann', 'Yes, I agree')
    await settle()
    expect(answersTo('Ann')[1]).toContain('Thank you!')
    expect(await chatOf(id)).toMatchObject({ state: 'reachable' })
    expect(await query(server, 'select 1 from telegram_links where token_hash::text like $1', [`%${token}%`])).toEqual(
      [],
    )
  })

  it('is good once, for whoever opens it first', async () => {
    const id = await newClient()
    const token = await tokenFor(id)
    telegram().start(bot, 'Bob', token)
    await settle()
    telegram().start(bot, 'Eve', token)
    await settle()
    expect(answersTo('Eve')).toEqual([expect.stringContaining('no longer works')])
    telegram().press(bot, 'Bob', 'Yes, I agree')
    await settle()
    telegram().say(bot, 'Bob', `/start ${token}`)
    telegram().press(bot, 'Bob', 'No')
    await settle()
    expect(answersTo('Bob').slice(2)).toEqual([
      expect.stringContaining('no longer works'),
      expect.stringContaining('no longer works'),
    ])
    expect(await chatOf(id)).toMatchObject({ state: 'reachable' })
  })

  it('ends after a day, before it is opened and before it is agreed to', async () => {
    const [one, other] = [await newClient(), await newClient()]
    const [early, opened] = [await tokenFor(one), await tokenFor(other)]
    server.passTime(23 * HOUR_MS)
    telegram().start(bot, 'Carl', opened)
    await settle()
    server.passTime(2 * HOUR_MS)
    telegram().start(bot, 'Cora', early)
    telegram().press(bot, 'Carl', 'Yes, I agree')
    await settle()
    expect([answersTo('Cora')[0], answersTo('Carl')[1]]).toEqual([
      expect.stringContaining('no longer works'),
      expect.stringContaining('no longer works'),
    ])
    expect([await chatOf(one), await chatOf(other)]).toEqual([undefined, undefined])
  })

  it('of another business, or made up, leads to nobody', async () => {
    const other = await openShop(server, `Telegram${++shops}`)
    await setPlan(server, other.c, 'base')
    await connect(other)
    const id = await newClient(other)
    const [foreign, own] = [await tokenFor(id, other), await tokenFor(await newClient())]
    for (const token of [foreign, `${own.slice(0, -1)}${own.endsWith('A') ? 'Q' : 'A'}`, 'x'.repeat(64)]) {
      telegram().start(bot, 'Dora', token)
      await settle()
    }
    expect(answersTo('Dora')).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('no longer works')))
    expect(await chatOf(id, other)).toBeUndefined()
  })

  it('is declined', async () => {
    const id = await newClient()
    telegram().start(bot, 'Dan', await tokenFor(id))
    await settle()
    telegram().press(bot, 'Dan', 'No')
    await settle()
    expect(answersTo('Dan')[1]).toContain('won’t get any messages')
    expect(await chatOf(id)).toBeUndefined()
  })

  it('is forgotten where a client makes more than five', async () => {
    const id = await newClient()
    const first = await tokenFor(id)
    for (let count = 0; count < 5; count++) await tokenFor(id)
    expect(await query(server, 'select 1 from telegram_links where client_id = $1', [id])).toHaveLength(5)
    telegram().start(bot, 'Dina', first)
    await settle()
    expect(answersTo('Dina')).toEqual([expect.stringContaining('no longer works')])
  })
})

describe('updates', () => {
  it('that are sent again do nothing twice', async () => {
    const id = await newClient()
    const update = telegram().start(bot, 'Fay', await tokenFor(id))
    await settle()
    expect(await telegram().sendAgain(bot, update)).toBe(200)
    await settle()
    expect(answersTo('Fay')).toHaveLength(1)
    const press = telegram().press(bot, 'Fay', 'Yes, I agree')
    await settle()
    telegram().say(bot, 'Fay', '/stop')
    await settle()
    if (press) expect(await telegram().sendAgain(bot, press)).toBe(200)
    await settle()
    expect(await chatOf(id), 'a press that comes again links nobody').toBeUndefined()
  })

  it('with a wrong secret or to a wrong address are strangers', async () => {
    const update = telegram().say(bot, 'Gus', 'Hello')
    await settle()
    const before = answersTo('Gus').length
    const again = { ...update, update_id: update.update_id + 1000 }
    expect(await telegram().sendAgain(bot, again, 'wrong')).toBe(401)
    expect(await telegram().sendAgain(bot, again, '')).toBe(401)
    const post = (path: string) => fetch(`${server.url}/telegram/${path}`, { method: 'POST', body: '{}' })
    expect((await post(`${shop.c}.${'x'.repeat(43)}`)).status).toBe(404)
    expect((await post('nobody')).status).toBe(404)
    expect((await post(`999999.${'x'.repeat(43)}`)).status).toBe(404)
    await settle()
    expect(answersTo('Gus')).toHaveLength(before)
  })

  it('from a group, of unknown kinds and unreadable ones are taken and do nothing', async () => {
    const chat = { id: -100_500, type: 'supergroup' }
    for (const update of [
      { update_id: 900_001, message: { chat, text: '/start', from: {} } },
      { update_id: 900_002, poll: { id: '1' } },
      { update_id: 'x' },
    ])
      expect(await telegram().sendAgain(bot, update as never)).toBe(200)
    expect((await query(server, 'select 1 from telegram_chats where chat_id = -100500')).length).toBe(0)
    expect(await server.drainJobs()).toBe(0)
  })

  it('are answered: without a link, linked, and after /stop', async () => {
    telegram().start(bot, 'Hana', '')
    await settle()
    const id = await link('Hana')
    telegram().say(bot, 'Hana', 'What is it?')
    await settle()
    telegram().say(bot, 'Hana', '/stop')
    await settle()
    const texts = answersTo('Hana')
    expect([texts[0], texts[3], texts[4]]).toEqual([
      expect.stringContaining('open the page of your card'),
      expect.stringContaining('You’re subscribed'),
      expect.stringContaining('You’ve unsubscribed'),
    ])
    expect(await chatOf(id)).toBeUndefined()
  })

  it('of a chat that writes too much get no more answers', async () => {
    for (let count = 0; count < 25; count++) telegram().say(bot, 'Spam', 'Hello')
    await telegram().settled()
    const waiting = `from pgboss.job where name = 'send-telegram-reply' and state < 'active'`
    expect(await query(server, `select count(*)::int as count ${waiting}`)).toEqual([{ count: 20 }])
    await query(server, `delete ${waiting}`)
  })
})

describe('a chat', () => {
  it('that blocks the bot is known without sending, and comes back', async () => {
    const id = await link('Ivo')
    telegram().setBlocked(bot, 'Ivo', true)
    await settle()
    expect(await chatOf(id)).toMatchObject({ state: 'blocked' })
    expect(await sendToClient(server.app, shop.c, { clientId: id, text: 'Hi' })).toEqual({ kind: 'not_linked' })
    telegram().setBlocked(bot, 'Ivo', false)
    await settle()
    expect((await sendToClient(server.app, shop.c, { clientId: id, text: 'Hi' })).kind).toBe('sent')
    expect(answersTo('Ivo').at(-1)).toBe('Hi')
  })

  it('is gone with its account', async () => {
    const id = await link('Jan')
    telegram().deleteAccount('Jan')
    expect((await sendToClient(server.app, shop.c, { clientId: id, text: 'Hi' })).kind).toBe('gone')
    expect(await chatOf(id)).toMatchObject({ state: 'gone' })
  })

  it('belongs to one client: who links it last', async () => {
    const first = await link('Kim')
    const second = await link('Kim')
    expect([await chatOf(first), (await chatOf(second))?.state]).toEqual([undefined, 'reachable'])
  })

  it('is not seen from another business', async () => {
    const id = await link('Lea')
    const other = await openShop(server, `Telegram${++shops}`)
    await setPlan(server, other.c, 'base')
    await connect(other)
    expect(await chatOf(id, other)).toBeUndefined()
    expect(await sendToClient(server.app, other.c, { clientId: id, text: 'Hi' })).toEqual({ kind: 'not_linked' })
  })

  it('follows its client into a merge, and back', async () => {
    const [kept, gone] = [await newClient(), await link('Max')]
    const params = { c: shop.c, id: kept }
    await shop.owner.send(merges.mergeClients, { params, body: { client: gone } })
    expect([(await chatOf(kept))?.state, await chatOf(gone)]).toEqual(['reachable', undefined])
    await shop.owner.send(merges.undoMerge, { params, body: { client: gone } })
    expect([await chatOf(kept), (await chatOf(gone))?.state]).toEqual([undefined, 'reachable'])
  })

  it('is forgotten with its client', async () => {
    const id = await link('Nia')
    await tokenFor(id)
    const read = await shop.owner.send(clients.readClient, { params: { c: shop.c, id } })
    await shop.owner.send(erasures.eraseClient, {
      params: { c: shop.c, id },
      body: { confirm: cardNumberText(read.cardNumber), reason: 'asked' },
    })
    for (const table of ['telegram_chats', 'telegram_links', 'telegram_messages'])
      expect(await query(server, `select 1 from ${table} where client_id = $1`, [id])).toEqual([])
    server.passTime(DAY_MS)
  })
})
