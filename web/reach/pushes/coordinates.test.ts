import { describe, expect, it, test } from 'vitest'
import { degreesText, latitudeOf, longitudeOf, moved, pairOf } from './coordinates.ts'

test.each([
  ['50.0875', 50.0875],
  ['-33,9', -33.9],
  [' 50.0875° N', 50.0875],
  ['33.9 s', -33.9],
  ['50°5′15″N', 50.0875],
  ["33° 54' S", -33.9],
  ['90', 90],
  ['0', 0],
  ['90.001', null],
  ['', null],
  ['fifty', null],
  ['14.42 E', null],
  ['1e1', null],
  ['50.1.2', null],
])('the latitude of "%s" is %s', (text, degrees) => {
  if (degrees === null) expect(latitudeOf(text)).toBeNull()
  else expect(latitudeOf(text)).toBeCloseTo(degrees, 9)
})

test.each([
  ['180', 180],
  ['-180', -180],
  ['14°25′17″E', 14.421388889],
  ['70.5w', -70.5],
  ['181', null],
  ['50 N', null],
])('the longitude of "%s" is %s', (text, degrees) => {
  if (degrees === null) expect(longitudeOf(text)).toBeNull()
  else expect(longitudeOf(text)).toBeCloseTo(degrees, 6)
})

describe('both together', () => {
  it.each([
    ['50.0875, 14.4213'],
    ['50.0875,14.4213'],
    ['50.0875 14.4213'],
    ['50.0875; 14.4213'],
    ['50,0875; 14,4213'],
    ['50,0875 14,4213'],
    ['50.0875 N, 14.4213 E'],
    ['50°5′15″N 14°25′16.68″E'],
  ])('are read from "%s"', (text) => {
    const pair = pairOf(text)
    expect(pair?.latitude).toBeCloseTo(50.0875, 6)
    expect(pair?.longitude).toBeCloseTo(14.4213, 6)
  })

  it.each([[''], ['50.0875'], ['50,0875'], ['91, 14'], ['50.08, 14.42, 3'], ['Main Street 5']])(
    'are not seen in "%s"',
    (text) => {
      expect(pairOf(text)).toBeNull()
    },
  )
})

describe('a step', () => {
  it.each([
    [0, 0],
    [50, 14],
    [-33.9, 151.2],
    [69.6, 18.9],
  ])('of ten metres from %s, %s is ten metres long', (latitude, longitude) => {
    const to = moved({ latitude, longitude }, 10, 0)
    const east = moved({ latitude, longitude }, 0, 10)
    expect((to.latitude - latitude) * 111_320).toBeCloseTo(10, 3)
    expect((east.longitude - longitude) * 111_320 * Math.cos((latitude * Math.PI) / 180)).toBeCloseTo(10, 3)
  })

  it('stops at the pole and wraps at the date line', () => {
    expect(moved({ latitude: 90, longitude: 0 }, 10, 0).latitude).toBe(90)
    expect(moved({ latitude: 0, longitude: 180 }, 0, 100).longitude).toBeCloseTo(-179.9991, 3)
  })
})

test('an input shows decimetres at most', () => {
  expect([degreesText(50.08746543), degreesText(-33.9), degreesText(14)]).toEqual(['50.087465', '-33.9', '14'])
})
