/**
 * The one way out to foreign systems. Addresses are typed by customers, so it goes only to public ones, over verified
 * TLS, to
 * few ports, follows no redirect, and waits and reads no more than it must.
 */
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import type { z } from 'zod'
import { fit } from '../../base/shape.ts'
import { isPublicAddress } from './public-address.ts'
import { Misconfigured, Unreachable } from './troubles.ts'

const CONNECT_MS = 5_000
const TOTAL_MS = 15_000
const ANSWER_MAX_BYTES = 2 * 1024 * 1024
const PORTS: readonly number[] = [443, 8443]
const LONGEST_RETRY_AFTER_MS = 60 * 60_000

export type Asking = {
  method?: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  /** Goes out as JSON. */
  json?: unknown
  form?: Readonly<Record<string, string>>
  /** Any answer is one: asked only whether somebody is there. */
  isProbe?: true
}
/** `json` reads the body by a shape. @throws Unreachable when it is another one */
export type Answered = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
  json<T>(shape: z.ZodType<T>): T
}
export type Http = {
  /** Any status below 500 but 429 is an answer; what else happens is thrown. */
  send(asking: Asking): Promise<Answered>
  close(): Promise<void>
}

export type WayOut = {
  /**
   * Beginnings of addresses that the operator trusts although they are not public, `https://crm.lan/` or a played
   * world's.
   */
  trustedPlaces: readonly string[]
  gapMs?: number
  ports?: readonly number[]
  totalMs?: number
}

class NotPublic extends Error {}

/**
 * Resolves and checks in one: the connection goes to the very address that was looked at, so a name that changes its
 * mind gains nothing.
 */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address)))
      return done(new NotPublic('not a public address'), '', 0)
    if (options.all) return done(null, addresses)
    done(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}

/** @throws Misconfigured */
function readUrl(text: string, ways: WayOut): { url: URL; isTrusted: boolean } {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new Misconfigured('not_found', 'server', 'not an address')
  }
  const isTrusted = ways.trustedPlaces.some((place) => url.href.startsWith(place))
  if (url.username || url.password) throw new Misconfigured('not_found', 'server', 'credentials in the address')
  if (isTrusted) return { url, isTrusted }
  if (url.protocol !== 'https:') throw new Misconfigured('no_ssl', 'server')
  const port = url.port === '' ? 443 : Number(url.port)
  if (![...PORTS, ...(ways.ports ?? [])].includes(port))
    throw new Misconfigured('not_found', 'server', 'a port that is not open to us')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Names are looked at when they are resolved; a number never is.
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new Misconfigured('not_found', 'server', 'not a public address')
  return { url, isTrusted }
}

const PLAIN_TALK = new Set([
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
])
const BEFORE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** What a failed connection means. */
function troubleOf(error: unknown, isTimeUp: boolean): Error {
  if (error instanceof Misconfigured || error instanceof Unreachable) return error
  const errors = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  const first = errors[0] instanceof Error ? errors[0] : new Error(String(error))
  const cause = first.cause instanceof Error ? first.cause : first
  const code = 'code' in cause ? String(cause.code) : ''
  if (cause instanceof NotPublic) return new Misconfigured('not_found', 'server', 'not a public address')
  if (code === 'ENOTFOUND' || code === 'ENODATA') return new Unreachable('unknown_host')
  if (PLAIN_TALK.has(code) || /wrong version number|packet length too long/i.test(cause.message))
    return new Misconfigured('no_ssl', 'server', code)
  if (/^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return new Misconfigured('ssl_unverifiable', 'server', code)
  return new Unreachable('connection_lost', {
    mayHaveArrived: !BEFORE.has(code),
    told: code || (isTimeUp ? 'no answer in time' : cause.name),
  })
}

async function readText({ body, headers }: Pick<Dispatcher.ResponseData, 'body' | 'headers'>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) {
      body.destroy()
      throw new Unreachable('unreadable', { mayHaveArrived: true, told: 'the answer is too long' })
    }
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (headers['content-encoding'] !== 'gzip') return bytes.toString()
  // A small answer may unpack into a very large one.
  const unpacked = await promisify(gunzip)(bytes, { maxOutputLength: ANSWER_MAX_BYTES }).catch(() => {
    throw new Unreachable('unreadable', { mayHaveArrived: true, told: 'not gzip, or too long' })
  })
  return unpacked.toString()
}

function retryAfterMs(header: string | string[] | undefined): number | undefined {
  const seconds = Number(header)
  return header !== undefined && Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS)
    : undefined
}

export function openHttp(ways: WayOut): Http {
  const timing = {
    headersTimeout: TOTAL_MS,
    bodyTimeout: TOTAL_MS,
    connections: 2,
    pipelining: 1,
    maxHeaderSize: 32 * 1024,
  }
  const agents = {
    public: new Agent({ ...timing, connect: { timeout: CONNECT_MS, lookup: lookupPublic } }),
    trusted: new Agent({ ...timing, connect: { timeout: CONNECT_MS } }),
  }
  let nextAt = 0

  async function waitTurn(): Promise<void> {
    const now = performance.now()
    const waitMs = nextAt - now
    nextAt = Math.max(now, nextAt) + (ways.gapMs ?? 0)
    if (waitMs > 0) await sleep(waitMs)
  }

  return {
    async send({ method = 'GET', url: address, headers, json, form, isProbe }) {
      const { url, isTrusted } = readUrl(address, ways)
      await waitTurn()
      const signal = AbortSignal.timeout(ways.totalMs ?? TOTAL_MS)
      let status: number
      let got: Answered['headers']
      let text: string
      try {
        const answered = await request(url, {
          method,
          signal,
          dispatcher: isTrusted ? agents.trusted : agents.public,
          headers: {
            accept: 'application/json',
            'user-agent': 'Kartoteka',
            ...(json !== undefined && { 'content-type': 'application/json' }),
            ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
            ...headers,
          },
          ...(json !== undefined && { body: JSON.stringify(json) }),
          ...(form && { body: new URLSearchParams(form).toString() }),
        })
        status = answered.statusCode
        got = answered.headers
        text = await readText(answered)
      } catch (error) {
        throw troubleOf(error, signal.aborted)
      }
      if (isProbe) return { status, headers: got, text, json: (shape) => readJson(text, shape, status) }
      if (status === 429) throw new Unreachable('throttled', { retryAfterMs: retryAfterMs(got['retry-after']) })
      if (status >= 500) throw new Unreachable('down', { mayHaveArrived: true, told: String(status) })
      if (status >= 300 && status < 400) throw new Misconfigured('not_found', 'server', 'it sends elsewhere')
      return { status, headers: got, text, json: (shape) => readJson(text, shape, status) }
    },
    async close() {
      await Promise.all([agents.public.destroy(), agents.trusted.destroy()])
    },
  }
}

function readJson<T>(text: string, shape: z.ZodType<T>, status: number): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Unreachable('unreadable', { mayHaveArrived: true, told: `${status}, no JSON` })
  }
  const parsed = fit(shape, value)
  if (!parsed.success)
    throw new Unreachable('unreadable', {
      mayHaveArrived: true,
      told: `${status}, ${parsed.error.issues[0]?.path.join('.') ?? ''} ${parsed.error.issues[0]?.message ?? ''}`,
    })
  return parsed.data
}
