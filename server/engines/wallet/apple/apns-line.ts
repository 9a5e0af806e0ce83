/**
 * One HTTP/2 connection to Apple's push service, kept open and replaced when it ends. Requests wait in order for a free
 * stream; what becomes of each is told apart: answered, surely not processed, lost on the way, or refused with us.
 */
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
  type Settings,
} from 'node:http2'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import { readAnswer, refusalInGoaway, type ApnsAnswer } from './apns-answer.ts'

export type LineAddress = { host: string; port: number; ca?: string; certificatePem: string; privateKeyPem: string }
export type LineLimits = {
  /** Never more streams at once than this, however many the service allows. */
  streamsMax: number
  requestTimeoutMs: number
  connectTimeoutMs: number
  /** Connections tried before those who wait are told that the service is unreachable. */
  connectTries: number
  backOffMs: number
  backOffMaxMs: number
}
export type LineOutcome =
  | { kind: 'answered'; answer: ApnsAnswer }
  | { kind: 'unprocessed' }
  | { kind: 'lost'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string }

export type Line = {
  /** @param isStopped asked just before sending: true gives the request up as `lost` */
  request(headers: OutgoingHttpHeaders, isStopped: () => boolean): Promise<LineOutcome>
  close(): Promise<void>
}

type Waiting = { headers: OutgoingHttpHeaders; isStopped: () => boolean; settle: (outcome: LineOutcome) => void }
type Sent = { stream: ClientHttp2Stream; sentAt: number; finish: (outcome: LineOutcome) => void }
type Open = {
  session: ClientHttp2Session
  socket: Socket | null
  streamsMax: number
  sent: Set<Sent>
  refusal: string | null
  hasAnswered: boolean
}

const BODY = '{}'
const TIMEOUT_SWEEP_MS = 250

