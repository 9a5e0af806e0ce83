/**
 * Notifies iPhones of changed cards: an empty push to each. What Apple did not accept is kept for each phone in
 * `wallet_retries` and repeated by a job of its own, so no phone waits for another.
 */
import type { App } from '../../base/app.ts'
import { type CabinetDb, isDatabaseGone, isDatabaseSlow } from '../../base/db.ts'
import { signersOf } from '../../cards/certificates/certificates.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { ApnsConnection, ApnsResult } from '../../engines/wallet/apple/apns.ts'
import { apnsConnectionOf } from './apple-connections.ts'
import { clearRefusal, gateOf, isProof, isWrongHost, NOT_ASKED, noteRefusal, WRONG_HOST } from './apple-refusal.ts'
import * as phonesSql from './phones-sql.ts'
import type { PushTarget } from './phones-sql.ts'
import * as retriesSql from './retries-sql.ts'
import { scheduleRetry } from './retry-order.ts'
import { BAD_TOKEN_TRIES, type RetryReason } from './retry-times.ts'

/** `queued`: Apple has not answered for good, and a retry is due. */
export type WalletOutcome = 'sent' | 'not_sent' | 'queued'
/** `version`: of the card that the phones were notified of. */
export type AppleOutcome = { state: WalletOutcome; version: number }

type Result = Omit<ApnsResult, 'id'>
type Notified = { target: PushTarget; result: Result }

const refusedBecause =
  (reason: string) =>
  (target: PushTarget): Notified => ({
    target,
    result: { token: target.token, outcome: 'refused', reason },
  })

/**
 * Called in the transaction that stores what Apple has answered, with the cards whose phones no longer wait for a
 * retry: what waited with them is settled with it, or a worker killed in between would leave it waiting for nothing.
 */
export type OnAnswered = (db: CabinetDb, outcomes: ReadonlyMap<string, AppleOutcome>) => Promise<void>

/**
 * Sends a push to every phone that has one of the cards. Outcomes are stored before it returns.
 * @param of cards, or registrations whose retry is due
 * @returns the outcome by card: sent when Apple accepted it for at least one phone; absent when no phone has the card
 */
export async function pushToApple(
  app: App,
  cabinetId: number,
  of: { passes: readonly string[] } | { registrations: readonly string[] },
  onAnswered: OnAnswered,
): Promise<Map<string, AppleOutcome>> {
  const isRetry = 'registrations' in of
  const targets = await openForWork(app, cabinetId, async (db) => {
    const found = await phonesSql.pushTargetsOf(db, of)
    const signers = await signersOf(
      db,
      found.map((target) => target.certificateId),
    )
    return found.map((target) => ({ ...target, certificateId: signers.get(target.certificateId) ?? '' }))
  })
  const outcomes = new Map<string, AppleOutcome>()
  for (const [certificateId, group] of Map.groupBy(targets, (target) => target.certificateId)) {
    const notified = await notifyPhones(app, cabinetId, certificateId, group)
    const answered = await openForWork(app, cabinetId, async (db) => {
      const freed = await storeResults(app, db, { certificateId, notified, isRetry })
      const all = await outcomesOf(db, notified, isRetry)
      const ended = isRetry ? all : new Map([...all].filter(([passId]) => freed.has(passId)))
      if (ended.size > 0) await onAnswered(db, ended)
      return all
    })
    for (const [passId, outcome] of answered) outcomes.set(passId, outcome)
  }
  return outcomes
}

/** A retry asks some of the phones that have a card: while another one waits, the card does too. */
async function outcomesOf(
  db: CabinetDb,
  notified: readonly Notified[],
  isRetry: boolean,
): Promise<Map<string, AppleOutcome>> {
  const outcomes = new Map<string, AppleOutcome>()
  for (const { target, result } of notified) {
    const state = stateOf(result)
    const before = outcomes.get(target.passId)?.state
    if (before === undefined || state === 'sent' || (state === 'queued' && before !== 'sent'))
      outcomes.set(target.passId, { state, version: target.version })
  }
  if (!isRetry) return outcomes
  const failed = [...outcomes].filter(([, { state }]) => state === 'not_sent').map(([passId]) => passId)
  for (const passId of await retriesSql.passesWithRetries(db, 'apple', failed))
    outcomes.set(passId, { ...(outcomes.get(passId) as AppleOutcome), state: 'queued' })
  return outcomes
}

function stateOf({ outcome }: Result): WalletOutcome {
  if (outcome === 'accepted') return 'sent'
  return outcome === 'gone' || outcome === 'bad_token' ? 'not_sent' : 'queued'
}

/** Phones that may be called now; the others have a retry whose time has not come. */
function splitPaused(group: readonly PushTarget[], now: Date): { free: PushTarget[]; paused: Notified[] } {
  const free = group.filter(({ pausedUntil }) => pausedUntil === null || pausedUntil <= now)
  const paused = group.flatMap((target): Notified[] => {
    const { token, pausedUntil, pauseReason } = target
    return pauseReason !== null && pausedUntil !== null && pausedUntil > now
      ? [{ target, result: { token, outcome: pauseReason, reason: NOT_ASKED } }]
      : []
  })
  return { free, paused }
}

