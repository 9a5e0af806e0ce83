import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushes } from '../../../contract/reach/pushes.ts'
import { segments } from '../../../contract/people/segments.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { latestRun, newHolder, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

describe('a push to a segment', () => {
  let server: TestServer
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Nina')
    await setPlan(server, shop.c, 'advanced')
  })
  afterAll(() => server?.close())

  const params = (pushUuid: string) => ({ c: shop.c, pushUuid })
  const body = (segment: string | null) => ({ name: 'Friday', message: 'Hello', templates: [shop.template], segment })
  const create = (segment: string | null, pushType = 'text') =>
    shop.owner.ask(pushes.createPush, { params: { c: shop.c, pushType }, body: body(segment) })
  const rich = async () => {
    const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
    return shop.owner.send(segments.saveSegment, {
      params: { c: shop.c, segmentId: id },
      body: { name: 'Rich', match: 'all', criteria: [{ kind: 'balance', operator: 'gte', value: 100 }], version },
    })
  }

  it('counts and reaches only the clients in it when it is sent', async () => {
    const [ada, ben] = [await newIphone(server, shop, 'Ada'), await newIphone(server, shop, 'Ben')]
    await newHolder(server, shop, 'Cleo')
    const setBalance = (name: string, balance: number) =>
      query(server, 'update clients set balance_minor = $2 where name = $1', [name, balance])
    for (const name of ['Ada', 'Cleo']) await setBalance(name, 500)
    const segment = await rich()
    const reach = (of: string | null) =>
      shop.owner.send(pushes.reach, { params: { c: shop.c }, body: { templates: [shop.template], segment: of } })
    expect([await reach(segment.id), await reach(null)]).toEqual([
      { clients: 2, apple: 1, google: 0, noCard: 1, linked: null },
      { clients: 3, apple: 2, google: 0, noCard: 1, linked: null },
    ])
    const push = await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: body(segment.id),
    })
    expect(push.segment).toEqual({ id: segment.id, name: 'Rich' })
    await shop.owner.send(pushes.startSend, { params: params(push.id) })
    await setBalance('Ada', 0)
    await server.drainJobs()
    expect([await ada.update(), await ben.update()]).toEqual([['Hello'], []])
    expect(await latestRun(shop, push.id)).toMatchObject({ cards: 1, sent: 1 })
    expect(
      (await shop.owner.ask(segments.removeSegment, { params: { c: shop.c, segmentUuid: segment.id } })).body.error,
    ).toMatchObject({ code: 'segment_in_use', detail: { where: 'Friday' } })
    await shop.owner.send(pushes.savePush, { params: params(push.id), body: { ...body(null), version: push.version } })
    expect(
      (await shop.owner.ask(segments.removeSegment, { params: { c: shop.c, segmentUuid: segment.id } })).status,
    ).toBe(200)
  })

  it('is refused when unknown, a draft, in a geo push and below Advanced; an earlier choice stays', async () => {
    const draft = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
    for (const id of [crypto.randomUUID(), draft.id])
      expect((await create(id)).body.error?.code).toBe('segment_not_found')
    const segment = await rich()
    expect((await create(segment.id, 'geo')).body.error?.code).toBe('wrong_push_type')
    const push = (await create(segment.id)).body.data as { id: string; version: number }
    await setPlan(server, shop.c, 'base')
    expect([(await create(segment.id)).status, (await create(segment.id)).body.error?.code]).toEqual([
      403,
      'segment_needs_plan',
    ])
    const kept = await shop.owner.send(pushes.savePush, {
      params: params(push.id),
      body: { ...body(segment.id), name: 'Saturday', version: push.version },
    })
    expect(kept).toMatchObject({ name: 'Saturday', segment: { id: segment.id } })
  })
})
