/** Requests to a CRM: customers type its address, and failures are thrown as one of our troubles. */
import type { z } from 'zod'
import type { RateLimiter } from '../../base/rate-limiter.ts'
import { readXml, type XmlElement } from '../../base/xml.ts'
import type { Relay } from '../../base/outbound/address.ts'
import type { Failure, Unanswered } from '../../base/outbound/failure.ts'
import {
  openOutbound,
  type OutboundRequest,
  type OutboundResponse,
  type Outcome,
  retryAfterMs,
} from '../../base/outbound/outbound.ts'
import { type Fault, Misconfigured, Unreachable } from './troubles.ts'

/** From the first byte to the last, where a connector says nothing else. */
export const TOTAL_MS = 15_000
const ANSWER_MAX_BYTES = 2 * 1024 * 1024

export type CrmRequest = OutboundRequest & {
  /** Any answer is fine: this only checks that a server is there. */
  isProbe?: true
}
/** Parses the body by a shape. @throws Unreachable when it does not fit */
export type CrmResponse = Omit<OutboundResponse, 'kind' | 'json'> & {
  json<T>(shape: z.ZodType<T>): T
  /** @throws Unreachable when it is no XML */
  xml(): XmlElement
}
/** Any status below 500 but 429 is an answer; everything else is thrown. */
export type CrmHttp = { send(request: CrmRequest): Promise<CrmResponse> }

export type CrmHttpOptions = {
  /** Name of the connector. */
  vendor: string
  /** Prefixes of addresses that the operator trusts although they are not public. */
  trustedPlaces: readonly string[]
  relays?: readonly Relay[]
  rateLimiter?: RateLimiter
  ports?: readonly number[]
  totalMs?: number
  /** The vendor's own way to say when it may be asked again. */
  readPause?: ReadPause
  keepsCookies?: boolean
  /** SHA-256 of the one certificate that the server has. */
  fingerprint?: string
}
/** @returns milliseconds; undefined when it says nothing */
export type ReadPause = (headers: OutboundResponse['headers']) => number | undefined

export function openCrmHttp({
  vendor,
  trustedPlaces,
  relays = [],
  rateLimiter,
  ports = [],
  totalMs = TOTAL_MS,
  readPause,
  keepsCookies = false,
  fingerprint = '',
}: CrmHttpOptions): CrmHttp {
  const outbound = openOutbound({
    vendor,
    places: { trusted: trustedPlaces, relays, publicToo: { ports } },
    timeoutMs: totalMs,
    maxBytes: ANSWER_MAX_BYTES,
    keepsCookies,
    fingerprint,
    ...(rateLimiter && { rateLimiter }),
  })
  return {
    async send({ isProbe, ...request }) {
      const response = answered(await outbound.send(request))
      if (!isProbe) throwIfDown(response, readPause)
      const { status, headers, text } = response
      return { status, headers, text, json: (shape) => readBody(response, shape), xml: () => readTree(response) }
    },
  }
}

const FAULTS: Partial<Record<Failure['reason'], Fault>> = {
  wrong_address: 'not_found',
  not_https: 'no_ssl',
  wrong_certificate: 'ssl_unverifiable',
}

function answered(outcome: Outcome): OutboundResponse {
  if (outcome.kind === 'answered') return outcome
  throw troubleOf(outcome)
}

function troubleOf({ kind, reason, detail }: Unanswered): Misconfigured | Unreachable {
  const fault = FAULTS[reason]
  if (fault) return new Misconfigured(fault, 'server', detail)
  const isKnown = reason === 'unknown_host' || reason === 'unreadable'
  return new Unreachable(isKnown ? reason : 'connection_lost', { mayHaveArrived: kind === 'unknown', detail })
}

function throwIfDown(response: OutboundResponse, readPause: ReadPause | undefined): void {
  const { status, headers } = response
  const pauseMs = readPause?.(headers) ?? retryAfterMs(response, Date.now())
  // A 503 that names its end is a limit, not an outage.
  if (status === 429 || (status === 503 && pauseMs !== undefined))
    throw new Unreachable('throttled', { retryAfterMs: pauseMs })
  if (status >= 500) throw new Unreachable('down', { mayHaveArrived: true, detail: String(status) })
  if (status >= 300 && status < 400) throw new Misconfigured('not_found', 'server', 'it redirects elsewhere')
}

function readTree({ status, text }: OutboundResponse): XmlElement {
  const element = readXml(text)
  if (element) return element
  throw new Unreachable('unreadable', { mayHaveArrived: true, detail: `${status}, no XML` })
}

function readBody<T>({ status, json }: OutboundResponse, shape: z.ZodType<T>): T {
  const body = json(shape)
  if (body.isRead) return body.value
  throw new Unreachable('unreadable', { mayHaveArrived: true, detail: `${status}, ${body.detail}` })
}
