import { beforeAll, describe, expect, it } from 'vitest'
import { cardNumberText } from '../../../card/values.ts'
import { clients } from '../../../contract/people/clients.ts'
import { externalEvents, type NewEvent } from '../../../contract/people/external-events.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { purchases } from '../../../contract/reach/purchases.ts'
import { client, read, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { make } from '../../../test/keys.ts'
import { request } from '../../../test/people.ts'
import { setProgramme } from '../../../test/purchase-story.ts'

setUpClients()

let key = ''
beforeAll(async () => {
  key = (await make(['clients:read', 'clients:write'], { of: shop })).secret
  await setDecimals(true)
})

/** Whether the business gives parts of a point; most of these documents would earn one. */
const setDecimals = (areOn: boolean) =>
  query(server, 'update cabinets set has_point_decimals = $2 where id = $1', [shop.c, areOn])

const params = (id: string) => ({ c: shop.c, id })
const now = () => server.app.clock.now().toISOString()
type Body = Partial<NewEvent> & { senderId: string }
const report = (id: string, event: Body) =>
  request(
    server,
    externalEvents.addEvent,
    { params: params(id), body: { kind: 'purchase', at: now(), ...event } as NewEvent },
    key,
  )
const refund = (id: string, event: Body) => report(id, { kind: 'refund', ...event })
const pointsOf = async (id: string) => (await read(id)).bonusMinor
const eventsOf = async (id: string) =>
  (await shop.owner.send(externalEvents.listEvents, { params: params(id), query: {} as never })).events
const take = (id: string, amount: number) =>
  shop.owner.send(holders.changeAmount, {
    params: params(id),
    body: { kind: 'bonus', action: 'take', amount } as never,
  })
const sums = async (id: string) =>
  (
    await query<{ purchases: number; spent_minor: string }>(
      server,
      'select purchases, spent_minor from client_purchases where client_id = $1',
      [id],
    )
  ).map((row) => [row.purchases, Number(row.spent_minor)])[0]

describe('points for purchases', () => {
  it('are off until they are turned on, and purchases before earn nothing', async () => {
    const { id } = await client('Early')
    await report(id, { senderId: 'early', amountMinor: 100_00 })
    const programme = await shop.owner.send(purchases.readProgramme, { params: { c: shop.c } })
    expect(programme).toMatchObject({ isOn: false, rate: 500, since: null, lastAmountMinor: 100_00, givenBy: null })
    server.passTime(1000)
    const { isOn, since } = await setProgramme(shop)
    expect(isOn).toBe(true)
    await report(id, {
      senderId: 'late report',
      amountMinor: 100_00,
      at: new Date(Date.parse(since ?? '') - 1).toISOString(),
    })
    // Its refund takes no point that it has not given.
    await refund(id, { senderId: 'early back', refundOf: 'early', amountMinor: 100_00 })
    expect(await pointsOf(id)).toBe(0)
    const stale = await shop.owner.ask(purchases.saveProgramme, {
      params: { c: shop.c },
      body: { isOn: false, rate: 1, version: 0 },
    })
    expect(stale.body.error?.code).toBe('version_conflict')
  })

  it('are whole unless the business wants parts of them, and a refund takes back what was given', async () => {
    const { id } = await client('Whole')
    await setDecimals(false)
    await report(id, { senderId: 'whole', amountMinor: 255_00 })
    expect(await pointsOf(id)).toBe(12_00)
    await refund(id, { senderId: 'whole back', refundOf: 'whole', amountMinor: 255_00 })
    expect(await pointsOf(id)).toBe(0)
    await setDecimals(true)
  })

  it('are given once for a document, however often and by however many it is sent', async () => {
    const { id } = await client('Once')
    const event = { senderId: 'once', amountMinor: 199_99, at: now() }
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => report(id, event)))
    expect(tally(all.map(({ status }) => status))).toEqual({ 201: 6 })
    expect([await pointsOf(id), await sums(id)]).toEqual([9_99, [1, 199_99]])
    const [shown] = await eventsOf(id)
    expect(shown).toMatchObject({ earnedMinor: 9_99, missingMinor: 0 })
    const history = await shop.owner.send(clients.balanceHistory, { params: params(id), query: {} as never })
    expect(history.data.map((row) => [row.delta, row.source, row.reason])).toEqual([[9_99, 'purchase', 'once']])
  })

  it('are taken back by a refund, part by part, and come before their sale as well as after it', async () => {
    const { id } = await client('Back')
    await refund(id, { senderId: 'b-0', refundOf: 'b-sale', amountMinor: 10_00 })
    await report(id, { senderId: 'b-sale', amountMinor: 100_00 })
    expect([await pointsOf(id), await sums(id)]).toEqual([4_50, [1, 90_00]])
    await refund(id, { senderId: 'b-1', refundOf: 'b-sale', amountMinor: -40_00 })
    expect([await pointsOf(id), await sums(id)]).toEqual([2_50, [1, 50_00]])
    await refund(id, { senderId: 'b-2', refundOf: 'b-sale' })
    expect([await pointsOf(id), await sums(id)]).toEqual([0, [0, 0]])
  })

  it('never fall below zero, and the refund says what is missing', async () => {
    const { id } = await client('Spender')
    await report(id, { senderId: 's-sale', amountMinor: 100_00 })
    await take(id, 3_00)
    await refund(id, { senderId: 's-back', refundOf: 's-sale', amountMinor: 100_00 })
    expect(await pointsOf(id)).toBe(0)
    expect((await eventsOf(id)).find(({ senderId }) => senderId === 's-sale')).toMatchObject({
      earnedMinor: 0,
      missingMinor: 3_00,
    })
  })

  it('of a refund that names no sale are taken from what purchases gave, not from a gift', async () => {
    const { id } = await client('Gifted')
    await shop.owner.send(holders.changeAmount, {
      params: params(id),
      body: { kind: 'bonus', action: 'add', amount: 50_00 } as never,
    })
    await refund(id, { senderId: 'g-0', amountMinor: 100_00 })
    expect(await pointsOf(id)).toBe(50_00)
    await report(id, { senderId: 'g-sale', amountMinor: 100_00 })
    await refund(id, { senderId: 'g-1', amountMinor: 500_00 })
    expect(await pointsOf(id)).toBe(50_00)
  })

  it('keep the rate of their purchase when another is set, and are given no more when it is off', async () => {
    const { id } = await client('Rates')
    await report(id, { senderId: 'r-1', amountMinor: 100_00 })
    await setProgramme(shop, { rate: 1000 })
    await report(id, { senderId: 'r-2', amountMinor: 100_00 })
    await setProgramme(shop, { isOn: false })
    await report(id, { senderId: 'r-3', amountMinor: 100_00 })
    expect(await pointsOf(id)).toBe(15_00)
    await refund(id, { senderId: 'r-4', refundOf: 'r-1', amountMinor: 50_00 })
    expect(await pointsOf(id)).toBe(12_50)
    await setProgramme(shop)
  })
})

