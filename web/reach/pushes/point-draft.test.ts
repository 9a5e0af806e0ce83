import { expect, test } from 'vitest'
import {
  beaconDraftOf,
  beaconFault,
  beaconTagsOf,
  geoPointsOf,
  newBeacon,
  newPlace,
  placeDraftOf,
  placeFault,
} from './point-draft.ts'

const none = () => false
const DOOR = { name: 'Door', text: '', uuid: '1b4e28ba-2fa1-11d2-883f-0016d3cca427', major: 0, minor: null }
const SHOP = { name: 'Shop', text: 'Come in', latitude: 50.0874654, longitude: -14.4 }

test('a new place lacks its coordinates; a saved place comes back as it was', () => {
  expect(placeFault(newPlace(), none)).toEqual({ name: 'required', latitude: 'latitude', longitude: 'longitude' })
  expect(geoPointsOf([newPlace(), placeDraftOf(SHOP)])).toEqual([{ ...SHOP, latitude: 50.087465 }])
  expect(placeFault(placeDraftOf(SHOP), none)).toEqual({})
})

test('a new beacon needs a name and a UUID; a saved one comes back as it was', () => {
  expect(beaconFault(newBeacon(), none)).toEqual({ name: 'required', uuid: 'uuid' })
  expect(beaconTagsOf([beaconDraftOf(DOOR)])).toEqual([{ ...DOOR, uuid: DOOR.uuid.toUpperCase() }])
})

test.each([
  [{ major: '65536' }, { major: 'number' }],
  [{ major: '-1' }, { major: 'number' }],
  [{ major: '1.5' }, { major: 'number' }],
  [{ major: '', minor: '7' }, { major: 'major' }],
  [{ major: '1', minor: 'x' }, { minor: 'number' }],
  [{ uuid: '1B4E28BA' }, { uuid: 'uuid' }],
  [{ major: '65535', minor: '0' }, {}],
])('a beacon with %o has the fault %o', (change, fault) => {
  expect(beaconFault({ ...beaconDraftOf(DOOR), ...change }, none)).toEqual(fault)
})

test('its own text follows the rules of the message', () => {
  const place = { ...placeDraftOf(SHOP), text: '{nothing}' }
  expect(placeFault(place, (text) => text.includes('{nothing}'))).toEqual({ text: 'unknown_variable' })
  expect(placeFault({ ...place, text: 'x'.repeat(501) }, none)).toEqual({ text: 'too_long' })
})
