/**
 * The queue of requests to Apple's push service. It keeps one session open, replaces it when it ends, and queues
 * requests in their order until a stream is free.
 */
import type { OutgoingHttpHeaders } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  apnsService,
  ApnsSession,
  type ApnsAddress,
  type ApnsService,
  type RequestOutcome,
  type SessionEnd,
  type SessionLimits,
} from './apns-session.ts'

export type LineLimits = SessionLimits & {
  /** Connection attempts before the waiting requests end as unreachable. */
  connectTries: number
  backOffMs: number
  backOffMaxMs: number
}
export type LineOutcome = RequestOutcome | { kind: 'unreachable'; reason: string }

type Waiting = { headers: OutgoingHttpHeaders; isStopped: () => boolean; settle: (outcome: LineOutcome) => void }
type Connected = { session: ApnsSession } | SessionEnd

const TIMEOUT_SWEEP_MS = 250

export class ApnsLine {
  readonly #service: ApnsService
  readonly #limits: LineLimits
  readonly #waiting: Waiting[] = []
  /** Sessions that take no new requests and still have running ones. */
  readonly #retired = new Set<ApnsSession>()
  readonly #sweep: NodeJS.Timeout
  #current: ApnsSession | null = null
  #connecting: ApnsSession | null = null
  #isReconnecting = false
  #isClosed = false
  #failures = 0
  #failedAt = 0

  /** @throws Error when a PEM is damaged or the key does not belong to the certificate */
  constructor(address: ApnsAddress, limits: LineLimits) {
    this.#service = apnsService(address)
    this.#limits = limits
    this.#sweep = setInterval(() => {
      for (const session of this.#sessions()) session.giveUpOverdue()
    }, TIMEOUT_SWEEP_MS)
    this.#sweep.unref()
  }

  /** @param isStopped checked just before sending: true ends the request as `lost` */
  request(headers: OutgoingHttpHeaders, isStopped: () => boolean): Promise<LineOutcome> {
    return new Promise((settle) => {
      this.#waiting.push({ headers, isStopped, settle })
      this.#sendWaiting()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#sweep)
    this.#settleAll({ kind: 'unreachable', reason: 'closed' })
    this.#connecting?.hangUp()
    await Promise.all(this.#sessions().map((session) => session.close()))
  }

  #sessions(): ApnsSession[] {
    return [...this.#retired, ...(this.#current ? [this.#current] : [])]
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0) {
      if (this.#isClosed) return this.#settleAll({ kind: 'unreachable', reason: 'closed' })
      if (!this.#current) return void this.#reconnect()
      if (this.#current.isFull) return
      const { headers, isStopped, settle } = this.#waiting.shift() as Waiting
      if (isStopped()) settle({ kind: 'lost', reason: 'stopped' })
      else this.#current.send(headers, settle)
    }
  }

  #settleAll(outcome: LineOutcome): void {
    for (const { settle } of this.#waiting.splice(0)) settle(outcome)
  }

  async #reconnect(): Promise<void> {
    if (this.#isReconnecting) return
    this.#isReconnecting = true
    try {
      const pauseMs =
        this.#failures === 0 ? 0 : this.#failedAt + backOff(this.#limits, this.#failures) - performance.now()
      if (pauseMs > 0) await sleep(pauseMs)
      if (this.#isClosed) return
      const connected = await this.#connect().catch((error: Error): Connected => ({
        refusal: null,
        reason: error.message,
      }))
      this.#connecting = null
      this.#take(connected)
    } finally {
      this.#isReconnecting = false
    }
    this.#sendWaiting()
  }

  #take(connected: Connected): void {
    if ('session' in connected) {
      if (this.#isClosed) connected.session.hangUp()
      else this.#current = connected.session
    } else if (connected.refusal) {
      this.#settleAll({ kind: 'refused', reason: connected.refusal })
    } else {
      this.#noteFailure(connected.reason)
    }
  }

  /** The next connection waits longer after this one failed; after every few failures the waiting requests fail. */
  #noteFailure(reason: string): void {
    this.#failures += 1
    this.#failedAt = performance.now()
    if (this.#failures % this.#limits.connectTries === 0) this.#settleAll({ kind: 'unreachable', reason })
  }

  /** Resolves when a new session is ready for requests, or has closed without ever being so. */
  #connect(): Promise<Connected> {
    return new Promise((resolve) => {
      const session = new ApnsSession(this.#service, this.#limits, {
        ready: () => {
          resolve({ session })
          this.#sendWaiting()
        },
        responded: () => (this.#failures = 0),
        freed: () => this.#sendWaiting(),
        retired: () => {
          this.#leave(session)
          if (!session.isDestroyed) this.#retired.add(session)
        },
        goaway: () => {
          if (!session.hasResponded) this.#noteFailure('GoawaySession')
        },
        closed: (end) => {
          this.#leave(session)
          this.#retired.delete(session)
          resolve(end)
          this.#sendWaiting()
        },
      })
      this.#connecting = session
    })
  }

  #leave(session: ApnsSession): void {
    if (this.#current === session) this.#current = null
  }
}

/** Doubles with every failure, with jitter so that many clients do not return together. */
export function backOff(
  { backOffMs, backOffMaxMs }: Pick<LineLimits, 'backOffMs' | 'backOffMaxMs'>,
  failures: number,
): number {
  return Math.min(backOffMaxMs, backOffMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)
}
