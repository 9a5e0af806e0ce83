import { beforeAll, describe, expect, it } from 'vitest'
import { cardNumberText } from '../../../card/values.ts'
import { overview, type OverviewPeriod } from '../../../contract/business/overview.ts'
import { clients, type DID } from '../../../contract/people/clients.ts'
import { externalEvents, type NewEvent } from '../../../contract/people/external-events.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { addDays, DAY_MS, moscowDay } from '../../../contract/time.ts'
import { client, read as readClient, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { newIphone } from '../../../test/holders.ts'
import { make } from '../../../test/keys.ts'
import { openShop, request } from '../../../test/people.ts'
import { takeCard } from '../../../test/phones.ts'
import { insideCabinet } from '../../base/db.ts'
import { checkFigures } from '../../people/figures/jobs.ts'
import { gatherFigures, proveFigures } from '../../people/figures/figures.ts'

setUpClients()

let key = ''
beforeAll(async () => {
  key = (await make(['clients:read', 'clients:write'], { of: shop })).secret
})

const idOf = async (name: string) =>
  (await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and name = $2', [shop.c, name]))[0]
    ?.id ?? ''
const params = (id: string) => ({ c: shop.c, id })
const read = (period: OverviewPeriod = '7', at = shop) =>
  at.owner.send(overview.readOverview, { params: { c: at.c }, query: { period } })
const total = async (period?: OverviewPeriod) => (await read(period)).now.total
const feed = async () =>
  (await shop.owner.send(overview.listHappenings, { params: { c: shop.c } })).happenings.map((one) => [
    one.kind,
    one.client?.name ?? null,
    one.amountMinor,
  ])
const change = (id: string, action: 'add' | 'take', amount: number) =>
  shop.owner.send(holders.changeAmount, { params: params(id), body: { kind: 'bonus', action, amount } })
const report = (id: string, event: Partial<NewEvent> & { senderId: string }) =>
  request(
    server,
    externalEvents.addEvent,
    {
      params: params(id),
      body: { kind: 'purchase', at: server.now().toISOString(), ...event } as NewEvent,
    },
    key,
  )
const named = async (did: (typeof DID)[number], days: { didFrom?: string; didTo?: string }) => {
  const ask = async (page: number, limit: number) =>
    (
      await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { did, ...days, page, limit } })
    ).data.map((one) => one.name)
  const all = await ask(1, 100)
  // Pages that are full come from the first rows of the list, which are asked one by one.
  const single = await Promise.all([...all, ''].map((_, i) => ask(i + 1, 1)))
  expect(single.flat()).toEqual(all)
  return all
}
/** What a recount would correct: nothing, as long as every change was counted where it happened. */
const differences = () => insideCabinet(server.app.database, shop.c, proveFigures)

