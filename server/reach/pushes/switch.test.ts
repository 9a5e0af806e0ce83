import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushes, type PushType } from '../../../contract/reach/pushes.ts'
import type { BeaconTag, GeoPoint } from '../../../contract/cards/places.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { DAY_MS, hurryJobs, query, setPlan, tally } from '../../../test/behind.ts'
import { newAndroid, newIphone } from '../../../test/holders.ts'
import { openShop, plainDesign, type Shop, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.outside.googleWallet.setTroubles({ arePlacesClosed: false })
  shop = await openShop(server, `Gero${next++}`)
  await setPlan(server, shop.c, 'expert')
})

const MAIN: GeoPoint = { name: 'Main Street 5', latitude: 50.0874654, longitude: 14.4212535, text: '' }
const SQUARE: GeoPoint = { name: 'Square', latitude: -33.9, longitude: 151.2, text: '{cardholder}, the square is open' }
const DOOR: BeaconTag = { name: 'Door', uuid: '1b4e28ba-2fa1-11d2-883f-0016d3cca427', major: 1, minor: 2, text: '' }
const manyPoints = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...MAIN, name: `Shop ${i}`, latitude: i }))

type Parts = { message?: string; templates?: string[]; geoPoints?: GeoPoint[]; beacons?: BeaconTag[] }
const bodyOf = (parts: Parts) => ({
  name: 'Near us',
  message: 'Coffee is near, {cardholder}',
  templates: [shop.template],
  ...parts,
})
const ask = (pushType: PushType, parts: Parts) =>
  shop.owner.ask(pushes.createPush, { params: { c: shop.c, pushType }, body: bodyOf(parts) })
const make = async (pushType: PushType, parts: Parts) =>
  (await shop.owner.send(pushes.createPush, { params: { c: shop.c, pushType }, body: bodyOf(parts) })).id
const flip = (pushUuid: string, isActive: boolean) =>
  shop.owner.ask(pushes.switchPush, { params: { c: shop.c, pushUuid }, body: { isActive } })
const save = (pushUuid: string, version: number, parts: Parts) =>
  shop.owner.ask(pushes.savePush, { params: { c: shop.c, pushUuid }, body: { ...bodyOf(parts), version } })
const read = (pushUuid: string) => shop.owner.send(pushes.readPush, { params: { c: shop.c, pushUuid } })
const classes = () =>
  Object.values(server.outside.googleWallet.snapshot().classes).filter((one) => one.id.includes(`.t${shop.c}-`))

/** The update of the next day is due. */
async function nextUpdate(): Promise<void> {
  server.passTime(DAY_MS)
  await hurryJobs(server)
  await server.drainJobs()
}

// First, because days pass in the stories after it: Google's notices of saved cards would be too old then.
describe('a push that is switched on', () => {
  it('of beacons is on the card with UUID and numbers, and is not sent to Google', async () => {
    const phone = await newIphone(server, shop, 'Ben')
    await newAndroid(server, shop, 'Bea')
    const id = await make('beacon', {
      beacons: [DOOR, { ...DOOR, name: 'Till', major: null, minor: null, text: 'The till' }],
    })
    await flip(id, true)
    await server.drainJobs()
    await phone.update()
    const proximityUUID = '1B4E28BA-2FA1-11D2-883F-0016D3CCA427'
    expect(phone.pass.json.beacons).toEqual([
      { proximityUUID, major: 1, minor: 2, relevantText: 'Coffee is near, Ben H' },
      { proximityUUID, relevantText: 'The till' },
    ])
    expect(phone.pass.json).not.toHaveProperty('locations')
    expect(classes().map((one) => one['merchantLocations'])).toEqual([undefined])
  })

  it('sends its places to Google, but not to a class for which Google does not accept places', async () => {
    await newAndroid(server, shop, 'Gus')
    const id = await make('geo', { geoPoints: [MAIN, SQUARE] })
    await flip(id, true)
    await server.drainJobs()
    const places = [MAIN, SQUARE].map(({ latitude, longitude }) => ({ latitude, longitude }))
    expect(classes().map((one) => one['merchantLocations'])).toEqual([places])
    await flip(id, false)
    await nextUpdate()
    expect(classes().map((one) => one['merchantLocations'])).toEqual([undefined])
    server.outside.googleWallet.setTroubles({ arePlacesClosed: true })
    await flip(await make('geo', { geoPoints: [SQUARE] }), true)
    await nextUpdate()
    expect(classes().map((one) => one['merchantLocations'])).toEqual([undefined])
    expect(
      await query(server, 'select id from passes where cabinet_id = $1 and google_version < version', [shop.c]),
    ).toEqual([])
  })
})

