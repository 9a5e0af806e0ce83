/**
 * Notifies when most of the tariff's cards are issued, and when all are: once per limit, so a higher limit starts
 * again.
 */
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { readCardUse } from '../../platform/cabinets/cabinets.ts'
import { notify } from '../../platform/notifications/notifications.ts'

const MOST_SHARE = 0.8

/** @param uncounted cards of this transaction that are counted at its commit */
export async function notifyOfCardUse(app: App, db: CabinetDb, uncounted = 0): Promise<void> {
  const counted = await readCardUse(db)
  const { limit } = counted
  const used = counted.used + uncounted
  if (limit === 0 || used < limit * MOST_SHARE) return
  const percent = used < limit ? MOST_SHARE * 100 : 100
  await notify(app, db, {
    type: 'tariff_of_cards_limit',
    detail: { used, limit },
    onceKey: `cards|${limit}|${percent}`,
  })
}
