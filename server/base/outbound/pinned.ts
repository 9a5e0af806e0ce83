/**
 * Servers whose certificate no authority has signed, as in a shop's own network: the one who connects it names the only
 * certificate that is right, by its SHA-256 fingerprint.
 */
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import { LRU } from '../lru.ts'
import { lookupPublic, type AllowedAddress } from './address.ts'

const CONNECT_MS = 5_000
const AGENTS_MAX = 200

class WrongCertificate extends Error {
  readonly code = 'CERT_NOT_THE_PINNED_ONE'
}

const agents = new LRU<Agent>(AGENTS_MAX)

/** `AB:CD:…` with or without colons, in any case. */
const plain = (fingerprint: string) => fingerprint.replaceAll(':', '').toLowerCase()

const fingerprintOf = (socket: TLSSocket): string => socket.getPeerCertificate().fingerprint256 ?? ''

/** A dispatcher that speaks to this one certificate, no matter who has signed it. */
export function pinnedAgent(fingerprint: string, isTrusted: boolean, options: Agent.Options): Agent {
  const key = `${plain(fingerprint)}|${String(isTrusted)}`
  const known = agents.get(key)
  if (known) return known
  const open = buildConnector({
    timeout: CONNECT_MS,
    rejectUnauthorized: false,
    // A session that is taken up again would be accepted by its ticket.
    maxCachedSessions: 0,
    ...(!isTrusted && { lookup: lookupPublic }),
  })
  const agent = new Agent({
    ...options,
    connect: (to, done) =>
      open(to, (error, socket) => {
        if (error || !socket) return done(error ?? new Error('no connection'), null)
        if (plain(fingerprintOf(socket as TLSSocket)) === plain(fingerprint)) return done(null, socket)
        socket.destroy()
        done(new WrongCertificate('another certificate'), null)
      }),
  })
  agents.set(key, agent)
  return agent
}

/** The certificate that a server shows, for a person to compare; null when there is none to be seen. */
export function readFingerprint({ url, isTrusted }: AllowedAddress): Promise<string | null> {
  if (url.protocol !== 'https:') return Promise.resolve(null)
  return new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const socket = connect({
      host,
      port: url.port === '' ? 443 : Number(url.port),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
      timeout: CONNECT_MS,
      ...(!isTrusted && { lookup: lookupPublic }),
    })
    const end = (fingerprint: string | null) => {
      socket.destroy()
      resolve(fingerprint)
    }
    socket.once('secureConnect', () => end(fingerprintOf(socket) || null))
    socket.once('timeout', () => end(null))
    socket.once('error', () => end(null))
  })
}
