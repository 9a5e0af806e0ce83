/** Where a request may go: to trusted addresses, and otherwise to public addresses over https only. */
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const PORTS: readonly number[] = [443, 8443]

/** A trusted address under which a server is known, and where it is reached from here. */
export type Relay = { from: string; to: string }

export type Places = {
  /** Prefixes of addresses from the configuration: they may be private, plain http, on any port. */
  trusted: readonly string[]
  relays?: readonly Relay[]
  /** A person typed the address: public addresses are allowed, on 443, 8443 and these ports. Otherwise none is. */
  publicToo?: { ports?: readonly number[] }
}

export type RefusedAddress = { reason: 'not_https' | 'wrong_address'; detail: string }
export type AllowedAddress = { url: URL; isTrusted: boolean }

const refused = (detail: string): RefusedAddress => ({ reason: 'wrong_address', detail })

export function readAddress(
  text: string,
  { trusted, relays = [], publicToo }: Places,
): AllowedAddress | RefusedAddress {
  if (!URL.canParse(text)) return refused('not an address')
  const url = new URL(text)
  if (url.username || url.password) return refused('credentials in the address')
  // As a URL, an address without a path ends in a slash, so it is no prefix of a longer host name.
  const isTrusted = trusted.some((place) => URL.canParse(place) && url.href.startsWith(new URL(place).href))
  if (isTrusted) {
    const relay = relays.find(({ from }) => url.href.startsWith(from))
    return { url: relay ? new URL(relay.to + url.href.slice(relay.from.length)) : url, isTrusted }
  }
  if (!publicToo) return refused('not the address of this service')
  if (url.protocol !== 'https:') return { reason: 'not_https', detail: url.protocol }
  const port = url.port === '' ? 443 : Number(url.port)
  if (![...PORTS, ...(publicToo.ports ?? [])].includes(port)) return refused('a port that is not open to us')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Names are checked when they are resolved; a numeric address never is.
  if (isIP(host) !== 0 && !isPublicAddress(host)) return refused('not a public address')
  return { url, isTrusted: false }
}

/** The name resolves to an address of our own network. */
export class NotPublic extends Error {}

/** Resolves and checks in one step: the connection uses the address that was checked, so DNS rebinding is useless. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address)))
      return done(new NotPublic('not a public address'), '', 0)
    if (options.all) return done(null, addresses)
    done(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}
