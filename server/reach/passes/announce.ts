/** Notifies the wallets of changed cards: an empty push to each iPhone, a new object to Google. Safe to run twice. */
import { z } from 'zod'
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { GoogleRefused, GoogleUnreachable } from '../../engines/wallet/google/refusals.ts'
import { syncGoogle } from './google-object.ts'
import * as googleSql from './google-sql.ts'
import { type OnAnswered, pushToApple } from './notify-apple.ts'
import { placeChanged } from './order.ts'
import { oweToWallets, retryGoogleLater } from './retries.ts'

const Announced = z.object({ cabinetId: z.int(), passes: z.array(z.uuid()).max(1000), notify: z.boolean() })
type Announced = z.infer<typeof Announced>

/** The job is handled in the room of pushes, because messages wait for the same answers. */
export const announceOrder = {
  name: 'announce-cards',
  shape: Announced,
  retry: { limit: 8, delaySeconds: 3 },
  atOnce: 3,
}

export async function announce(app: App, { cabinetId, passes, notify }: Announced, onAnswered: OnAnswered) {
  await placeChanged(app, cabinetId, passes)
  await pushToApple(app, cabinetId, { passes }, onAnswered)
  const behind = await openForWork(app, cabinetId, (db) => googleSql.behindAtGoogle(db, passes))
  for (const [index, passId] of behind.entries()) {
    if (await tryGoogle(app, cabinetId, passId, notify)) continue
    // Google is away: the others would only wait for it, too.
    await retryGoogleLater(app, cabinetId, behind.slice(index))
    return
  }
}

export function announceLater(app: App, { cabinetId, passes }: Announced): Promise<void> {
  return openForWork(app, cabinetId, (db) =>
    oweToWallets(app, db, new Map(passes.map((passId) => [passId, { apple: true, google: true }]))),
  )
}

/** A card that Google refuses does not hold up the others. @returns false when Google cannot accept it now */
export async function tryGoogle(app: App, cabinetId: number, passId: string, notify: boolean): Promise<boolean> {
  try {
    await syncGoogle(app, cabinetId, passId, { notify })
    app.metrics.countDelivery('google', 'accepted')
  } catch (error) {
    if (error instanceof GoogleUnreachable) {
      app.metrics.countDelivery('google', 'unreachable')
      return false
    }
    if (!(error instanceof GoogleRefused)) throw error
    app.metrics.countDelivery('google', 'refused')
    app.log.warn({ cabinetId, passId, reason: error.reason }, 'Google refused a card')
  }
  return true
}
