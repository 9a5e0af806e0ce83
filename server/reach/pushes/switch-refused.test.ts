import { describe, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { setPlan, tally } from '../../../test/direct-access.ts'
import { plainDesign, signIn } from '../../../test/people.ts'
import {
  ask,
  DOOR,
  flip,
  MAIN,
  make,
  manyPoints,
  read,
  server,
  setUpPoints,
  shop,
  SQUARE,
  type Parts,
} from '../../../test/point-pushes.ts'

setUpPoints()

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
    const stranger = await signIn(server, 'Snoop')
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
