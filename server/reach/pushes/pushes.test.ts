import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { type Holder, inbox, latestRun, makePush, newAndroid, newHolder, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop, signIn } from '../../../test/people.ts'
import type { Iphone } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { sendMessageJob } from './send-message.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.outside.applePush.setTroubles({})
  server.passTime(60_000)
  shop = await openShop(server, `Nora${next++}`)
  await setPlan(server, shop.c, 'base')
})

const holder = (name: string) => newHolder(server, shop, name)
const iphone = (name: string, of?: Holder) => newIphone(server, shop, name, of)
const android = (name: string, of?: Holder) => newAndroid(server, shop, name, of)
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

describe('a push', () => {
  it('reaches clients in both wallets with their own values, and the numbers are exact', async () => {
    const both = await holder('Both')
    const [apple, google, inBoth] = [
      await iphone('Ada'),
      await android('Gus'),
      { apple: await iphone('', both), google: await android('', both) },
    ]
    await holder('Nowhere')
    expect(
      await shop.owner.send(pushes.reach, { params: { c: shop.c }, body: { templates: [shop.template] } }),
    ).toEqual({ clients: 4, apple: 2, google: 1, noCard: 1, linked: null })
    const id = await make('Hello {cardholder}, {bonus} points')
    expect((await send(id)).body.data).toMatchObject({
      status: 'queue',
      allowed: { edit: false, remove: false, send: false },
    })
    expect(await shop.owner.send(pushes.sendStatus, { params: { c: shop.c, pushUuid: id } })).toEqual({
      status: 'queue',
      done: 0,
      total: 3,
    })
    await server.drainJobs()
    expect(await apple.update()).toEqual(['Hello Ada H, 0 points'])
    expect(await inBoth.apple.update()).toEqual(['Hello Both H, 0 points'])
    expect(await inbox(google)).toEqual([['TEXT_AND_NOTIFY', 'Hello Gus H, 0 points']])
    expect(await inbox(inBoth.google)).toEqual([['TEXT_AND_NOTIFY', 'Hello Both H, 0 points']])
    expect(await runOf(id)).toMatchObject({
      cards: 3,
      sent: 3,
      delivered: 2,
      failed: 0,
      unknown: 0,
      apple: 2,
      google: 1,
      endedAt: expect.any(String),
    })
    expect(await shop.owner.send(pushes.sendStatus, { params: { c: shop.c, pushUuid: id } })).toEqual({
      status: 'done',
      done: 3,
      total: 3,
    })
  })

  it('reaches clients with Google Wallet when nobody has an iPhone', async () => {
    const phone = await android('Solo')
    const id = await make('Only Android')
    await send(id)
    await server.drainJobs()
    expect(await inbox(phone)).toEqual([['TEXT_AND_NOTIFY', 'Only Android']])
    expect(await runOf(id)).toMatchObject({ cards: 1, sent: 1, apple: 0, google: 1 })
  })

  it('is sent once a day under thirty simultaneous clicks, and the refusal names the next allowed time', async () => {
    const phone = await iphone('Once')
    const id = await make('Once')
    const all = await Promise.all(Array.from({ length: 30 }, () => send(id)))
    const count = tally(all.map((response) => response.status))
    expect(count[200]).toBe(1)
    expect((count[412] ?? 0) + (count[406] ?? 0)).toBe(29)
    await server.drainJobs()
    expect(await phone.update()).toEqual(['Once'])
    expect(await query(server, 'select id from push_runs where push_id = $1', [id])).toHaveLength(1)
    expect((await send(id)).body.error).toMatchObject({
      code: 'push_once_a_day',
      message: expect.stringMatching(/00:00 MSK/),
    })
    expect((await read(id)).allowed).toMatchObject({
      edit: true,
      send: false,
      sendAgainAt: expect.stringMatching(/T21:00:00/),
    })
  })

  it('cannot be edited, deleted or sent again while it is queued or sent, also not in a race', async () => {
    await iphone('Busy')
    const id = await make('Busy')
    const { version } = await read(id)
    const body = { name: 'Other', message: 'Other', templates: [shop.template], version }
    const acts = () => [
      shop.owner.ask(pushes.savePush, { params: { c: shop.c, pushUuid: id }, body }),
      shop.owner.ask(pushes.removePush, { params: { c: shop.c, pushUuid: id } }),
    ]
    await send(id)
    for (const response of await Promise.all(acts()))
      expect([response.status, response.body.error?.code]).toEqual([412, 'push_in_queue'])
    await query(server, `update pushes set status = 'in_progress' where id = $1`, [id])
    for (const response of await Promise.all([...acts(), send(id)])) expect(response.status).toBe(412)
    await server.drainJobs()
    expect((await shop.owner.ask(pushes.savePush, { params: { c: shop.c, pushUuid: id }, body })).status).toBe(200)
    expect((await shop.owner.ask(pushes.removePush, { params: { c: shop.c, pushUuid: id } })).status).toBe(200)
    expect((await send(id)).body.error?.code).toBe('push_not_found')
  })

  it.each([
    ['an unknown variable', { message: 'Hi {nothing}' }, 422, 'unknown_variable'],
    ['a foreign template', { templates: [crypto.randomUUID()] }, 404, 'template_not_found'],
    ['too long a text', { message: 'x'.repeat(501) }, 422, 'invalid_input'],
    ['a zero byte', { message: 'a\0b' }, 422, 'invalid_input'],
  ])('with %s is refused', async (_, change, status, code) => {
    const response = await shop.owner.ask(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'x', message: 'x', templates: [shop.template], ...change },
    })
    expect([response.status, response.body.error?.code]).toEqual([status, code])
  })

  it("of two editors keeps the first one's text; without text or template it is not sent", async () => {
    const id = await make('First')
    const save = (message: string, version: number, templates = [shop.template]) =>
      shop.owner.ask(pushes.savePush, {
        params: { c: shop.c, pushUuid: id },
        body: { name: 'x', message, templates, version },
      })
    expect((await save('Second', 1)).status).toBe(200)
    expect((await save('Third', 1)).body.error?.code).toBe('version_conflict')
    expect((await read(id)).message).toBe('Second')
    await save(' ', 2)
    expect((await send(id)).body.error?.code).toBe('push_incomplete')
    await save('Text', 3, [])
    expect((await send(id)).body.error?.code).toBe('push_incomplete')
    expect(
      (
        await shop.owner.ask(pushes.createPush, {
          params: { c: shop.c, pushType: 'pigeon' },
          body: { name: 'x', message: 'x', templates: [] },
        })
      ).body.error?.code,
    ).toBe('push_type_unknown')
    const stranger = await signIn(server, `Spy${next++}`)
    for (const call of [pushes.readPush, pushes.removePush, pushes.startSend, pushes.statistics])
      expect((await stranger.ask(call, { params: { c: shop.c, pushUuid: id } })).body.error?.code).toBe('not_found')
  })
})

