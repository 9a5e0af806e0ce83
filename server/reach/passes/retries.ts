/**
 * Repeats what a wallet has not accepted. Each phone and each card at Google waits for itself; while a wallet is away,
 * a few are asked and the others stay due.
 */
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { type AppleOutcome, type OnAnswered, pushToApple } from './notify-apple.ts'
import * as phonesSql from './phones-sql.ts'
import * as retriesSql from './retries-sql.ts'
import { scheduleRetry } from './retry-order.ts'
import type { Wallet } from './wallets-sql.ts'

/** Longer than a batch takes: all phones of one at once, cards at Google one after the other. */
const LEASE_MS: Readonly<Record<Wallet, number>> = { apple: 2 * MINUTE_MS, google: MINUTE_MS }
const BATCH = 500

/** Takes retries that are due; they are due again after a while if the worker dies. */
export function claimRetries(
  app: App,
  cabinetId: number,
  wallet: Wallet,
  limit = BATCH,
): Promise<{ id: string; passId: string }[]> {
  return openForWork(app, cabinetId, (db) =>
    retriesSql.claimRetries(db, wallet, { now: app.clock.now(), leaseMs: LEASE_MS[wallet], limit }),
  )
}

/**
 * Notifies the phones of one batch that is due.
 * @returns outcomes by card, null when nothing is due; `queued` while any phone of the card waits and none was reached
 */
export async function retryApple(
  app: App,
  cabinetId: number,
  onAnswered: OnAnswered,
): Promise<Map<string, AppleOutcome> | null> {
  const due = await claimRetries(app, cabinetId, 'apple')
  if (due.length === 0) return null
  return pushToApple(app, cabinetId, { registrations: due.map((one) => one.id) }, onAnswered)
}

/** Accounts with retries that are due, for the scheduler. */
export function dueRetries(app: App): Promise<{ cabinetId: number; wallet: Wallet }[]> {
  return app.database.acrossCabinets((tx) => retriesSql.cabinetsWithRetries(tx, app.clock.now()))
}

/** Google has accepted all that these cards were waiting for, or never will. */
export function endGoogleRetries(app: App, cabinetId: number, passIds: readonly string[]): Promise<void> {
  return openForWork(app, cabinetId, (db) => retriesSql.dropRetries(db, 'google', passIds))
}

/** Google did not accept these cards or messages now. @param isRetry they were due */
export async function retryGoogleLater(
  app: App,
  cabinetId: number,
  passIds: readonly string[],
  isRetry = false,
): Promise<void> {
  await openForWork(app, cabinetId, async (db) => {
    const all = passIds.map((passId) => ({ id: passId, passId, reason: 'unreachable' as const }))
    const put = await retriesSql.putRetries(db, 'google', all, { now: app.clock.now(), isRetry })
    await scheduleRetry(
      app,
      db,
      'google',
      put.map((one) => one.nextAt),
    )
  })
}

/** Puts these cards up for a retry in the wallets named: a job that called them has failed. */
export async function oweToWallets(
  app: App,
  db: CabinetDb,
  cards: ReadonlyMap<string, { apple: boolean; google: boolean }>,
): Promise<void> {
  const passIds = (wallet: Wallet) => [...cards].filter(([, asks]) => asks[wallet]).map(([passId]) => passId)
  const phones = await phonesSql.pushTargetsOf(db, { passes: passIds('apple') })
  const now = app.clock.now()
  for (const [wallet, ids] of [
    ['apple', phones.map(({ registrationId, passId }) => ({ id: registrationId, passId }))],
    ['google', passIds('google').map((passId) => ({ id: passId, passId }))],
  ] as const) {
    const all = ids.map((one) => ({ ...one, reason: 'unreachable' as const }))
    const put = await retriesSql.putRetries(db, wallet, all, { now, isRetry: false })
    await scheduleRetry(
      app,
      db,
      wallet,
      put.map((one) => one.nextAt),
    )
  }
}
