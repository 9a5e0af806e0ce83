/** Places of a business for all its pushes, and addresses found by the operator's geocoder. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { places } from '../../../contract/cards/places.ts'
import { SAVED_PLACES_MAX } from '../../../contract/limits.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const SQUARE = { name: 'Square', latitude: 50.087465, longitude: 14.421253 }
const STATION = { name: 'Station', latitude: 50.083, longitude: 14.435 }

describe('places of a business', () => {
  let server: TestServer
  let petra: Shop
  let karl: Shop

  beforeAll(async () => {
    server = await startTestServer()
    petra = await openShop(server, 'Petra')
    karl = await openShop(server, 'Karl')
    await setPlan(server, petra.c, 'advanced')
  })
  afterAll(() => server?.close())

  const list = (shop: Shop) => shop.owner.send(places.listPlaces, { params: { c: shop.c } })
  const names = async (shop: Shop) => (await list(shop)).map((place) => place.name)
  const geo = (geoPoints: (typeof SQUARE)[]) => ({
    name: 'Near us',
    message: 'Tea is near',
    templates: [],
    geoPoints: geoPoints.map((point) => ({ ...point, text: '' })),
  })

  it('are kept when a push is saved with them, one for each name, and outlive the push', async () => {
    const push = await petra.owner.send(pushes.createPush, {
      params: { c: petra.c, pushType: 'geo' },
      body: geo([SQUARE, STATION]),
    })
    expect(await names(petra)).toEqual(['Square', 'Station'])
    const moved = { ...SQUARE, name: 'SQUARE', latitude: 50.09 }
    await petra.owner.send(pushes.savePush, {
      params: { c: petra.c, pushUuid: push.id },
      body: { ...geo([moved]), version: push.version },
    })
    expect(await list(petra)).toMatchObject([{ name: 'SQUARE', latitude: 50.09 }, STATION])
    await petra.owner.send(pushes.removePush, { params: { c: petra.c, pushUuid: push.id } })
    expect(await names(petra)).toEqual(['SQUARE', 'Station'])
    expect(await names(karl)).toEqual([])
  })

  it('are deleted and put back, and not by others', async () => {
    const [first] = await list(petra)
    const other = await karl.owner.ask(places.removePlace, { params: { c: karl.c, placeUuid: first?.id ?? '' } })
    expect(other.body.error?.code).toBe('place_not_found')
    await petra.owner.send(places.removePlace, { params: { c: petra.c, placeUuid: first?.id ?? '' } })
    expect(await names(petra)).toEqual(['Station'])
    await petra.owner.send(places.savePlace, { params: { c: petra.c }, body: SQUARE })
    expect((await names(petra)).sort()).toEqual(['Square', 'Station'])
  })

  it('are limited; a push that brings more pushes out the ones not used for longest', async () => {
    await query(
      server,
      `insert into saved_places select $1, gen_random_uuid(), 'Kiosk ' || n, 50, 14, now() - n * interval '1 day'
       from generate_series(1, $2::int) n`,
      [karl.c, SAVED_PLACES_MAX],
    )
    const full = await karl.owner.ask(places.savePlace, { params: { c: karl.c }, body: SQUARE })
    expect(full.body.error).toMatchObject({ code: 'place_limit' })
    await karl.owner.send(pushes.createPush, { params: { c: karl.c, pushType: 'geo' }, body: geo([SQUARE]) })
    const kept = await names(karl)
    expect(kept).toHaveLength(SAVED_PLACES_MAX)
    expect(kept).toContain('Square')
    expect(kept).not.toContain(`Kiosk ${SAVED_PLACES_MAX}`)
  })

  it('cannot be searched by address where the operator has set no geocoder', async () => {
    const settings = await petra.owner.send(pushes.pointSettings, { params: { c: petra.c } })
    expect(settings.hasAddressSearch).toBe(false)
    const found = await petra.owner.ask(places.findPlaces, { params: { c: petra.c }, query: { text: 'Main Street' } })
    expect(found.body.error?.code).toBe('geocoder_off')
  })
})

describe('a geocoder that speaks as Nominatim does', () => {
  let geocoder: Server
  let server: TestServer
  let petra: Shop
  let asked: URL[]
  let answer: { status: number; body: string }

  beforeAll(async () => {
    asked = []
    geocoder = createServer((request, response) => {
      asked.push(new URL(request.url ?? '/', 'http://localhost'))
      response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' }).end(answer.body)
    })
    await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve))
    const { port } = geocoder.address() as AddressInfo
    server = await startTestServer({
      env: {
        GEOCODER_URL: `http://127.0.0.1:${port}/search?key=ours`,
        GEOCODER_ATTRIBUTION: '© the makers of the map',
        GEOCODER_PER_SECOND: '100',
      },
    })
    petra = await openShop(server, 'Petra')
  })
  afterAll(async () => {
    geocoder?.close()
    await server?.close()
  })

  const find = (text: string) => petra.owner.ask(places.findPlaces, { params: { c: petra.c }, query: { text } })

  it('is asked once for one address, in the language of the reader, with the key of the operator', async () => {
    answer = {
      status: 200,
      body: JSON.stringify([
        { place_id: 1, lat: '50.0874650', lon: '14.4212530', display_name: 'Main Street 5, Prague', licence: 'ODbL' },
      ]),
    }
    const expected = {
      places: [{ name: 'Main Street 5, Prague', latitude: 50.087465, longitude: 14.421253 }],
      attribution: '© the makers of the map',
    }
    expect((await find('Main Street 5')).body.data).toEqual(expected)
    expect((await find('Main Street 5')).body.data).toEqual(expected)
    expect(asked).toHaveLength(1)
    const sent = Object.fromEntries(asked[0]?.searchParams ?? [])
    expect(sent).toMatchObject({ key: 'ours', q: 'Main Street 5', format: 'jsonv2', limit: '5' })
  })

  it.each([
    ['is away', 502, '[]'],
    ['answers something else', 200, '<html></html>'],
    ['names a place outside the world', 200, '[{"lat":"95","lon":"14","display_name":"Nowhere"}]'],
  ])('is no success when it %s', async (what, status, body) => {
    answer = { status, body }
    expect((await find(`where it ${what}`)).body.error?.code).toBe('geocoder_failed')
  })
})
