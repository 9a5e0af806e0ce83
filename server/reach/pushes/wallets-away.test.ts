import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '../../../contract/platform/notifications.ts'
import { clients } from '../../../contract/people/clients.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { inputOf } from '../../../test/client-input.ts'
import { query, retryNow, setPlan } from '../../../test/direct-access.ts'
import { inbox, latestRun, makePush, newAndroid, newHolder, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import type { AndroidPhone, Iphone } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { changeCertificate } from '../passes/passes.ts'

const HOUR_MS = 60 * 60_000

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  apple().setTroubles({})
  server.outside.googleWallet.setTroubles({ status500Rate: 0 })
  server.passTime(60_000)
  shop = await openShop(server, `Away${next++}`)
  await setPlan(server, shop.c, 'base')
})

const apple = () => server.outside.applePush
const askedOf = (phone: Iphone) => apple().requests.filter((one) => one.token === phone.pushToken).length
const retries = () => query(server, 'select wallet, reason, tries from wallet_retries where cabinet_id = $1', [shop.c])
const notices = async () =>
  (await shop.owner.send(notifications.listNotifications, { params: { c: shop.c }, query: {} })).data.map(
    (one) => one.title,
  )

async function send(message: string): Promise<string> {
  const pushUuid = await makePush(shop, message)
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid } })
  await server.drainJobs()
  return pushUuid
}

async function cardInBoth(name: string): Promise<{ iphone: Iphone; android: AndroidPhone }> {
  const holder = await newHolder(server, shop, name)
  return { iphone: await newIphone(server, shop, name, holder), android: await newAndroid(server, shop, name, holder) }
}

describe('a card in both wallets', () => {
  it('gets the message on its iPhone too when Apple was away for a moment', async () => {
    const both = [await cardInBoth('Both1'), await cardInBoth('Both2')]
    apple().setTroubles({ isAway: true })
    const id = await send('For both')
    for (const { android } of both) expect(await inbox(android)).toEqual([['TEXT_AND_NOTIFY', 'For both']])
    const asked = both.map(({ iphone }) => askedOf(iphone))
    apple().setTroubles({})
    await retryNow(server)
    expect(both.map(({ iphone }) => askedOf(iphone))).toEqual(asked.map((count) => count + 1))
    for (const { android } of both) expect(await inbox(android)).toHaveLength(1)
    expect(await latestRun(shop, id)).toMatchObject({ cards: 2, sent: 2, waiting: 0 })
    expect(await retries()).toEqual([])
  })

  it('gets it at Google too when that was away, and its iPhone is called once', async () => {
    const { iphone, android } = await cardInBoth('Half')
    const before = askedOf(iphone)
    server.outside.googleWallet.setTroubles({ status500Rate: 1 })
    await send('The other half')
    server.outside.googleWallet.setTroubles({ status500Rate: 0 })
    await retryNow(server)
    expect(await inbox(android)).toEqual([['TEXT_AND_NOTIFY', 'The other half']])
    expect(askedOf(iphone)).toBe(before + 1)
  })

  it('has what Google accepted while the database was away: it counts as sent there', async () => {
    const { iphone, android } = await cardInBoth('Noted')
    await query(
      server,
      `create function is_away() returns trigger language plpgsql as $$ begin
        raise 'terminating connection' using errcode = '57P01'; end $$;
      create trigger is_away before update of google_notified_at on passes
        for each row execute function is_away()`,
    )
    await send('Accepted')
    await query(server, 'drop function is_away() cascade')
    await retryNow(server)
    expect(await inbox(android)).toEqual([['TEXT_AND_NOTIFY', 'Accepted']])
    expect(await iphone.update()).toEqual(['Accepted'])
    expect(await query(server, 'select apple, google from client_messages where cabinet_id = $1', [shop.c])).toEqual([
      { apple: 'sent', google: 'sent' },
    ])
  })

  it('with a second iPhone: the one that was not reached is called, the other one is not', async () => {
    const holder = await newHolder(server, shop, 'Two')
    const phones = [await newIphone(server, shop, 'Two', holder), await newIphone(server, shop, 'Two', holder)] as const
    const [first, second] = [askedOf(phones[0]), askedOf(phones[1])]
    apple().setTroubles({ status429Tokens: [phones[1].pushToken], retryAfterS: 60 })
    await send('To each phone')
    expect([askedOf(phones[0]), askedOf(phones[1])]).toEqual([first + 1, second + 1])
    apple().setTroubles({})
    await retryNow(server, 61_000)
    expect([askedOf(phones[0]), askedOf(phones[1])]).toEqual([first + 1, second + 2])
  })

  it('that gets a message alone gets it in both wallets, whichever was away', async () => {
    const { iphone, android } = await cardInBoth('Alone')
    const [{ client_id: clientId } = { client_id: '' }] = await query<{ client_id: string }>(
      server,
      'select client_id from passes where id = $1',
      [iphone.pass.json.serialNumber],
    )
    const before = askedOf(iphone)
    apple().setTroubles({ isAway: true })
    server.outside.googleWallet.setTroubles({ status500Rate: 1 })
    const params = { c: shop.c, id: clientId }
    await shop.owner.send(clients.sendMessage, { params, body: { message: 'Only you' } })
    await server.drainJobs()
    const state = async () =>
      (await shop.owner.send(clients.pushHistory, { params, query: {} })).data.map((one) => one.state)
    expect(await state()).toEqual(['queued'])
    apple().setTroubles({})
    server.outside.googleWallet.setTroubles({ status500Rate: 0 })
    await retryNow(server)
    expect(askedOf(iphone)).toBe(before + 1)
    expect(await inbox(android)).toEqual([['TEXT_AND_NOTIFY', 'Only you']])
    expect(await state()).toEqual(['sent'])
  })
})