describe('a geo push that is switched on', () => {
  it("is on the cards of its template with the client's values, silently, until the next day's update", async () => {
    const phone = await newIphone(server, shop, 'Ada')
    expect(phone.pass.json).not.toHaveProperty('locations')
    const id = await make('geo', { geoPoints: [MAIN, SQUARE] })
    expect((await flip(id, true)).body.data).toMatchObject({
      isActive: true,
      type: 'geo',
      points: 2,
      cardsAt: null,
      geoPoints: [MAIN, SQUARE],
      status: 'draft',
    })
    await server.drainJobs()
    expect(await phone.update()).toEqual([])
    expect(phone.pass.json).toMatchObject({
      locations: [
        { latitude: MAIN.latitude, longitude: MAIN.longitude, relevantText: 'Coffee is near, Ada H' },
        { latitude: SQUARE.latitude, longitude: SQUARE.longitude, relevantText: 'Ada H, the square is open' },
      ],
      maxDistance: 100,
    })
    // Today's update is used: the switch holds, the cards follow tomorrow.
    expect((await flip(id, false)).body.data).toMatchObject({
      isActive: false,
      cardsAt: expect.stringMatching(/T21:00:00/),
    })
    await server.drainJobs()
    expect((await phone.list()).status).toBe(204)
    await nextUpdate()
    expect(await phone.update()).toEqual([])
    expect(phone.pass.json).not.toHaveProperty('locations')
    expect(phone.pass.json).not.toHaveProperty('maxDistance')
    expect((await read(id)).cardsAt).toBeNull()
  })

  it('is checked again when it changes, and cards are updated only when their content changes', async () => {
    const phone = await newIphone(server, shop, 'Eve')
    const id = await make('geo', { geoPoints: [MAIN] })
    await flip(id, true)
    await server.drainJobs()
    await phone.update()
    expect((await save(id, 1, { geoPoints: [] })).body.error).toMatchObject({
      code: 'push_incomplete',
      detail: { missing: 'points' },
    })
    expect((await read(id)).geoPoints).toEqual([MAIN])
    const renamed = await shop.owner.send(pushes.savePush, {
      params: { c: shop.c, pushUuid: id },
      body: { ...bodyOf({ geoPoints: [MAIN] }), name: 'Renamed', version: 1 },
    })
    expect([renamed.name, renamed.cardsAt]).toEqual(['Renamed', null])
    expect((await save(id, 2, { geoPoints: [MAIN, SQUARE] })).body.data).toMatchObject({ cardsAt: expect.any(String) })
    await nextUpdate()
    await phone.update()
    expect(phone.pass.json.locations).toHaveLength(2)
    server.passTime(DAY_MS)
    expect((await shop.owner.ask(pushes.removePush, { params: { c: shop.c, pushUuid: id } })).status).toBe(200)
    await server.drainJobs()
    await phone.update()
    expect(phone.pass.json).not.toHaveProperty('locations')
  })

  it('waits together with an update that was requested before', async () => {
    const phone = await newIphone(server, shop, 'Wil')
    const id = await make('geo', { geoPoints: [MAIN] })
    const update = () =>
      shop.owner.ask(templates.updateCards, { params: { c: shop.c }, body: { template: shop.template } })
    expect((await update()).status).toBe(200)
    await server.drainJobs()
    await phone.update()
    await flip(id, true)
    server.passTime(DAY_MS)
    const bakery = await shop.owner.send(templates.createTemplate, {
      params: { c: shop.c },
      body: { name: 'Bakery', type: 'bonus', design: plainDesign(), birthdayEnabled: false, variables: {} },
    })
    expect(
      (await shop.owner.ask(templates.updateCards, { params: { c: shop.c }, body: { template: bakery.id } })).body.data,
    ).toEqual({ cards: 1 })
    await server.drainJobs()
    await phone.update()
    expect(phone.pass.json.locations).toHaveLength(1)
    expect((await read(id)).cardsAt).toBeNull()
  })
})

