import { expect, test } from 'vitest'
import { pushes } from '../contract/reach/pushes.ts'
import { readEnv } from '../server/base/env.ts'
import { openShop } from './people.ts'
import { startTestServer } from './server.ts'

const MAP_ATTRIBUTION = '© Streets & paths'
const imagesOf = (policy: string | null) => /img-src ([^;]*);/.exec(policy ?? '')?.[1]

test('the cabinet takes pictures from the street map that the operator names, the test phone from nobody', async () => {
  const tilesUrl = 'https://{s}.tiles.example:8443/v2/{z}/{x}/{y}.png?key=abc'
  const server = await startTestServer({ env: { MAP_TILES_URL: tilesUrl, MAP_ATTRIBUTION } })
  try {
    const shop = await openShop(server, 'Stella')
    expect((await shop.owner.send(pushes.pointSettings, { params: { c: shop.c } })).map).toEqual({
      tilesUrl,
      attribution: MAP_ATTRIBUTION,
    })
    expect(imagesOf((await fetch(server.url)).headers.get('content-security-policy'))).toBe(
      "'self' data: blob: https://*.tiles.example:8443",
    )
    expect(imagesOf((await fetch(`${server.url}/phone`)).headers.get('content-security-policy'))).toBe(
      "'self' data: blob:",
    )
  } finally {
    await server.close()
  }
})

test.each([
  ['no place for the tile', 'https://tiles.example/map.png', 'MAP_TILES_URL must hold {z}, {x} and {y}'],
  ['no address', 'tiles.example/{z}/{x}/{y}', 'MAP_TILES_URL must be an address'],
  [
    'a word that would open the policy',
    'https://tiles.example;script-src/{z}/{x}/{y}',
    'MAP_TILES_URL must be an address',
  ],
  ['a variable host', 'https://{z}.example/{x}/{y}', 'MAP_TILES_URL must be an address'],
])('an address with %s stops the start', (_, tilesUrl, sentence) => {
  expect(() => readEnv({ MAP_TILES_URL: tilesUrl, MAP_ATTRIBUTION }, '/tmp')).toThrow(sentence)
})

test('a map without the name of its makers stops the start, and a name without a map', () => {
  expect(() => readEnv({ MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' }, '/tmp')).toThrow(
    'MAP_ATTRIBUTION is needed',
  )
  expect(() => readEnv({ MAP_ATTRIBUTION }, '/tmp')).toThrow('MAP_TILES_URL is needed')
})