describe('429 of Apple', () => {
  it('is waited out as long as Apple asks, and nothing is asked before', async () => {
    const phone = await newIphone(server, shop, 'Slow')
    apple().setTroubles({ status429Rate: 1, retryAfterS: 3_000 })
    const id = await send('Slowly')
    const asked = askedOf(phone)
    await send('Another one meanwhile')
    await retryNow(server, 1_500_000)
    expect(askedOf(phone)).toBe(asked)
    apple().setTroubles({})
    await retryNow(server, 1_501_000)
    expect(askedOf(phone)).toBe(asked + 1)
    expect(await latestRun(shop, id)).toMatchObject({ sent: 1, waiting: 0 })
    expect(await phone.update()).toEqual(['Another one meanwhile'])
  })

  it('does not end the updates of a changed card', async () => {
    const phone = await newIphone(server, shop, 'Points')
    apple().setTroubles({ status429Rate: 1 })
    const [{ client_id: id } = { client_id: '' }] = await query<{ client_id: string }>(
      server,
      'select client_id from passes where id = $1',
      [phone.pass.json.serialNumber],
    )
    const params = { c: shop.c, id }
    const client = await shop.owner.send(clients.readClient, { params })
    await shop.owner.send(clients.saveClient, { params, body: { ...inputOf(client), bonusMinor: 500 } })
    await server.drainJobs()
    expect(await retries()).toMatchObject([{ wallet: 'apple', reason: 'throttled', tries: 1 }])
    apple().setTroubles({})
    const asked = askedOf(phone)
    await retryNow(server, 31_000)
    expect(askedOf(phone)).toBe(asked + 1)
    expect(await retries()).toEqual([])
  })
})

describe('a certificate that Apple refuses', () => {
  it.each([
    ['403', { status403Reason: 'BadCertificate' }],
    ['GOAWAY', { badCertificate: true }],
  ])('by %s is told once, Apple is hardly asked, and all is sent when another one signs', async (_, troubles) => {
    const phones = [await newIphone(server, shop, 'R1'), await newIphone(server, shop, 'R2')]
    apple().setTroubles(troubles)
    const id = await send('Refused')
    const refusedAt = apple().requests.length
    await send('Refused again')
    await retryNow(server, 60_000)
    expect(apple().requests.length).toBe(refusedAt)
    await retryNow(server, 2 * HOUR_MS)
    expect(await notices()).toEqual(['Apple rejects your certificate'])
    expect(await latestRun(shop, id)).toMatchObject({ cards: 2, sent: 0, waiting: 2, failed: 0 })
    apple().setTroubles({})
    await openForWork(server.app, shop.c, async (db) => {
      const [{ id: old } = { id: '' }] = await query<{ id: string }>(
        server,
        `select id from apple_certificates where cabinet_id = $1 and state = 'active'`,
        [shop.c],
      )
      await changeCertificate(server.app, db, { renewed: [old], left: [] }, old)
    })
    await server.drainJobs()
    for (const phone of phones) expect(await phone.update()).toEqual(['Refused again'])
    expect(await latestRun(shop, id)).toMatchObject({ cards: 2, sent: 2, waiting: 0 })
  })

  it('is found to be accepted again by a push now and then, and told again when it is refused again', async () => {
    const phone = await newIphone(server, shop, 'Probe')
    apple().setTroubles({ status403Reason: 'Forbidden' })
    await send('One')
    apple().setTroubles({})
    const asked = askedOf(phone)
    await retryNow(server, HOUR_MS)
    expect(askedOf(phone)).toBe(asked + 1)
    expect(await retries()).toEqual([])
    apple().setTroubles({ status403Reason: 'Forbidden' })
    await send('Two')
    expect(await notices()).toHaveLength(2)
  })
})

describe('BadDeviceToken', () => {
  it('for many phones at once is a wrong host: none is silenced, all are called when it is right', async () => {
    const phones: Iphone[] = []
    for (let i = 0; i < 12; i++) phones.push(await newIphone(server, shop, `Host${i}`))
    apple().setTroubles({ isWrongHost: true })
    const id = await send('Hello?')
    expect(await notices()).toEqual(['iPhones aren’t being updated'])
    for (let hour = 0; hour < 3; hour++) await retryNow(server, 2 * HOUR_MS)
    expect(await query(server, 'select 1 from registrations where cabinet_id = $1 and is_silent', [shop.c])).toEqual([])
    apple().setTroubles({})
    await retryNow(server, 2 * HOUR_MS)
    expect(await latestRun(shop, id)).toMatchObject({ cards: 12, sent: 12 })
    for (const phone of phones) expect(await phone.update()).toEqual(['Hello?'])
  })

  it('for one phone silences it only when it stays, and until it registers again', async () => {
    const [stranger, other] = [await newIphone(server, shop, 'Strange'), await newIphone(server, shop, 'Known')]
    const token = 'ab'.repeat(32)
    await query(server, 'update registrations set push_token = $2 where push_token = $1', [stranger.pushToken, token])
    const asked = () => apple().requests.filter((one) => one.token === token).length
    for (let day = 0; day < 4; day++) {
      if (day === 0) expect(await latestRun(shop, await send('Hi'))).toMatchObject({ cards: 2, sent: 1, failed: 1 })
      await retryNow(server, 25 * HOUR_MS)
    }
    expect(asked()).toBe(3)
    await send('Hi again')
    expect(asked()).toBe(3)
    expect(await other.update()).toEqual(['Hi again'])
    expect(await retries()).toEqual([])
  })
})
