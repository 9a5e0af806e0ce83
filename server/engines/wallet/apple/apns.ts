/**
 * Notifies phones that their cards have changed, over Apple's push service with the pass's own certificate. A push has
 * no content: the phone then asks our update service what is new.
 * Apple, walletpasses/adding-a-web-service-to-update-passes and
 * usernotifications/sending-notification-requests-to-apns.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { classOf, watchCall } from '../../../base/watch/outbound-call.ts'
import { namedUuid } from '../../../base/named-uuid.ts'
import { judgeAnswer } from './apns-answer.ts'
import { ApnsLine, backOff, type LineLimits, type LineOutcome } from './apns-line.ts'
import type { ApnsAddress } from './apns-session.ts'

/** `id` is the dedupe key of this push: the same id is the same push. */
type ApnsTarget = { token: string; id: string }
type ApnsOutcome = 'accepted' | 'gone' | 'bad_token' | 'throttled' | 'refused' | 'unreachable'
export type ApnsResult = {
  id: string
  token: string
  outcome: ApnsOutcome
  /** Apple's reason, or ours when there was no answer. Null when accepted. */
  reason: string | null
  /** With `gone`: registrations older than this are dead, newer ones are not. */
  goneSince?: Date
  /** With `throttled` and `unreachable`: how long Apple asks to wait. */
  retryAfterMs?: number
}
export type ApnsLimits = LineLimits & {
  /** Attempts for one push before it is given up. */
  tries: number
  /** Attempts for one push to a token that answers 429. */
  throttledTries: number
  /** First pause of a token after 429; it doubles. */
  throttleMs: number
  /** A longer pause is not waited for: the push ends, and the caller repeats it later. */
  patienceMs: number
}
export type ApnsConnection = {
  /**
   * Pushes to every target and yields results as they arrive, in any order. Pass some hundreds at a time.
   * After the first `refused` the rest of the batch is not sent and is `refused` too.
   * Leaving the loop early stops what has not been sent.
   * @param topic the pass type identifier
   */
  notify(targets: readonly ApnsTarget[], topic: string): AsyncGenerator<ApnsResult, void, undefined>
  close(): Promise<void>
}

const LIMITS: ApnsLimits = {
  // With a 100 ms round trip to Apple this allows 5,000 pushes a second; more streams only cost memory.
  streamsMax: 500,
  requestTimeoutMs: 10_000,
  connectTimeoutMs: 10_000,
  connectTries: 5,
  backOffMs: 100,
  backOffMaxMs: 5_000,
  tries: 10,
  throttledTries: 3,
  throttleMs: 1_000,
  patienceMs: 5_000,
}

/** A GOAWAY does not count as an attempt, but a service that sends nothing else must not delay a push forever. */
const REPLAYS_MAX = 20

/** @param factor waits before a repeat are multiplied by it */
const waitsOf = (factor: number): Partial<ApnsLimits> => ({
  backOffMs: LIMITS.backOffMs * factor,
  backOffMaxMs: LIMITS.backOffMaxMs * factor,
  throttleMs: LIMITS.throttleMs * factor,
})

type ApnsOptions = ApnsAddress & { limits?: Partial<ApnsLimits>; waitFactor?: number }

