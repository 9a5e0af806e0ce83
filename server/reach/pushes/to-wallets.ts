/**
 * Asks both wallets for a batch of messages. A wallet that does not answer keeps no other from its turn: what it did
 * not accept stays queued, for that wallet alone, and a retry follows.
 */
import type { App } from '../../base/app.ts'
import * as passes from '../passes/passes.ts'
import { sendToGoogle, type Target } from './ask-google.ts'
import { settleWith } from './settle.ts'
import type { Outcome } from './settle-sql.ts'

/** @returns what each wallet that was asked has answered; those that stay queued have a retry */
export async function sendToWallets(app: App, cabinetId: number, targets: readonly Target[]): Promise<Outcome[]> {
  await passes.placeChanged(
    app,
    cabinetId,
    targets.map((one) => one.passId),
  )
  const [apple, google] = await Promise.all([
    passes.pushToApple(
      app,
      cabinetId,
      { passes: targets.filter((one) => one.asks.apple).map((one) => one.passId) },
      settleWith(app),
    ),
    Promise.all(
      targets
        .filter((one) => one.asks.google)
        .map(async (target) => {
          const state = await sendToGoogle(app, cabinetId, target)
          // Should the worker that is sending it be dead, a retry sends it.
          return [target.passId, state === 'taken' ? 'queued' : state] as const
        }),
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