describe('messages to one client', () => {
  const message = (id: string, text: string) =>
    shop.owner.ask(clients.sendMessage, { params: { c: shop.c, id }, body: { message: text } })
  const history = async (id: string) =>
    (await shop.owner.send(clients.pushHistory, { params: { c: shop.c, id }, query: {} })).data.map((one) => [
      one.text,
      one.state,
    ])

  it('are announced by Google three times a day; the fourth is only stored', async () => {
    const google = await android('Ringing')
    const [row] = await query<{ client_id: string; google_object_id: string }>(
      server,
      'select client_id, google_object_id from passes where cabinet_id = $1',
      [shop.c],
    )
    const suffix = row?.google_object_id ?? 'none'
    for (const text of ['One', 'Two', 'Three', 'Four']) {
      expect((await message(row?.client_id ?? '', text)).body.data).toEqual({ channels: ['google'] })
      await server.drainJobs()
    }
    expect(await inbox(google)).toEqual([
      ['TEXT_AND_NOTIFY', 'One'],
      ['TEXT_AND_NOTIFY', 'Two'],
      ['TEXT_AND_NOTIFY', 'Three'],
      ['TEXT', 'Four'],
    ])
    // Google was not asked to announce a fourth one.
    expect(
      server.outside.googleWallet
        .requests()
        .filter((one) => one.path.endsWith('/addMessage') && one.path.includes(suffix) && one.status !== 200),
    ).toEqual([])
    expect(
      await query(server, 'select cardinality(google_notified_at) as n from passes where cabinet_id = $1', [shop.c]),
    ).toEqual([{ n: 3 }])
  })

  it('in quick succession show the last one, and only that one is delivered', async () => {
    const phone = await iphone('Slow')
    const id = await clientOf(phone)
    await message(id, 'First {cardholder}')
    await message(id, 'Second')
    await server.drainJobs()
    expect(await phone.update()).toEqual(['Second'])
    expect(await history(id)).toEqual([
      ['Second', 'delivered'],
      ['First Slow H', 'sent'],
    ])
  })

  it('are shown once when the job runs twice', async () => {
    const phone = await iphone('Repeat')
    const id = await clientOf(phone)
    await message(id, 'Again')
    const [row] = await query<{ id: string }>(server, 'select id from client_messages where client_id = $1', [id])
    for (let i = 0; i < 2; i++) await sendMessageJob.handle(server.app, { cabinetId: shop.c, messageId: row?.id ?? '' })
    expect([await phone.update(), await phone.update()]).toEqual([['Again'], []])
    await server.drainJobs()
    expect(await history(id)).toEqual([['Again', 'delivered']])
  })

  it('are refused when the card is in no wallet', async () => {
    await holder('Cardless')
    const [row] = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1', [shop.c])
    expect((await message(row?.id ?? '', 'Hello')).body.error?.code).toBe('no_card_installed')
    expect((await message(row?.id ?? '', ' ')).status).toBe(422)
    expect((await message(crypto.randomUUID(), 'Hello')).body.error?.code).toBe('client_not_found')
  })
})

// Last, because days pass in it: Google's notices would be too old afterwards.
it('a push with the same text two days running alerts on both days', async () => {
  const phone = await iphone('Daily')
  const id = await make('Coffee is ready')
  for (let day = 0; day < 3; day++) {
    await send(id)
    await server.drainJobs()
    expect(await phone.update()).toEqual(['Coffee is ready'])
    expect(await phone.update()).toEqual([])
    server.passTime(DAY_MS)
  }
})