/** One connection for one certificate; it opens with the first push and stays open. */
export function connectApns({ limits, waitFactor = 1, ...address }: ApnsOptions): ApnsConnection {
  const rules: ApnsLimits = { ...LIMITS, ...waitsOf(waitFactor), ...limits }
  const line = new ApnsLine(address, rules)
  /** Until when a token that answered 429 is not tried again. */
  const pausedUntil = new Map<string, number>()

  async function deliver(
    { token, id }: ApnsTarget,
    topic: string,
    batch: { stopped: string | null },
  ): Promise<ApnsResult> {
    const result = (outcome: ApnsOutcome, reason: string | null): ApnsResult => ({ id, token, outcome, reason })
    if (!/^[0-9a-fA-F]{1,200}$/.test(token)) return result('bad_token', 'BadDeviceToken')
    const headers = headersOf(address.host, token, topic, apnsIdOf(id))
    let replays = 0
    let throttled = 0
    for (let tries = 1; ;) {
      const pause = pausedUntil.get(token)
      if (pause !== undefined) await sleep(Math.max(0, pause - performance.now()))
      const sent: LineOutcome = batch.stopped
        ? { kind: 'lost', reason: 'stopped' }
        : await watchCall(
            { vendor: 'apple', verb: 'POST', host: address.host },
            () => line.request(headers, () => batch.stopped !== null),
            seenAs,
          )
      if (batch.stopped && sent.kind !== 'answered') return result('refused', batch.stopped)
      if (sent.kind === 'unreachable') return result('unreachable', sent.reason)
      if (sent.kind === 'refused') return result('refused', (batch.stopped = sent.reason))
      if (sent.kind === 'unprocessed') {
        if (++replays > REPLAYS_MAX) return result('unreachable', 'GoawaySession')
        continue
      }
      if (sent.kind === 'lost') {
        if (tries >= rules.tries) return result('unreachable', sent.reason)
        await sleep(backOff(rules, tries++))
        continue
      }
      const { reason, status, timestampMs, retryAfterMs } = sent.answer
      const cause = reason ?? `status ${status}`
      const verdict = judgeAnswer(sent.answer)
      if (verdict === 'accepted') {
        if (pause !== undefined) pausedUntil.delete(token)
        return result('accepted', null)
      }
      if (verdict === 'gone') return { ...result('gone', cause), goneSince: new Date(timestampMs ?? Date.now()) }
      if (verdict === 'bad_token') return result('bad_token', cause)
      if (verdict === 'refused') return result('refused', (batch.stopped = cause))
      if (verdict === 'throttled') {
        const pauseMs = retryAfterMs ?? rules.throttleMs * 2 ** throttled
        const outcome = { ...result('throttled', cause), ...wishOf(retryAfterMs) }
        if (pauseMs > rules.patienceMs) return outcome
        pausedUntil.set(token, performance.now() + pauseMs)
        if (++throttled >= rules.throttledTries) return outcome
        continue
      }
      if (tries >= rules.tries || (retryAfterMs ?? 0) > rules.patienceMs)
        return { ...result('unreachable', cause), ...wishOf(retryAfterMs) }
      await sleep(Math.max(retryAfterMs ?? 0, backOff(rules, tries++)))
    }
  }

  return {
    async *notify(targets, topic) {
      forgetPast(pausedUntil)
      const batch = { stopped: null as string | null }
      const results: ApnsResult[] = []
      let wake = (): void => {}
      for (const target of targets) {
        void deliver(target, topic, batch).then((result) => {
          results.push(result)
          wake()
        })
      }
      try {
        for (let yielded = 0; yielded < targets.length;) {
          if (results.length === 0) await new Promise<void>((resolve) => (wake = resolve))
          for (const result of results.splice(0)) {
            yielded += 1
            yield result
          }
        }
      } finally {
        batch.stopped ??= 'stopped'
      }
    },
    close: () => line.close(),
  }
}

/** How metrics, traces and the log name what became of a push. */
const seenAs = (sent: LineOutcome) =>
  sent.kind === 'answered'
    ? { outcome: classOf(sent.answer.status), isFault: sent.answer.status >= 400, status: sent.answer.status }
    : { outcome: sent.kind, isFault: true }

const wishOf = (retryAfterMs: number | null) => (retryAfterMs === null ? {} : { retryAfterMs })

function headersOf(host: string, token: string, topic: string, apnsId: string) {
  return {
    ':method': 'POST',
    ':scheme': 'https',
    ':authority': host,
    ':path': `/3/device/${token}`,
    'apns-topic': topic,
    'apns-id': apnsId,
    'apns-collapse-id': apnsId,
    'apns-push-type': 'background',
    'apns-priority': '5',
    'content-length': '2',
  }
}

/** Apple requires a UUID in `apns-id`: a dedupe key of another form is mapped to a UUID, always the same one. */
const apnsIdOf = (id: string): string => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : namedUuid(id))

function forgetPast(pausedUntil: Map<string, number>): void {
  const now = performance.now()
  for (const [token, until] of pausedUntil) if (until < now) pausedUntil.delete(token)
}
