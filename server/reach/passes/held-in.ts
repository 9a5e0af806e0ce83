/** The wallets that one card is in, and those that it has left. */
import type { CabinetDb } from '../../base/db.ts'
import * as phonesSql from './phones-sql.ts'
import type { PassRow } from './sql.ts'
import type { Wallet } from './wallets-sql.ts'

/** Wallets that have the card, each with its first day there. */
export async function devicesOf(db: CabinetDb, pass: PassRow): Promise<{ wallet: Wallet; since: string }[]> {
  const apple = (await phonesSql.devicesOf(db, pass.id)).map((row) => ({
    wallet: 'apple' as const,
    since: row.created_at.toISOString(),
  }))
  return pass.google_saved_at ? [...apple, { wallet: 'google', since: pass.google_saved_at.toISOString() }] : apple
}

/** Wallets that the card has left and is not in now, each with the day. */
export function removalsOf(pass: PassRow, devices: readonly { wallet: Wallet }[]): { wallet: Wallet; at: string }[] {
  const times = { apple: pass.apple_removed_at, google: pass.google_removed_at }
  return (['apple', 'google'] as const).flatMap((wallet) => {
    const at = devices.some((device) => device.wallet === wallet) ? null : times[wallet]
    return at ? [{ wallet, at: at.toISOString() }] : []
  })
}
