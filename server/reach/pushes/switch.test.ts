import { describe, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { newAndroid, newIphone } from '../../../test/holders.ts'
import { plainDesign } from '../../../test/people.ts'
import {
  bodyOf,
  classes,
  DOOR,
  flip,
  MAIN,
  make,
  nextUpdate,
  read,
  save,
  server,
  setUpPoints,
  shop,
  SQUARE,
} from '../../../test/point-pushes.ts'

setUpPoints()

// First, because days pass in the later tests, and Google's notices of saved cards would be too old.
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
    // Today's update is used: the push is on, and the cards are updated tomorrow.
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
