/**
 * The one HTTP client for other people's servers: vendors, Google, CRMs. It requests named or public addresses only,
 * over verified TLS, follows no redirect, and limits time and size. Failures are outcomes, never exceptions: the caller
 * knows the vendor and decides what a status means.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { CookieJar } from 'tough-cookie'
import { Agent, type Dispatcher, request } from 'undici'
import type { z } from 'zod'
import { readJson, type ReadJson } from '../json.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { classOf, watchCall } from '../watch/outbound-call.ts'
import { type AllowedAddress, lookupPublic, type Places, readAddress } from './address.ts'
import { type Charset, decode, encode } from './charset.ts'
import { pinnedAgent } from './pinned.ts'
import { failureOf, type Unanswered, unreachable, Unreadable } from './failure.ts'

const CONNECT_MS = 5_000
const MAX_HEADER_BYTES = 32 * 1024

export type OutboundRequest = {
  /** A GET may have a body too: some vendors ask for one. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  json?: unknown
  form?: Readonly<Record<string, string>>
  /** Anything else, XML for example, with its media type. */
  text?: { body: string; type: string; charset?: Charset }
  /** Is called once it was sent: for a note of how it went. `status`: null without an answer. */
  onEnd?: (end: { status: number | null; tookMs: number }) => void
}
export type OutboundResponse = {
  kind: 'answered'
  /** Any status: redirects and server errors too. */
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
  json<T>(shape: z.ZodType<T>): ReadJson<T>
}
export type Outcome = OutboundResponse | Unanswered

export type Outbound = { send(request: OutboundRequest): Promise<Outcome> }

export type OutboundOptions = {
  /** Who is asked, in one word of a short list: metrics and traces name it. */
  vendor: string
  places: Places
  /** From the first byte to the last, including the connection. */
  timeoutMs: number
  maxBytes: number
  rateLimiter?: RateLimiter
  /** Keeps the cookies of the other side, as a browser would, for as long as this client lives. */
  keepsCookies?: boolean
  /** The server has this one certificate (SHA-256), no matter who has signed it. */
  fingerprint?: string
}

// Time is limited by the signal of each request.
const agentOptions = { headersTimeout: 0, bodyTimeout: 0, pipelining: 1, maxHeaderSize: MAX_HEADER_BYTES }
const publicAgent = new Agent({ ...agentOptions, connect: { timeout: CONNECT_MS, lookup: lookupPublic } })
const trustedAgent = new Agent({ ...agentOptions, connect: { timeout: CONNECT_MS } })

/** How metrics, traces and the log name what became of a call. */
const seenAs = (outcome: Outcome) =>
  outcome.kind === 'answered'
    ? { outcome: classOf(outcome.status), isFault: outcome.status >= 400, status: outcome.status }
    : { outcome: outcome.kind, isFault: true }

export function openOutbound({
  vendor,
  places,
  timeoutMs,
  maxBytes,
  rateLimiter,
  keepsCookies = false,
  fingerprint = '',
}: OutboundOptions): Outbound {
  const jar = keepsCookies ? new CookieJar() : null
  const dispatcherFor = ({ isTrusted, url }: AllowedAddress) => {
    if (fingerprint !== '' && url.protocol === 'https:') return pinnedAgent(fingerprint, isTrusted, agentOptions)
    return isTrusted ? trustedAgent : publicAgent
  }

  async function exchange(outgoing: OutboundRequest, address: AllowedAddress): Promise<Outcome> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await request(address.url, {
        ...messageOf(outgoing, jar?.getCookieStringSync(address.url.href) ?? ''),
        signal,
        dispatcher: dispatcherFor(address),
      })
      if (jar) keepCookies(jar, response.headers['set-cookie'], address.url.href)
      const text = await readText(response, maxBytes)
      return {
        kind: 'answered',
        status: response.statusCode,
        headers: response.headers,
        text,
        json: (shape) => readJson(text, shape),
      }
    } catch (error) {
      return failureOf(error, signal.aborted)
    }
  }

  return {
    async send(outgoing) {
      const address = readAddress(outgoing.url, places)
      if ('reason' in address) return unreachable(address.reason, address.detail)
      const endTurn = await rateLimiter?.turn()
      const call = { vendor, verb: outgoing.method ?? 'GET', host: address.url.hostname }
      const startedMs = performance.now()
      const outcome = await watchCall(call, () => exchange(outgoing, address), seenAs).finally(endTurn)
      const status = outcome.kind === 'answered' ? outcome.status : null
      outgoing.onEnd?.({ status, tookMs: performance.now() - startedMs })
      return outcome
    },
  }
}

function keepCookies(jar: CookieJar, header: string | string[] | undefined, url: string): void {
  // A cookie for another place is left out, without an error.
  for (const cookie of [header ?? []].flat()) jar.setCookieSync(cookie, url, { ignoreError: true })
}

function messageOf({ method = 'GET', headers, json, form, text }: OutboundRequest, cookies: string) {
  const charset = text?.charset ?? 'utf-8'
  return {
    method,
    headers: {
      accept: 'application/json',
      'user-agent': 'Kartoteka',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
      ...(text && { 'content-type': `${text.type};charset=${charset}` }),
      ...(cookies !== '' && { cookie: cookies }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: new URLSearchParams(form).toString() }),
    ...(text && { body: encode(text.body, charset) }),
  }
}

async function readText(
  { body, headers }: Pick<Dispatcher.ResponseData, 'body' | 'headers'>,
  maxBytes: number,
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      body.destroy()
      throw new Unreadable('the answer is too long')
    }
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const type = String(headers['content-type'] ?? '')
  if (headers['content-encoding'] !== 'gzip') return decode(bytes, type)
  // A small answer may unpack into a very large one.
  const unpacked = await promisify(gunzip)(bytes, { maxOutputLength: maxBytes }).catch(() => {
    throw new Unreadable('not gzip, or too long')
  })
  return decode(unpacked, type)
}

const LONGEST_RETRY_AFTER_MS = 60 * 60_000

/** How long the other side asks us to wait, in seconds or as a date; an hour at most. */
export function retryAfterMs({ headers }: Pick<OutboundResponse, 'headers'>, nowMs: number): number | undefined {
  const header = headers['retry-after']
  if (typeof header !== 'string' || header === '') return undefined
  const ms = Number.isFinite(Number(header)) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS)
}

/** A vendor's message for the log: phone numbers are removed. */
export const maskDetail = (...parts: readonly (string | number | null | undefined)[]): string =>
  parts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join(' ')
    .replace(/\+?\d{7,}/g, '…')
    .slice(0, 200)

export const basicAuthorization = (login: string, password: string) =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