/** @throws Error when a PEM is damaged or the key is not the certificate's */
export function openLine({ host, port, ca, certificatePem, privateKeyPem }: LineAddress, limits: LineLimits): Line {
  const secureContext = createSecureContext({
    cert: certificatePem,
    key: privateKeyPem,
    ...(ca && { ca }),
    minVersion: 'TLSv1.2',
  })
  const waiting: Waiting[] = []
  const retired = new Set<Open>()
  let current: Open | null = null
  let isConnecting = false
  let connecting: ClientHttp2Session | null = null
  let isClosed = false
  let failures = 0
  let failedAt = 0

  function pump(): void {
    while (waiting.length > 0) {
      if (isClosed) return settleAll({ kind: 'unreachable', reason: 'closed' })
      if (!current) return void reconnect()
      if (current.sent.size >= current.streamsMax) return
      send(current, waiting.shift() as Waiting)
    }
  }

  function settleAll(outcome: LineOutcome): void {
    for (const { settle } of waiting.splice(0)) settle(outcome)
  }

  function send(line: Open, { headers, isStopped, settle }: Waiting): void {
    if (isStopped()) return settle({ kind: 'lost', reason: 'stopped' })
    let stream: ClientHttp2Stream
    try {
      stream = line.session.request(headers)
    } catch {
      // The session is ending and has not said so yet: nothing left this machine.
      retire(line)
      return settle({ kind: 'unprocessed' })
    }
    let answered: { status: number; retryAfter: string | undefined } | null = null
    let body = ''
    let isComplete = false
    let failure = ''
    const entry: Sent = {
      stream,
      sentAt: performance.now(),
      finish(outcome) {
        if (!line.sent.delete(entry)) return
        settle(outcome)
        if (retired.has(line)) hangUpWhenIdle(line)
        pump()
      },
    }
    line.sent.add(entry)
    stream.on('response', (response) => {
      answered = { status: Number(response[':status']), retryAfter: response['retry-after'] as string | undefined }
      line.hasAnswered = true
      failures = 0
    })
    stream.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    stream.on('end', () => (isComplete = true))
    stream.on('error', (error: NodeJS.ErrnoException) => (failure = error.code ?? error.message))
    stream.on('close', () => {
      if (answered && isComplete)
        entry.finish({ kind: 'answered', answer: readAnswer(answered.status, body, answered.retryAfter) })
      else if (line.refusal) entry.finish({ kind: 'refused', reason: line.refusal })
      else if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) entry.finish({ kind: 'unprocessed' })
      else entry.finish({ kind: 'lost', reason: failure || 'connection ended' })
    })
    stream.end(BODY)
  }

  /** No new requests on this session; those under way may still be answered. */
  function retire(line: Open): void {
    if (current === line) current = null
    if (!line.session.destroyed) retired.add(line)
    hangUpWhenIdle(line)
  }

  function hangUpWhenIdle(line: Open): void {
    if (line.sent.size === 0) hangUp(line)
  }

  /** The socket too: a session that was told to go ends its half and would wait for the other side's for ever. */
  function hangUp(line: Open): void {
    line.session.destroy()
    line.socket?.destroy()
  }

  async function reconnect(): Promise<void> {
    if (isConnecting) return
    isConnecting = true
    try {
      const pause = failures === 0 ? 0 : failedAt + backOff(limits, failures) - performance.now()
      if (pause > 0) await sleep(pause)
      if (isClosed) return
      const { line, refusal, reason } = await connectOnce().catch((error: Error) => ({
        line: null,
        refusal: null,
        reason: error.message,
      }))
      connecting = null
      if (line && isClosed) {
        hangUp(line)
      } else if (line) {
        current = line
      } else if (refusal) {
        settleAll({ kind: 'refused', reason: refusal })
      } else {
        noteFailure(reason)
      }
    } finally {
      isConnecting = false
    }
    pump()
  }

  /** A connection that came to nothing: the next one waits longer, and now and then those who wait are told. */
  function noteFailure(reason: string): void {
    failures += 1
    failedAt = performance.now()
    if (failures % limits.connectTries === 0) settleAll({ kind: 'unreachable', reason })
  }

  /** Opens a session and waits for the service's own settings: before them its stream limit is unknown. */
  function connectOnce(): Promise<{ line: Open | null; refusal: string | null; reason: string }> {
    return new Promise((resolve) => {
      const session = connect(`https://${host}:${port}`, { secureContext, settings: { enablePush: false } })
      const line: Open = { session, socket: null, streamsMax: 1, sent: new Set(), refusal: null, hasAnswered: false }
      connecting = session
      let failure = 'connection ended'
      const timer = setTimeout(() => {
        failure = 'connect timeout'
        session.destroy()
      }, limits.connectTimeoutMs)
      session.on('connect', (_session, socket: Socket) => {
        line.socket = socket
      })
      session.on('remoteSettings', (settings: Settings) => {
        line.streamsMax = Math.max(1, Math.min(limits.streamsMax, settings.maxConcurrentStreams ?? limits.streamsMax))
        clearTimeout(timer)
        resolve({ line, refusal: null, reason: '' })
        pump()
      })
      // Streams above the last one that the service took end by themselves as REFUSED_STREAM: see send().
      session.on('goaway', (_code, _lastStreamId, opaqueData) => {
        line.refusal ??= refusalInGoaway(opaqueData as Buffer | undefined)
        retire(line)
        if (!line.hasAnswered) noteFailure('GoawaySession')
      })
      session.on('error', (error: NodeJS.ErrnoException) => (failure = error.code ?? error.message))
      session.on('close', () => {
        clearTimeout(timer)
        if (current === line) current = null
        retired.delete(line)
        const refusal = line.refusal ?? (/ALERT.*(CERT|UNKNOWN_CA|ACCESS_DENIED)/.test(failure) ? failure : null)
        resolve({ line: null, refusal, reason: failure })
        pump()
      })
    })
  }

  /** A request that nobody answers gives up its stream, and its connection takes no new ones. */
  const sweep = setInterval(() => {
    const before = performance.now() - limits.requestTimeoutMs
    for (const line of [...retired, ...(current ? [current] : [])]) {
      for (const entry of line.sent) {
        if (entry.sentAt > before) continue
        entry.stream.close(constants.NGHTTP2_CANCEL)
        retire(line)
        entry.finish({ kind: 'lost', reason: 'timeout' })
      }
    }
  }, TIMEOUT_SWEEP_MS)
  sweep.unref()

  return {
    request(headers, isStopped) {
      return new Promise((settle) => {
        waiting.push({ headers, isStopped, settle })
        pump()
      })
    },
    async close() {
      isClosed = true
      clearInterval(sweep)
      settleAll({ kind: 'unreachable', reason: 'closed' })
      connecting?.destroy()
      const lines = [...retired, ...(current ? [current] : [])]
      await Promise.all(
        lines.map(
          (line) =>
            new Promise<void>((resolve) => {
              if (line.session.destroyed) return resolve()
              line.session.once('close', () => resolve())
              hangUp(line)
            }),
        ),
      )
    },
  }
}

/** Doubles with every failure, and spreads by half so that many do not come back at once. */
export function backOff(
  { backOffMs, backOffMaxMs }: Pick<LineLimits, 'backOffMs' | 'backOffMaxMs'>,
  failures: number,
): number {
  return Math.min(backOffMaxMs, backOffMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)
}