describe('the overview', () => {
  it('of a business without anybody is empty, and its days are there', async () => {
    const other = await openShop(server, 'Nobody')
    const empty = await read('30', other)
    expect([empty.isEmpty, empty.days.length, empty.sources, empty.pushes]).toEqual([true, 30, [], []])
    expect((await read('today', other)).days).toHaveLength(7)
  })

  it('counts who joined, by source, and points given and taken, on the day it happens', async () => {
    await takeCard(server, `${shop.formUrl}?utm_source=Window`, { name: 'Wanda', tel: '+420601770101' })
    const { id } = await client('Paul')
    await change(id, 'add', 30_00)
    await change(id, 'take', 10_00)
    const { now, sources, days } = await read('today')
    expect(now.total).toMatchObject({ joined: 2, pointsGiven: 30_00, pointsTaken: 10_00, returns: 0 })
    expect(sources.map(({ kind, name, joined }) => [kind, name, joined])).toEqual([
      ['none', null, 1],
      ['source', 'window', 1],
    ])
    expect(days.at(-1)).toMatchObject({ day: moscowDay(server.now()), joined: 2 })
    const happened = await feed()
    expect(happened).toHaveLength(4)
    expect(happened).toEqual(
      expect.arrayContaining([
        ['joined', 'Paul', 0],
        ['joined', 'Wanda', 0],
        ['points', 'Paul', 30_00],
        ['points', 'Paul', -10_00],
      ]),
    )
  })

  it('counts a client who comes back once a day, and sets yesterday beside today', async () => {
    server.passTime(DAY_MS)
    const id = await idOf('Paul')
    await change(id, 'add', 5_00)
    await report(id, { senderId: 'coffee', amountMinor: 80_00 })
    const { now, before } = await read('today')
    expect(now.total).toMatchObject({ joined: 0, returns: 1, purchases: 1, spentMinor: 80_00, pointsGiven: 5_00 })
    expect(before.total).toMatchObject({ joined: 2, returns: 0, pointsGiven: 30_00 })
    expect((await total('7')).joined).toBe(2)
  })

  it('leads to the clients behind each figure, and to nobody of other days', async () => {
    const today = moscowDay(server.now())
    const yesterday = addDays(today, -1)
    const onDay = (day: string) => ({ didFrom: day, didTo: day })
    for (const [did, then, now] of [
      ['joined', ['Paul', 'Wanda'], []],
      ['pointsGiven', ['Paul'], ['Paul']],
      ['pointsTaken', ['Paul'], []],
      ['bought', [], ['Paul']],
      ['returned', [], ['Paul']],
    ] as const) {
      expect([did, (await named(did, onDay(yesterday))).toSorted()]).toEqual([did, then])
      expect([did, await named(did, onDay(today))]).toEqual([did, now])
      expect((await named(did, {})).toSorted()).toEqual([...new Set([...then, ...now])])
    }
    expect(await named('joined', { didTo: addDays(yesterday, -1) })).toEqual([])
    expect(await named('joined', { didFrom: today })).toEqual([])
  })

  it('takes back what is refunded, and what an erased client has bought', async () => {
    const { id } = await client('Rita')
    await report(id, { senderId: 'cake', amountMinor: 50_00 })
    expect(await total('today')).toMatchObject({ purchases: 2, spentMinor: 130_00 })
    await report(id, { senderId: 'cake back', kind: 'refund', refundOf: 'cake', amountMinor: 20_00 })
    expect(await total('today')).toMatchObject({ purchases: 2, spentMinor: 110_00 })
    await report(id, { senderId: 'rest back', kind: 'refund', refundOf: 'cake', amountMinor: 30_00 })
    expect(await total('today')).toMatchObject({ purchases: 1, spentMinor: 80_00 })
    await report(id, { senderId: 'tea', amountMinor: 10_00 })
    const { cardNumber } = await readClient(id)
    await shop.owner.send(erasures.eraseClient, {
      params: params(id),
      body: { reason: 'asked for it', confirm: cardNumberText(cardNumber) },
    })
    expect(await total('today')).toMatchObject({ purchases: 1, spentMinor: 80_00, joined: 1 })
    expect(await differences()).toEqual([])
  })

  it('gives and takes nothing when two clients become one, and two again', async () => {
    const [one, other] = [await client('Ana'), await client('Anna')]
    await change(one.id, 'add', 3_00)
    await change(other.id, 'add', 4_00)
    const before = await total('today')
    const body = { params: params(one.id), body: { client: other.id } }
    await shop.owner.send(merges.mergeClients, body)
    expect(await total('today')).toEqual(before)
    await shop.owner.send(merges.undoMerge, body)
    expect(await total('today')).toEqual(before)
    expect(await differences()).toEqual([])
  })

  it('says how many came after a push', async () => {
    const phone = await newIphone(server, shop, 'Petra')
    expect(phone).toBeDefined()
    const push = await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'Cake', message: 'Come', templates: [shop.template] },
    })
    await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } })
    await server.drainJobs()
    await change(await idOf('Petra'), 'add', 1_00)
    expect((await read()).pushes).toMatchObject([{ id: push.id, name: 'Cake', came: 1 }])
    const { happenings } = await shop.owner.send(overview.listHappenings, { params: { c: shop.c } })
    expect(happenings.filter((one) => one.kind === 'push')).toMatchObject([{ push: { id: push.id }, count: 1 }])
    expect((await total('today')).installed.apple).toBe(1)

    await phone.unregister()
    const today = moscowDay(server.now())
    for (const did of ['installed', 'removed'] as const) {
      expect((await total('today'))[did].apple).toBe(1)
      expect(await named(did, { didFrom: today })).toEqual(['Petra'])
      expect(await named(did, { didTo: addDays(today, -1) })).toEqual([])
    }
    const merge = { params: params(await idOf('Paul')), body: { client: await idOf('Petra') } }
    await shop.owner.send(merges.mergeClients, merge)
    expect(await named('installed', { didFrom: today })).toEqual(['Paul'])
    await shop.owner.send(merges.undoMerge, merge)
    expect(await named('installed', { didFrom: today })).toEqual(['Petra'])
  })

  it('names the birthdays of a week, also over New Year', async () => {
    const day = moscowDay(new Date(server.now().getTime() + 2 * DAY_MS))
    const { id } = await client('Birthe')
    await query(server, 'update clients set birthday = $2 where id = $1', [id, `1990${day.slice(4)}`])
    expect((await read()).birthdays).toMatchObject({ total: 1, next: [{ id, day }] })
  })

  it('is the same after the changes were gathered, and a wrong figure is found and corrected', async () => {
    const before = await total('7')
    await insideCabinet(server.app.database, shop.c, gatherFigures)
    expect(await query(server, 'select 1 from figure_changes where cabinet_id = $1', [shop.c])).toEqual([])
    expect(await total('7')).toEqual(before)
    await query(server, "update day_figures set count = count + 7 where cabinet_id = $1 and name = 'joined'", [shop.c])
    expect((await total('7')).joined).toBeGreaterThan(before.joined)
    await checkFigures.handle(server.app, {})
    expect(await total('7')).toEqual(before)
    expect(await differences()).toEqual([])
  })
})

it('makes nobody wait: two who join at once write rows of their own', async () => {
  const joined = (await total('today')).joined
  await Promise.all(Array.from({ length: 6 }, (_, n) => client(`Twin ${n}`)))
  expect((await total('today')).joined).toBe(joined + 6)
  const { data } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { q: 'Twin' } })
  expect(data).toHaveLength(6)
})
