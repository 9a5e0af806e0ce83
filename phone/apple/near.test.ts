import { describe, expect, it } from 'vitest'
import { nearby, whereaboutsOf } from './near.ts'
import type { PassJson } from './open-package.ts'

const UUID = '1B4E28BA-2FA1-11D2-883F-0016D3CCA427'
const passOf = (id: string, parts: object) => ({
  id,
  json: {
    passTypeIdentifier: 'p',
    teamIdentifier: 't',
    serialNumber: id,
    organizationName: 'Tea',
    ...parts,
  } as PassJson,
})
const metresNorth = (metres: number) => ({ latitude: 50 + metres / 111_195, longitude: 14 })
const SHOP = { latitude: 50, longitude: 14, relevantText: 'Tea is near' }

describe('near a location', () => {
  it.each([
    [0, true],
    [99, true],
    [101, false],
  ])('%i metres away the pass lies on the lock screen: %s', (metres, isThere) => {
    expect(nearby([passOf('a', { locations: [SHOP], maxDistance: 5000 })], metresNorth(metres))).toEqual(
      isThere ? [{ passId: 'a', text: 'Tea is near' }] : [],
    )
  })

  it('a pass can make the distance smaller', () => {
    expect(nearby([passOf('a', { locations: [SHOP], maxDistance: 20 })], metresNorth(30))).toEqual([])
  })

  it("the nearest of a pass's places speaks, and each pass speaks once", () => {
    const far = { ...metresNorth(60), relevantText: 'The other shop' }
    const passes = [
      passOf('a', { locations: [far, SHOP] }),
      passOf('b', { locations: [{ ...SHOP, relevantText: undefined }] }),
      passOf('c', {}),
    ]
    expect(nearby(passes, metresNorth(5))).toEqual([
      { passId: 'a', text: 'Tea is near' },
      { passId: 'b', text: '' },
    ])
  })

  it('an eleventh place is not read', () => {
    const many = Array.from({ length: 10 }, (_, i) => ({ latitude: i, longitude: 0 }))
    expect(nearby([passOf('a', { locations: [...many, SHOP] })], SHOP)).toEqual([])
  })
})

describe('next to a beacon', () => {
  it.each([
    [{ proximityUUID: UUID }, true],
    [{ proximityUUID: UUID.toLowerCase(), major: 1, minor: 2 }, true],
    [{ proximityUUID: UUID, major: 1 }, true],
    [{ proximityUUID: UUID, major: 2 }, false],
    [{ proximityUUID: UUID, major: 1, minor: 3 }, false],
    [{ proximityUUID: UUID.replace('1B', '2B') }, false],
  ])('that sends 1 and 2, a pass with %o lies there: %s', (beacon, isThere) => {
    expect(nearby([passOf('a', { beacons: [beacon] })], { uuid: UUID, major: 1, minor: 2 })).toEqual(
      isThere ? [{ passId: 'a', text: '' }] : [],
    )
  })
})

it('offers each place and beacon of the held passes once, and survives a pass with nonsense in it', () => {
  const passes = [
    passOf('a', { locations: [SHOP, { latitude: 'x' }], beacons: [{ proximityUUID: UUID, major: 1 }] }),
    passOf('b', { locations: [SHOP] }),
    passOf('c', { locations: 'nonsense' }),
  ]
  expect(whereaboutsOf(passes)).toEqual([
    { latitude: 50, longitude: 14 },
    { uuid: UUID, major: 1, minor: null },
  ])
})
