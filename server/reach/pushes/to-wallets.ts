/**
 * Asks both wallets for a batch of messages. A wallet that does not answer keeps no other from its turn: what it did
 * not accept stays queued, for that wallet alone, and a retry follows.
 */
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { GoogleUnreachable } from '../../engines/wallet/google/refusals.ts'
import * as passes from '../passes/passes.ts'
import { isGoogleAway, noteGoogleAnswer } from './google-away.ts'
import type { Outcome } from './settle-sql.ts'

/** Google announces three messages per card in 24 hours; a fourth is stored silently. */
const GOOGLE_NOTICES = { max: 3, windowMs: DAY_MS }

export type Target = passes.Recipient & {
  text: string
  messageId: string
  /** An earlier try may have reached Google: looking first costs one request and cannot double the message. */
  isRepeat: boolean
  /** Wallets that have not accepted or refused the message yet. */
  asks: { apple: boolean; google: boolean }
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

async function addToCard(app: App, cabinetId: number, target: Target): Promise<void> {
  const google = passes.googleOf(app)
  const now = app.clock.now()
  const objectId = target.googleObjectId as string
  const message = { id: target.messageId, header: target.organisation, body: target.text }
  const recent = target.googleNotifiedAt.filter((at) => now.getTime() - at.getTime() < GOOGLE_NOTICES.windowMs)
  const notifies = recent.length < GOOGLE_NOTICES.max
  const messageType = notifies ? ('TEXT_AND_NOTIFY' as const) : ('TEXT' as const)
  const { isRepeat } = target
  const outcome = await google.addMessage('object', objectId, { ...message, messageType }, { isRepeat })
  if (outcome === 'quota_exceeded')
    await google.addMessage('object', objectId, { ...message, messageType: 'TEXT' }, { isRepeat: true })
  if (notifies && outcome === 'sent') await noteNotice(app, cabinetId, target, now)
}

export async function sendToGoogle(app: App, cabinetId: number, target: Target): Promise<passes.WalletOutcome> {
  if (target.googleObjectId === null) return 'not_sent'
  if (isGoogleAway(app)) return 'queued'
  try {
    await addToCard(app, cabinetId, target)
    noteGoogleAnswer(app, true)
    app.metrics.countDelivery('google', 'accepted')
    return 'sent'
  } catch (error) {
    app.log.warn(
      { cabinetId, passId: target.passId, error: error instanceof Error ? error.message : String(error) },
      'Google did not take a message',
    )
    const isAway = error instanceof GoogleUnreachable
    noteGoogleAnswer(app, !isAway)
    app.metrics.countDelivery('google', isAway ? 'unreachable' : 'refused')
    return isAway ? 'queued' : 'not_sent'
  }
}

/** @returns what each wallet that was asked has answered; those that stay queued have a retry */
export async function sendToWallets(app: App, cabinetId: number, targets: readonly Target[]): Promise<Outcome[]> {
  const [apple, google] = await Promise.all([
    passes.pushToApple(app, cabinetId, { passes: targets.filter((one) => one.asks.apple).map((one) => one.passId) }),
    Promise.all(
      targets
        .filter((one) => one.asks.google)
        .map(async (target) => [target.passId, await sendToGoogle(app, cabinetId, target)] as const),
    ).then((all) => new Map(all)),
  ])
  const waiting = [...google].filter(([, state]) => state === 'queued').map(([passId]) => passId)
  if (waiting.length > 0) await passes.retryGoogleLater(app, cabinetId, waiting)
  return targets.map(({ passId, messageId, asks }) => ({
    messageId,
    // A phone that has removed the card since is not there any more.
    apple: asks.apple ? (apple.get(passId)?.state ?? 'not_sent') : undefined,
    google: google.get(passId),
  }))
}
