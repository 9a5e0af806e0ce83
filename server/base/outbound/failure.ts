/** What a request without an answer means: whether it may have arrived, and what is wrong. */
import { NotPublic, type RefusedAddress } from './address.ts'

export type Failure = {
  reason: RefusedAddress['reason'] | 'wrong_certificate' | 'unknown_host' | 'connection_lost' | 'unreadable'
  /** For the log: a code or a few words, nothing of the request. */
  detail: string
}
export type Unanswered =
  /** The request was not sent. */
  | ({ kind: 'unreachable' } & Failure)
  /** A connection was open, so the other side may have processed the request. */
  | ({ kind: 'unknown' } & Failure)

export const unreachable = (reason: Failure['reason'], detail: string): Unanswered => ({
  kind: 'unreachable',
  reason,
  detail,
})
const unknown = (reason: Failure['reason'], detail: string): Unanswered => ({ kind: 'unknown', reason, detail })

/** The answer began but cannot be read. */
export class Unreadable extends Error {}

const PLAIN_HTTP = new Set([
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
])
const NO_CONNECTION = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

export function failureOf(error: unknown, isTimeUp: boolean): Unanswered {
  if (error instanceof Unreadable) return unknown('unreadable', error.message)
  const errors = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  const first = errors[0] instanceof Error ? errors[0] : new Error(String(error))
  const cause = first.cause instanceof Error ? first.cause : first
  const code = 'code' in cause ? String(cause.code) : ''
  if (cause instanceof NotPublic) return unreachable('wrong_address', cause.message)
  if (code === 'ENOTFOUND' || code === 'ENODATA') return unreachable('unknown_host', code)
  if (PLAIN_HTTP.has(code) || /wrong version number|packet length too long/i.test(cause.message))
    return unreachable('not_https', code)
  if (/^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return unreachable('wrong_certificate', code)
  if (NO_CONNECTION.has(code)) return unreachable('connection_lost', code)
  return unknown('connection_lost', isTimeUp ? 'no answer in time' : code || cause.name)
}
