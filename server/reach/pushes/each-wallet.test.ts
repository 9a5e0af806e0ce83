import { afterAll, beforeAll, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { clients } from '../../../contract/people/clients.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { latestRun, makePush, newAndroid, newHolder, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Wanda')
  await setPlan(server, shop.c, 'base')
})
afterAll(() => server?.close())

const rows = (platform?: 'removed') =>
  shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { ...(platform && { platform }) } })
const named = async (name: string) => (await rows()).data.find((row) => row.name === name) ?? raise(name)
const client = async (name: string) =>
  shop.owner.send(clients.readClient, { params: { c: shop.c, id: (await named(name)).id } })
const messages = async (name: string) => {
  const { data } = await shop.owner.send(clients.pushHistory, {
    params: { c: shop.c, id: (await named(name)).id },
    query: {},
  })
  return data.map((one) => one.wallets)
}
async function sendPush(): Promise<string> {
  const id = await makePush(shop)
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: id } })
  await server.drainJobs()
  return id
}
const raise = (name: string): never => {
  throw new Error(`no client ${name}`)
}

it('counts what each wallet reports: an iPhone what it fetched, Google what it accepted, both what left', async () => {
  const both = await newHolder(server, shop, 'Both')
  const [alone, apple, google, inBoth] = [
    await newAndroid(server, shop, 'Gus'),
    await newIphone(server, shop, 'Ada'),
    await newIphone(server, shop, '', both),
    await newAndroid(server, shop, '', both),
  ]
  const push = await sendPush()
  await apple.update()
  const wallets = async () => (await latestRun(shop, push)).wallets
  expect(await wallets()).toEqual({
    apple: { cards: 2, accepted: 2, fetched: 1, removed: 0 },
    google: { cards: 2, accepted: 2, removed: 0 },
  })
  expect(await latestRun(shop, push)).toMatchObject({ cards: 3, sent: 3, delivered: 1 })
  expect(await messages('Gus')).toMatchObject([[{ wallet: 'google', state: 'accepted', fetchedAt: null }]])
  expect(await messages('Ada')).toMatchObject([
    [{ wallet: 'apple', state: 'fetched', fetchedAt: expect.any(String), removedAt: null }],
  ])
  expect(await messages('Both')).toMatchObject([
    [
      { wallet: 'apple', state: 'accepted' },
      { wallet: 'google', state: 'accepted' },
    ],
  ])

  await google.unregister()
  await google.unregister()
  await apple.unregister()
  await alone.remove((await alone.cards())[0]?.objectId ?? '')
  await until(async () => (await wallets()).google.removed === 1, 'Google reports that the card was deleted')
  expect(await wallets()).toEqual({
    apple: { cards: 2, accepted: 2, fetched: 1, removed: 2 },
    google: { cards: 2, accepted: 2, removed: 1 },
  })
  expect(await messages('Ada')).toMatchObject([[{ state: 'fetched', removedAt: expect.any(String) }]])
  const { data } = await shop.owner.send(pushes.listPushes, { params: { c: shop.c }, query: {} })
  const overview = await shop.owner.send(cabinets.dashboard, { params: { c: shop.c }, query: { tile: 'push' } })
  for (const counts of [data[0]?.counts, overview.push?.last?.counts])
    expect(counts).toMatchObject({ sent: 3, delivered: 1, wallets: await wallets() })
  expect(await inBoth.cards()).toHaveLength(1)
})

it('says when a card left the phone, and nothing of one that never was on a phone or is on another one', async () => {
  await newHolder(server, shop, 'Never')
  const dates = async (name: string) => {
    const { installs, removedAt, removals } = await client(name)
    expect((await named(name)).removedAt).toBe(removedAt)
    return { installs, removed: removals.map((one) => one.wallet), isGone: removedAt !== null }
  }
  expect(await dates('Never')).toEqual({ installs: [], removed: [], isGone: false })
  expect(await dates('Ada')).toEqual({ installs: [], removed: ['apple'], isGone: true })
  expect(await dates('Gus')).toEqual({ installs: [], removed: ['google'], isGone: true })
  expect(await dates('Both')).toEqual({ installs: ['google'], removed: ['apple'], isGone: false })
  expect((await rows('removed')).data.map((row) => row.name).toSorted()).toEqual(['Ada', 'Gus'])
})

it('takes a phone that Apple reports as gone for removed, and forgets it when the card is put back', async () => {
  const phone = await newIphone(server, shop, 'Gone')
  const second = await newIphone(server, shop, 'Spare')
  await second.register()
  await fetch(`${server.url}/outside/apple/courier/register?token=${phone.pushToken}`, {
    method: 'DELETE',
    headers: server.visitor,
  })
  // The dead token is of now; the phone's registration is of the clock that was moved on.
  await query(server, "update registrations set token_at = now() - interval '1 day' where push_token = $1", [
    phone.pushToken,
  ])
  const push = await sendPush()
  expect((await latestRun(shop, push)).wallets.apple).toMatchObject({ accepted: 1, removed: 0 })
  expect((await client('Gone')).removals).toMatchObject([{ wallet: 'apple' }])
  await phone.register()
  expect(await client('Gone')).toMatchObject({ installs: ['apple'], removedAt: null, removals: [] })
})

it('counts messages of an older version of the server, which has stored their channel only', async () => {
  const phone = await newIphone(server, shop, 'Older')
  const push = await sendPush()
  await phone.update()
  const before = (await latestRun(shop, push)).wallets
  await query(server, 'update client_messages set apple = null, google = null where cabinet_id = $1', [shop.c])
  const after = (await latestRun(shop, push)).wallets
  expect(after.apple).toEqual(before.apple)
  expect(await messages('Older')).toMatchObject([[{ wallet: 'apple', state: 'fetched' }]])
})
