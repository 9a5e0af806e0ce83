/** Where a request may go: to trusted places as they are, elsewhere to public addresses over https alone. */
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const PORTS: readonly number[] = [443, 8443]

export type Places = {
  /** Beginnings of addresses that the configuration names: they may be private, plain http, on any port. */
  trusted: readonly string[]
  /** Somebody typed the address: everything public is open, on 443, 8443 and these ports. Otherwise nothing is. */
  publicToo?: { ports?: readonly number[] }
}

export type RefusedAddress = { reason: 'not_https' | 'wrong_address'; detail: string }
export type AllowedAddress = { url: URL; isTrusted: boolean }

const refused = (detail: string): RefusedAddress => ({ reason: 'wrong_address', detail })

export function readAddress(text: string, { trusted, publicToo }: Places): AllowedAddress | RefusedAddress {
  if (!URL.canParse(text)) return refused('not an address')
  const url = new URL(text)
  if (url.username || url.password) return refused('credentials in the address')
  // As a URL a place without a path ends in a slash, so it fits no longer host name.
  const isTrusted = trusted.some((place) => URL.canParse(place) && url.href.startsWith(new URL(place).href))
  if (isTrusted) return { url, isTrusted }
  if (!publicToo) return refused('not the address of this service')
  if (url.protocol !== 'https:') return { reason: 'not_https', detail: url.protocol }
  const port = url.port === '' ? 443 : Number(url.port)
  if (![...PORTS, ...(publicToo.ports ?? [])].includes(port)) return refused('a port that is not open to us')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Names are checked when they are resolved; a number never is.
  if (isIP(host) !== 0 && !isPublicAddress(host)) return refused('not a public address')
  return { url, isTrusted: false }
}

/** The name leads to an address of our own network. */
export class NotPublic extends Error {}

/**
 * Resolves and checks in one: the connection goes to the very address that was checked, so a name that changes its
 * mind gains nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address)))
      return done(new NotPublic('not a public address'), '', 0)
    if (options.all) return done(null, addresses)
    done(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}