describe('purchases of one person', () => {
  it('count for the one who stays, and go back when the merge is undone', async () => {
    const [kept, gone] = [await client('Kept'), await client('Gone')]
    await report(kept.id, { senderId: 'm-1', amountMinor: 10_00 })
    await report(gone.id, { senderId: 'm-2', amountMinor: 20_00 })
    await shop.owner.send(merges.mergeClients, { params: params(kept.id), body: { client: gone.id } })
    expect([await sums(kept.id), await sums(gone.id)]).toEqual([
      [2, 30_00],
      [0, 0],
    ])
    // The points came along, so the refund takes them from the one who has them.
    expect(await pointsOf(kept.id)).toBe(1_50)
    await refund(kept.id, { senderId: 'm-3', refundOf: 'm-2', amountMinor: 10_00 })
    expect(await pointsOf(kept.id)).toBe(1_00)
    const undone = await shop.owner.ask(merges.undoMerge, { params: params(kept.id), body: { client: gone.id } })
    expect(undone.status).toBe(200)
    expect([await sums(kept.id), await sums(gone.id)]).toEqual([
      [1, 10_00],
      [1, 10_00],
    ])
  })

  it('that a program reports about the one who was merged count, and earn, for the one who stays', async () => {
    const [kept, gone] = [await client('Stayed'), await client('Known to the till')]
    await shop.owner.send(merges.mergeClients, { params: params(kept.id), body: { client: gone.id } })
    const event = { senderId: 'late-1', amountMinor: 40_00, at: now() }
    expect((await report(gone.id, event)).status).toBe(201)
    expect((await report(gone.id, event)).status).toBe(201)
    expect([await sums(kept.id), await sums(gone.id)]).toEqual([[1, 40_00], undefined])
    server.passTime(1000)
    expect([await pointsOf(kept.id), (await eventsOf(kept.id)).map((one) => one.senderId)]).toEqual([2_00, ['late-1']])
    await refund(gone.id, { senderId: 'late-2', refundOf: 'late-1', amountMinor: 40_00 })
    expect([await pointsOf(kept.id), await sums(kept.id)]).toEqual([0, [0, 0]])
    await shop.owner.send(merges.undoMerge, { params: params(kept.id), body: { client: gone.id } })
    expect((await eventsOf(gone.id)).map((one) => one.senderId)).toEqual(['late-2', 'late-1'])
  })

  it('are gone with the client, and counted no more when one is deleted', async () => {
    const { id } = await client('Leaver')
    await report(id, { senderId: 'l-1', amountMinor: 10_00 })
    await report(id, { senderId: 'l-2', amountMinor: 10_00 })
    await refund(id, { senderId: 'l-3', refundOf: 'l-2', amountMinor: 10_00 })
    expect(await sums(id)).toEqual([1, 10_00])
    const back = (await eventsOf(id)).find(({ senderId }) => senderId === 'l-3')
    await request(
      server,
      externalEvents.removeEvent,
      { params: { ...params(id), eventId: back?.id ?? '' } },
      shop.owner.token,
    )
    expect(await sums(id)).toEqual([2, 20_00])
    const confirm = cardNumberText((await read(id)).cardNumber)
    await shop.owner.send(erasures.eraseClient, { params: params(id), body: { confirm } as never })
    expect([await query(server, 'select 1 from external_events where client_id = $1', [id]), await sums(id)]).toEqual([
      [],
      [0, 0],
    ])
  })
})
