/**
 * The spot that a link of a map leads to, read from the address itself: no other server is asked. Pure.
 * Formats: Google's Maps URLs, Apple's map links, the shares of OpenStreetMap, Yandex, Mapy.com and 2GIS, and `geo:`
 * of RFC 5870.
 */
import { latitudeOf, longitudeOf, pairOf, type Spot } from './coordinates.ts'

export type MapLink =
  | { kind: 'spot'; spot: Spot; name: string }
  /** A short address that only the service itself can resolve. */
  | { kind: 'short' }
  /** A link without coordinates. */
  | { kind: 'elsewhere' }

const SHORT_HOSTS = /^(maps\.app\.goo\.gl|goo\.gl|g\.co|maps\.apple|osm\.org|go\.2gis\.com|mapy\.(cz|com)\/s)/
const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`

/** From `latitude,longitude`, or the other way round. */
function spotOf(text: string | null | undefined, order: 'latitude' | 'longitude' = 'latitude'): Spot | null {
  const found = new RegExp(`^\\s*(${NUMBER})\\s*,\\s*(${NUMBER})`).exec(text ?? '')
  if (!found) return null
  const [first, second] = [found[1] ?? '', found[2] ?? '']
  const latitude = latitudeOf(order === 'latitude' ? first : second)
  const longitude = longitudeOf(order === 'latitude' ? second : first)
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

function firstSpot(query: URLSearchParams, keys: readonly string[], order?: 'longitude'): Spot | null {
  for (const key of keys) {
    const spot = spotOf(query.get(key), order)
    if (spot) return spot
  }
  return null
}

/** What its author called the place; a text that is only coordinates is no name. */
const nameOf = (text: string | null | undefined) => {
  const name = (text ?? '').replaceAll('+', ' ').trim()
  return name === '' || pairOf(name) ? '' : name
}

type Reader = { host: RegExp; read: (url: URL) => { spot: Spot | null; name?: string } }

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const READERS: readonly Reader[] = [
  {
    host: /(^|\.)google\.[a-z.]+$/,
    read: ({ pathname, searchParams }) => {
      const path = decoded(pathname)
      // The pin is more exact than the middle of the view.
      const pin = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`).exec(path)
      const view = new RegExp(`/@(${NUMBER},${NUMBER})`).exec(path)
      const asked = firstSpot(searchParams, ['query', 'q', 'destination', 'daddr', 'll', 'center', 'viewpoint'])
      return {
        spot: (pin && spotOf(`${pin[1]},${pin[2]}`)) ?? asked ?? spotOf(view?.[1]),
        name: nameOf(/\/maps\/place\/([^/@]+)/.exec(path)?.[1] ?? searchParams.get('q')),
      }
    },
  },
  {
    host: /^(beta\.)?maps\.apple\.com$/,
    read: ({ searchParams }) => ({
      spot: firstSpot(searchParams, ['coordinate', 'll', 'q', 'daddr', 'destination', 'center', 'sll']),
      name: nameOf(searchParams.get('name') ?? searchParams.get('q')),
    }),
  },
  {
    host: /(^|\.)openstreetmap\.org$/,
    read: ({ searchParams, hash }) => {
      const view = new RegExp(`map=\\d+(?:\\.\\d+)?/(${NUMBER})/(${NUMBER})`).exec(decoded(hash))
      return {
        spot:
          spotOf(`${searchParams.get('mlat')},${searchParams.get('mlon')}`) ??
          (view && spotOf(`${view[1]},${view[2]}`)) ??
          null,
      }
    },
  },
  {
    // Longitude first.
    host: /(^|\.)(yandex\.[a-z.]+|ya\.ru)$/,
    read: ({ searchParams }) => ({
      spot:
        firstSpot(searchParams, ['whatshere[point]', 'poi[point]', 'pt'], 'longitude') ??
        // The end of a route: latitude first, and `~` between its points.
        spotOf(searchParams.get('rtext')?.split('~').at(-1)) ??
        firstSpot(searchParams, ['ll'], 'longitude'),
      name: nameOf(searchParams.get('text')),
    }),
  },
  {
    host: /(^|\.)mapy\.(cz|com)$/,
    read: ({ searchParams }) => ({ spot: spotOf(`${searchParams.get('y')},${searchParams.get('x')}`) }),
  },
  {
    host: /(^|\.)2gis\.[a-z.]+$/,
    read: ({ pathname, searchParams }) => ({
      spot:
        spotOf(new RegExp(`/(${NUMBER},${NUMBER})/?$`).exec(decoded(pathname))?.[1], 'longitude') ??
        spotOf(searchParams.get('m'), 'longitude'),
    }),
  },
]

const LINK = /^(https?:\/\/|geo:|(www\.|maps\.|[\w-]+\.)*(google|apple|openstreetmap|yandex|mapy|2gis|goo)\.)/i

/** @returns null if the text is no link at all */
export function readMapLink(text: string): MapLink | null {
  const trimmed = text.trim()
  if (!LINK.test(trimmed)) return null
  if (/^geo:/i.test(trimmed)) {
    const label = /[?&]q=[^(]*\(([^)]*)\)/.exec(decoded(trimmed))?.[1]
    const asked = /[?&]q=([^(&]*)/.exec(decoded(trimmed))?.[1]
    const own = spotOf(trimmed.slice('geo:'.length))
    // Android writes `geo:0,0?q=…` when only the pin is known.
    const isPlaceholder = own === null || (own.latitude === 0 && own.longitude === 0)
    const spot = isPlaceholder ? (spotOf(asked) ?? own) : own
    return spot ? { kind: 'spot', spot, name: nameOf(label) } : { kind: 'elsewhere' }
  }
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  if (!URL.canParse(address)) return { kind: 'elsewhere' }
  const url = new URL(address)
  for (const { host, read } of READERS) {
    if (!host.test(url.hostname)) continue
    const { spot, name = '' } = read(url)
    if (spot) return { kind: 'spot', spot, name }
  }
  const isShort =
    SHORT_HOSTS.test(`${url.hostname}${url.pathname}`) ||
    url.pathname.startsWith('/maps/-/') ||
    url.pathname.startsWith('/s/')
  return { kind: isShort ? 'short' : 'elsewhere' }
}
