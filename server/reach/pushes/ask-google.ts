/** Adds a message to a card at Google. Google would add it twice, so one worker at a time sends it, who looks first. */
import { DAY_MS, SECOND_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { GoogleRefused, GoogleUnreachable } from '../../engines/wallet/google/refusals.ts'
import * as passes from '../passes/passes.ts'
import { isGoogleAway, noteGoogleAnswer } from './google-away.ts'
import * as messagesSql from './messages-sql.ts'

export type Target = passes.Recipient & {
  text: string
  messageId: string
  /** An earlier try may have reached Google: looking first costs one request and cannot double the message. */
  isRepeat: boolean
  /** The person is notified on another card. */
  isSilent: boolean
  /** Wallets that have not accepted or refused the message yet. */
  asks: { apple: boolean; google: boolean }
}

/** Google announces three messages per card in 24 hours; a fourth is stored silently. */
const GOOGLE_NOTICES = { max: 3, windowMs: DAY_MS }

/** Longer than an attempt takes, with its turn within Google's limit of requests. */
const CLAIM_MS = 45 * SECOND_MS
const CLAIM_MIN_MS = 5 * SECOND_MS

/** The fault of the database, and not Google's answer. */
class ClaimFailed extends Error {
  constructor(cause: unknown) {
    super('no claim for Google', { cause })
  }
}

/**
 * The claims of a process have one number, so a job that failed in it goes on at once. `sending` excludes a second try
 * of a message; in `turns` the messages of a card wait for each other.
 */
type Claimer = { claim: string; sending: Set<string>; turns: Map<string, Promise<unknown>> }
const claimers = new WeakMap<App, Claimer>()

function claimerOf(app: App): Claimer {
  const claimer = claimers.get(app) ?? { claim: crypto.randomUUID(), sending: new Set(), turns: new Map() }
  claimers.set(app, claimer)
  return claimer
}

function openClaim(app: App, cabinetId: number, messageId: string, claim: string) {
  const lengthMs = Math.max(CLAIM_MIN_MS, CLAIM_MS * (app.outside.waitFactor ?? 1))
  return {
    take: () =>
      openForWork(app, cabinetId, async (db) => {
        const now = app.clock.now()
        const until = new Date(now.getTime() + lengthMs)
        return (await messagesSql.claimForGoogle(db, messageId, { claim, now, until })) ?? null
      }).catch((cause: unknown) => {
        throw new ClaimFailed(cause)
      }),
    end: () => openForWork(app, cabinetId, (db) => messagesSql.endGoogleClaim(db, messageId, claim, app.clock.now())),
  }
}

/** Google has the message, whatever becomes of the note: without it Google counts, and answers when it is enough. */
async function noteNotice(app: App, cabinetId: number, { passId }: Target, now: Date): Promise<void> {
  try {
    await openForWork(app, cabinetId, (db) =>
      passes.noteGoogleNotice(db, passId, now, new Date(now.getTime() - GOOGLE_NOTICES.windowMs)),
    )
  } catch (error) {
    app.log.warn(
      { cabinetId, passId, error: error instanceof Error ? error.message : String(error) },
      'a notice of Google was not counted',
    )
  }
}

async function addToCard(
  app: App,
  cabinetId: number,
  target: Target,
  claim: () => Promise<{ isRepeat: boolean } | null>,
): Promise<'sent' | 'taken'> {
  const now = app.clock.now()
  const objectId = target.googleObjectId as string
  const google = await passes.googleOfObject(app, cabinetId, objectId)
  const message = { id: target.messageId, header: target.organisation, body: target.text }
  const recent = target.googleNotifiedAt.filter((at) => now.getTime() - at.getTime() < GOOGLE_NOTICES.windowMs)
  const notifies = !target.isSilent && recent.length < GOOGLE_NOTICES.max
  const messageType = notifies ? ('TEXT_AND_NOTIFY' as const) : ('TEXT' as const)
  const { isRepeat } = target
  const add = () => google.addMessage('object', objectId, { ...message, messageType }, { isRepeat, claim })
  let outcome = await add().catch(async (error: unknown) => {
    if (!(error instanceof GoogleRefused) || error.status !== 404) throw error
    // As a change of a card that Google does not know makes it anew, so does a message.
    await passes.syncGoogle(app, cabinetId, target.passId, { isLost: true })
    return add()
  })
  if (notifies && outcome === 'sent') await noteNotice(app, cabinetId, target, now)
  if (outcome === 'quota_exceeded')
    outcome = await google.addMessage(
      'object',
      objectId,
      { ...message, messageType: 'TEXT' },
      { isRepeat: true, claim },
    )
  return outcome === 'taken' ? 'taken' : 'sent'
}

/** @returns `taken` when another worker is sending the message */
export async function sendToGoogle(
  app: App,
  cabinetId: number,
  target: Target,
): Promise<passes.WalletOutcome | 'taken'> {
  if (target.googleObjectId === null) return 'not_sent'
  if (isGoogleAway(app)) return 'queued'
  const claimer = claimerOf(app)
  if (claimer.sending.has(target.messageId)) return 'taken'
  claimer.sending.add(target.messageId)
  try {
    return await inTurn(claimer.turns, target.passId, () => sendWithClaim(app, cabinetId, target, claimer.claim))
  } finally {
    claimer.sending.delete(target.messageId)
  }
}

async function inTurn<T>(turns: Claimer['turns'], key: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work, work)
  turns.set(key, turn)
  try {
    return await turn
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}

async function sendWithClaim(
  app: App,
  cabinetId: number,
  target: Target,
  number: string,
): Promise<passes.WalletOutcome | 'taken'> {
  const claim = openClaim(app, cabinetId, target.messageId, number)
  try {
    if ((await addToCard(app, cabinetId, target, claim.take)) === 'taken') return 'taken'
    // The next message of the card need not wait until the batch is stored. Without this note it waits a minute.
    await claim.end().catch(() => undefined)
    noteGoogleAnswer(app, true)
    app.metrics.countDelivery('google', 'accepted')
    return 'sent'
  } catch (error) {
    if (error instanceof ClaimFailed) throw error.cause
    app.log.warn(
      { cabinetId, passId: target.passId, error: error instanceof Error ? error.message : String(error) },
      'Google did not take a message',
    )
    await claim.end()
    const isAway = error instanceof GoogleUnreachable
    noteGoogleAnswer(app, !isAway)
    app.metrics.countDelivery('google', isAway ? 'unreachable' : 'refused')
    return isAway ? 'queued' : 'not_sent'
  }
}