/** Asks Apple with one certificate, or leaves it when Apple refuses the certificate. */
async function notifyPhones(
  app: App,
  cabinetId: number,
  certificateId: string,
  group: readonly PushTarget[],
): Promise<Notified[]> {
  const { free, paused } = splitPaused(group, app.clock.now())
  if (free.length === 0) return paused
  const gate = await openForWork(app, cabinetId, (db) => gateOf(app, db, certificateId))
  if (gate === 'none') return [...paused, ...free.map(refusedBecause('refused before'))]
  let opened
  try {
    opened = await apnsConnectionOf(app, cabinetId, certificateId)
  } catch (error) {
    if (isDatabaseGone(error) || isDatabaseSlow(error)) throw error
    app.log.error(
      { cabinetId, certificateId, error: error instanceof Error ? error.message : String(error) },
      'a certificate cannot be used',
    )
    return [...paused, ...free.map(refusedBecause('unusable'))]
  }
  const ask = (some: readonly PushTarget[]) => askApple(app, opened.connection, opened.topic, some)
  if (gate === 'all') return [...paused, ...(await ask(free))]
  const probed = new Set(free.map((target) => target.token).slice(0, PROBES))
  const probe = await ask(free.filter((target) => probed.has(target.token)))
  const rest = free.filter((target) => !probed.has(target.token))
  if (probe.some(({ result }) => isProof(result))) return [...paused, ...probe, ...(await ask(rest))]
  const held = probe.filter(({ result }) => result.outcome === 'bad_token').map(({ target }) => target)
  return [
    ...paused,
    ...probe.filter(({ result }) => result.outcome !== 'bad_token'),
    ...[...held, ...rest].map(refusedBecause('refused before')),
  ]
}

/** Phones that are asked to find out whether Apple still refuses: the first ones may be dead. */
const PROBES = 5

/** One push per phone is enough: it asks for all its changed cards. */
async function askApple(
  app: App,
  connection: ApnsConnection,
  topic: string,
  targets: readonly PushTarget[],
): Promise<Notified[]> {
  const byToken = Map.groupBy(targets, (target) => target.token)
  const asked = [...byToken].map(([token, cards]) => ({
    token,
    id: `${token}|${cards.map((card) => `${card.passId}.${card.version}`).join()}`,
  }))
  const notified: Notified[] = []
  for await (const result of connection.notify(asked, topic)) {
    app.metrics.countDelivery('apple', result.outcome)
    for (const target of byToken.get(result.token) ?? []) notified.push({ target, result })
  }
  return isWrongHost(notified.map(({ result }) => result))
    ? notified.map(({ target }) => refusedBecause(WRONG_HOST)(target))
    : notified
}

const REASONS: Partial<Record<Result['outcome'], RetryReason>> = {
  unreachable: 'unreachable',
  throttled: 'throttled',
  refused: 'refused',
  bad_token: 'bad_token',
}

/** @returns cards of which a phone no longer waits for a retry, because Apple has accepted it */
async function storeResults(
  app: App,
  db: CabinetDb,
  { certificateId, notified, isRetry }: { certificateId: string; notified: readonly Notified[]; isRetry: boolean },
): Promise<Set<string>> {
  const now = app.clock.now()
  const accepted = notified.filter(({ result }) => result.outcome === 'accepted').map(({ target }) => target)
  const { freed, isBehind } = await retriesSql.dropAccepted(db, accepted, now)
  for (const { token, goneSince } of tokensOf(notified, 'gone')) {
    const left = await phonesSql.dropToken(db, token, goneSince ?? now)
    await phonesSql.noteAppleRemovals(db, left.toSorted(), goneSince ?? now)
  }
  const open = notified.flatMap(({ target, result }) => {
    const reason = REASONS[result.outcome]
    return reason === undefined || result.reason === NOT_ASKED
      ? []
      : [{ id: target.registrationId, passId: target.passId, reason, wishMs: result.retryAfterMs }]
  })
  const put = await retriesSql.putRetries(db, 'apple', open, { now, isRetry })
  await silenceStrangers(db, notified, put)
  const refusal = notified.find(({ result }) => result.outcome === 'refused' && result.reason !== 'refused before')
  if (refusal) await noteRefusal(app, db, certificateId, refusal.result.reason ?? 'refused')
  const isAccepted = !refusal && notified.some(({ result }) => isProof(result))
  const isReleased = isAccepted && (await clearRefusal(app, db, certificateId))
  await scheduleRetry(app, db, 'apple', isReleased || isBehind ? [now] : put.map((one) => one.nextAt))
  return freed
}

const tokensOf = (notified: readonly Notified[], outcome: Result['outcome']): Result[] => [
  ...new Map(notified.flatMap(({ result }) => (result.outcome === outcome ? [[result.token, result]] : []))).values(),
]

/** A token that Apple has not known for more than a day is not called until its phone registers again. */
async function silenceStrangers(
  db: CabinetDb,
  notified: readonly Notified[],
  put: readonly { id: string; tries: number }[],
): Promise<void> {
  const tries = new Map(put.map((one) => [one.id, one.tries]))
  const strangers = notified.filter(
    ({ target, result }) =>
      result.outcome === 'bad_token' && (tries.get(target.registrationId) ?? 0) >= BAD_TOKEN_TRIES,
  )
  for (const token of new Set(strangers.map(({ target }) => target.token))) {
    await phonesSql.silenceToken(db, token)
    await retriesSql.dropRetriesOfToken(db, token)
  }
}
