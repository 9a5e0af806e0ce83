import { expect, it } from 'vitest'
import { readMapLink } from './map-link.ts'

const PRAGUE = { latitude: 50.087465, longitude: 14.421253 }
const at = (name = '') => ({ kind: 'spot', spot: PRAGUE, name })

it.each([
  [
    'Google, a place with its pin',
    'https://www.google.com/maps/place/Caf%C3%A9+Orient/@50.0861,14.4251,17z/data=!3m1!4b1!3d50.087465!4d14.421253!16s',
    at('Café Orient'),
  ],
  ['Google, only the view', 'https://www.google.cz/maps/@50.087465,14.421253,15z?entry=ttu', at()],
  ['Google, a search by coordinates', 'https://www.google.com/maps/search/?api=1&query=50.087465%2C14.421253', at()],
  ['Google, the end of a route', 'https://www.google.com/maps/dir/?api=1&destination=50.087465,14.421253', at()],
  ['Google, the old form', 'http://maps.google.com/maps?q=50.087465,14.421253', at()],
  ['without its scheme', 'maps.google.com/maps?ll=50.087465,14.421253&z=16', at()],
  ['Apple, with a name', 'https://maps.apple.com/?ll=50.087465,14.421253&q=Orient', at('Orient')],
  ['Apple, the new form', 'https://maps.apple.com/place?coordinate=50.087465%2C14.421253&name=Orient', at('Orient')],
  ['OpenStreetMap, a pin', 'https://www.openstreetmap.org/?mlat=50.087465&mlon=14.421253#map=18/50.1/14.5', at()],
  ['OpenStreetMap, the view', 'https://www.openstreetmap.org/#map=19/50.087465/14.421253', at()],
  ['Yandex, the pin before the view', 'https://yandex.ru/maps/?ll=14.5,50.1&pt=14.421253,50.087465&z=17', at()],
  [
    'Yandex, what is here',
    'https://yandex.com/maps/?ll=14.5%2C50.1&whatshere%5Bpoint%5D=14.421253%2C50.087465&whatshere%5Bzoom%5D=17',
    at(),
  ],
  ['Yandex, a route', 'https://yandex.ru/maps/?rtext=50.1,14.5~50.087465,14.421253&rtt=auto', at()],
  ['Mapy.com', 'https://mapy.com/en/zakladni?x=14.421253&y=50.087465&z=17', at()],
  ['2GIS', 'https://2gis.ru/moscow/geo/70000001/14.421253,50.087465?m=14.5%2C50.1%2F16', at()],
  ['2GIS, the view', 'https://2gis.ru/moscow?m=14.421253%2C50.087465%2F16', at()],
  ['RFC 5870', 'geo:50.087465,14.421253;u=35', at()],
  ['a phone', 'geo:0,0?q=50.087465,14.421253(Orient)', at('Orient')],
])('reads %s', (_, link, expected) => {
  expect(readMapLink(link)).toEqual(expected)
})

it.each([
  ['https://maps.app.goo.gl/Ab12Cd34', 'short'],
  ['https://goo.gl/maps/Ab12', 'short'],
  ['https://yandex.ru/maps/-/CDabcdef', 'short'],
  ['https://maps.apple/p/Ab12', 'short'],
  ['https://mapy.com/s/abcde', 'short'],
  ['https://www.google.com/maps/place/Orient', 'elsewhere'],
  ['https://www.google.com/maps/@95.5,14.421253,15z', 'elsewhere'],
  ['https://evil.example/?q=50.087465,14.421253', 'elsewhere'],
  ['https://notgoogle.example.com/maps/@50.087465,14.421253', 'elsewhere'],
  ['geo:north', 'elsewhere'],
])('says of %s that it is %s', (link, kind) => {
  expect(readMapLink(link)?.kind).toBe(kind)
})

it.each(['50.087465, 14.421253', 'Main Street 5', ''])('leaves %j to others', (text) => {
  expect(readMapLink(text)).toBeNull()
})