describe('switching on is refused', () => {
  it.each([
    ['without a text', { message: ' ' }, 'message'],
    ['without a point', { geoPoints: [] }, 'points'],
    ['without a template', { templates: [] }, 'templates'],
    ['without anything', { message: '', templates: [], geoPoints: [] }, 'message,points,templates'],
  ])('%s, and the refusal says what is missing', async (_, parts, missing) => {
    const id = await make('geo', { geoPoints: [MAIN], ...parts })
    const response = await flip(id, true)
    expect([response.status, response.body.error?.code, response.body.error?.detail]).toEqual([
      424,
      'push_incomplete',
      { missing },
    ])
    expect((await read(id)).isActive).toBe(false)
  })

  it('beyond ten points a card, in any number of pushes and of clicks at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => make('geo', { geoPoints: manyPoints(3) })))
    const response = await Promise.all(ids.map((id) => flip(id, true)))
    expect(tally(response.map((one) => one.status))).toEqual({ 200: 3, 400: 3 })
    expect(response.find((one) => one.status === 400)?.body.error).toMatchObject({
      code: 'point_limit',
      detail: { limit: 10, template: 'Coffee card', total: 12 },
    })
    const settings = await shop.owner.send(pushes.pointSettings, { params: { c: shop.c } })
    expect([settings.limits, settings.used.length, settings.map]).toEqual([{ geo: 10, beacon: 10 }, 3, null])
    const bakery = await shop.owner.send(templates.createTemplate, {
      params: { c: shop.c },
      body: { name: 'Bakery', type: 'bonus', design: plainDesign(), birthdayEnabled: false, variables: {} },
    })
    expect((await flip(await make('geo', { geoPoints: manyPoints(10), templates: [bakery.id] }), true)).status).toBe(
      200,
    )
  })

  it('beyond the one point of the demo', async () => {
    await setPlan(server, shop.c, 'demo')
    expect((await flip(await make('geo', { geoPoints: [MAIN, SQUARE] }), true)).body.error).toMatchObject({
      code: 'point_limit',
      detail: { limit: 1 },
    })
    expect((await flip(await make('geo', { geoPoints: [MAIN] }), true)).status).toBe(200)
  })

  it('for a text push, and for strangers', async () => {
    const id = await make('text', {})
    expect((await flip(id, true)).body.error?.code).toBe('wrong_push_type')
    expect((await ask('text', { geoPoints: [MAIN] })).body.error?.code).toBe('wrong_push_type')
    expect((await ask('geo', { beacons: [DOOR] })).body.error?.code).toBe('wrong_push_type')
    const geo = await make('geo', { geoPoints: [MAIN] })
    expect((await shop.owner.ask(pushes.startSend, { params: { c: shop.c, pushUuid: geo } })).body.error?.code).toBe(
      'wrong_push_type',
    )
    expect((await flip(crypto.randomUUID(), true)).body.error?.code).toBe('push_not_found')
    const stranger = await signIn(server, `Snoop${next++}`)
    expect(
      (await stranger.ask(pushes.switchPush, { params: { c: shop.c, pushUuid: geo }, body: { isActive: true } })).body
        .error?.code,
    ).toBe('not_found')
    expect((await read(geo)).isActive).toBe(false)
  })

  it.each([
    [
      'a latitude beyond the north pole',
      { geoPoints: [{ ...MAIN, latitude: 90.1 }] },
      'geoPoints.0.latitude',
      'too_big',
    ],
    ['no longitude', { geoPoints: [{ name: 'x', text: '', latitude: 1 }] }, 'geoPoints.0.longitude', 'required'],
    ['a name of nothing', { geoPoints: [{ ...MAIN, name: ' ' }] }, 'geoPoints.0.name', 'required'],
    ['eleven points', { geoPoints: manyPoints(11) }, 'geoPoints', 'too_many'],
  ])('already on saving with %s', async (_, parts, field, code) => {
    expect((await ask('geo', parts as Parts)).body.error?.fields?.[field]?.code).toBe(code)
  })

  it("when a point's text has an unknown variable", async () => {
    expect((await ask('geo', { geoPoints: [{ ...MAIN, text: '{nothing}' }] })).body.error?.code).toBe(
      'unknown_variable',
    )
  })
})

describe('an iBeacon push', () => {
  it('needs Expert', async () => {
    const id = await make('beacon', { beacons: [DOOR] })
    await setPlan(server, shop.c, 'advanced')
    const response = await ask('beacon', { beacons: [DOOR] })
    expect([response.status, response.body.error?.code]).toEqual([403, 'beacon_needs_expert'])
    expect((await flip(id, true)).body.error?.code).toBe('beacon_needs_expert')
  })

  it.each([
    ['a UUID of too few digits', { uuid: '1b4e28ba-2fa1' }, 'beacons.0.uuid', 'beacon_uuid'],
    ['a number past 65535', { major: 65_536 }, 'beacons.0.major', 'too_big'],
    ['a minor number without a major one', { major: null }, 'beacons.0.major', 'beacon_major'],
  ])('with %s is refused', async (_, change, field, code) => {
    expect((await ask('beacon', { beacons: [{ ...DOOR, ...change }] })).body.error?.fields?.[field]?.code).toBe(code)
  })
})

it('the list is filtered by type and state, and hides numbers from a tariff without statistics', async () => {
  const [text, on, off] = [await make('text', {}), await make('geo', { geoPoints: [MAIN] }), await make('geo', {})]
  await flip(on, true)
  const list = async (query: object) =>
    (await shop.owner.send(pushes.listPushes, { params: { c: shop.c }, query: { d: 'asc', ...query } })).data.map(
      (push) => push.id,
    )
  expect(await list({})).toEqual([text, on, off])
  expect(await list({ type: 'geo' })).toEqual([on, off])
  expect(await list({ status: 'on' })).toEqual([on])
  expect(await list({ status: 'off' })).toEqual([off])
  expect(await list({ status: 'draft' })).toEqual([text])
  expect((await read(text)).counts).toMatchObject({ cards: 0 })
  await setPlan(server, shop.c, 'demo')
  expect((await read(text)).counts).toBeNull()
  expect((await shop.owner.ask(pushes.statistics, { params: { c: shop.c, pushUuid: text } })).body.error).toMatchObject(
    { code: 'plan_too_low', detail: { plan: 'base' } },
  )
})
