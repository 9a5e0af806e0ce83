/** One HTTP/2 session with Apple's push service: it connects, sends requests and reports how each of them ended. */
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
  type Settings,
} from 'node:http2'
import type { Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { readAnswer, refusalInGoaway, type ApnsAnswer } from './apns-answer.ts'

export type ApnsAddress = { host: string; port: number; ca?: string; certificatePem: string; privateKeyPem: string }
export type ApnsService = { url: string; secureContext: SecureContext }
export type SessionLimits = {
  /** Never more concurrent streams than this, even if the service allows more. */
  streamsMax: number
  requestTimeoutMs: number
  connectTimeoutMs: number
}
export type RequestOutcome =
  | { kind: 'answered'; answer: ApnsAnswer }
  | { kind: 'unprocessed' }
  | { kind: 'lost'; reason: string }
  | { kind: 'refused'; reason: string }
export type SessionEnd = { refusal: string | null; reason: string }
type SessionEvents = {
  /** The settings of the service have arrived, for the first time or again: how many streams it allows is known. */
  ready(): void
  responded(): void
  /** A stream has become free, after the outcome of its request was reported. */
  freed(): void
  /** It takes no new requests. */
  retired(): void
  /** The service closes the session. */
  goaway(): void
  closed(end: SessionEnd): void
}

type Sent = { stream: ClientHttp2Stream; sentAt: number; finish: (outcome: RequestOutcome) => void }

const BODY = '{}'
const CERTIFICATE_ALERT = /ALERT.*(CERT|UNKNOWN_CA|ACCESS_DENIED)/

/** @throws Error when a PEM is damaged or the key does not belong to the certificate */
export function apnsService({ host, port, ca, certificatePem, privateKeyPem }: ApnsAddress): ApnsService {
  const secureContext = createSecureContext({
    cert: certificatePem,
    key: privateKeyPem,
    ...(ca && { ca }),
    minVersion: 'TLSv1.2',
  })
  return { url: `https://${host}:${port}`, secureContext }
}

export class ApnsSession {
  hasResponded = false
  readonly #limits: SessionLimits
  readonly #events: SessionEvents
  readonly #http2: ClientHttp2Session
  readonly #sent = new Set<Sent>()
  #socket: Socket | null = null
  #streamsMax = 1
  #refusal: string | null = null
  #isRetired = false

  /** Starts to connect. `ready` or `closed` follows. */
  constructor({ url, secureContext }: ApnsService, limits: SessionLimits, events: SessionEvents) {
    this.#limits = limits
    this.#events = events
    this.#http2 = connect(url, { secureContext, settings: { enablePush: false } })
    this.#listen()
  }

  get isDestroyed(): boolean {
    return this.#http2.destroyed
  }

  get isFull(): boolean {
    return this.#sent.size >= this.#streamsMax
  }

  #listen(): void {
    let failure = 'connection ended'
    const timer = setTimeout(() => {
      failure = 'connect timeout'
      this.#http2.destroy()
    }, this.#limits.connectTimeoutMs)
    this.#http2.on('connect', (_session, socket: Socket) => {
      this.#socket = socket
    })
    this.#http2.on('remoteSettings', ({ maxConcurrentStreams }: Settings) => {
      const { streamsMax } = this.#limits
      this.#streamsMax = Math.max(1, Math.min(streamsMax, maxConcurrentStreams ?? streamsMax))
      clearTimeout(timer)
      this.#events.ready()
    })
    // Streams above the last one that the service took end by themselves as REFUSED_STREAM: see #outcomeOf.
    this.#http2.on('goaway', (_code, _lastStreamId, opaqueData) => {
      this.#refusal ??= refusalInGoaway(opaqueData as Buffer | undefined)
      this.retire()
      this.#events.goaway()
    })
    this.#http2.on('error', (error: NodeJS.ErrnoException) => (failure = error.code ?? error.message))
    this.#http2.on('close', () => {
      clearTimeout(timer)
      const refusal = this.#refusal ?? (CERTIFICATE_ALERT.test(failure) ? failure : null)
      this.#events.closed({ refusal, reason: failure })
    })
  }

  send(headers: OutgoingHttpHeaders, settle: (outcome: RequestOutcome) => void): void {
    let stream: ClientHttp2Stream
    try {
      stream = this.#http2.request(headers)
    } catch {
      // The session is ending and its end has not been reported yet: nothing left this machine.
      this.retire()
      return settle({ kind: 'unprocessed' })
    }
    const entry: Sent = {
      stream,
      sentAt: performance.now(),
      finish: (outcome) => {
        if (!this.#sent.delete(entry)) return
        settle(outcome)
        if (this.#isRetired) this.#hangUpWhenIdle()
        this.#events.freed()
      },
    }
    this.#sent.add(entry)
    this.#receive(entry)
    stream.end(BODY)
  }

  #receive({ stream, finish }: Sent): void {
    let response: { status: number; retryAfter: string | undefined } | null = null
    let body = ''
    let isComplete = false
    let failure = ''
    stream.on('response', (headers) => {
      response = { status: Number(headers[':status']), retryAfter: headers['retry-after'] as string | undefined }
      this.hasResponded = true
      this.#events.responded()
    })
    stream.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    stream.on('end', () => (isComplete = true))
    stream.on('error', (error: NodeJS.ErrnoException) => (failure = error.code ?? error.message))
    stream.on('close', () => {
      const answer = response && isComplete ? readAnswer(response.status, body, response.retryAfter) : null
      finish(this.#outcomeOf(stream, answer, failure))
    })
  }

  #outcomeOf(stream: ClientHttp2Stream, answer: ApnsAnswer | null, failure: string): RequestOutcome {
    if (answer) return { kind: 'answered', answer }
    if (this.#refusal) return { kind: 'refused', reason: this.#refusal }
    if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) return { kind: 'unprocessed' }
    return { kind: 'lost', reason: failure || 'connection ended' }
  }

  /** A request without an answer gives up its stream, and the session takes no new ones. */
  giveUpOverdue(): void {
    const before = performance.now() - this.#limits.requestTimeoutMs
    for (const { stream, sentAt, finish } of this.#sent) {
      if (sentAt > before) continue
      stream.close(constants.NGHTTP2_CANCEL)
      this.retire()
      finish({ kind: 'lost', reason: 'timeout' })
    }
  }

  /** No new requests on this session; those under way may still be answered. */
  retire(): void {
    this.#isRetired = true
    this.#events.retired()
    this.#hangUpWhenIdle()
  }

  #hangUpWhenIdle(): void {
    if (this.#sent.size === 0) this.hangUp()
  }

  /** The socket too: after a GOAWAY the session ends its own half and would wait for the other one for ever. */
  hangUp(): void {
    this.#http2.destroy()
    this.#socket?.destroy()
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#http2.destroyed) return resolve()
      this.#http2.once('close', () => resolve())
      this.hangUp()
    })
  }
}
