/** What a cabinet may do by its tariff and its money. Limits are counted behind a lock on the cabinet's row. */
import { type CabinetDb, conditionOf } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import * as sql from './limits-sql.ts'
import type { TariffKey } from './tables.ts'

/** The demo is over, or the money of a paid tariff is, and its day of grace: what exists may be read, little else. */
export function isLimited(row: sql.Standing, now: Date): boolean {
  if (row.tariff_key === null) return false
  if (row.tariff_key === 'demo') return row.demo_until !== null && row.demo_until <= now
  return row.balance_minor < 0 && (row.grace_until === null || row.grace_until <= now)
}

/** Locks the cabinet's row: limits are counted behind it, so two at the same time cannot both pass. */
export function lockCabinet(db: CabinetDb): Promise<void> {
  return sql.lockCabinet(db)
}

/** Limits of the tariff, with the cabinet's row locked so that two requests at the same time cannot both pass. */
export async function lockLimits(db: CabinetDb): Promise<sql.TariffLimits> {
  await sql.lockCabinet(db)
  return readLimits(db)
}

/** Without a tariff nothing may be made. */
export async function readLimits(db: CabinetDb): Promise<sql.TariffLimits> {
  return (
    (await sql.limitsOf(db)) ?? {
      cards: 0,
      templates: 0,
      forms: 0,
      segments: 0,
      triggers: 0,
      users: 0,
      geoPoints: 0,
      beacons: 0,
      apiPerHour: 0,
      apiPerSecond: 0,
    }
  )
}

/** Without a tariff there is no limit that could be reached. */
export async function readCardUse(db: CabinetDb): Promise<{ used: number; limit: number }> {
  return (await sql.cardUse(db)) ?? { used: 0, limit: 0 }
}

/** The same limits as for a user, for work that no user started. */
export async function standingOf(app: App, db: CabinetDb): Promise<{ tariff: TariffKey | null; isLimited: boolean }> {
  const row = await sql.standingOf(db)
  return { tariff: row?.tariff_key ?? null, isLimited: row !== undefined && isLimited(row, app.clock.now()) }
}

export function demosEnding(app: App, from: Date, to: Date): Promise<{ id: number; until: Date }[]> {
  return app.database.acrossCabinets((tx) => sql.demosBetween(tx, from, to))
}

/**
 * Next free card number; also counts the card. Plastic numbers are skipped, as `numberAfter` does. The limit is
 * checked behind the lock of the cabinet's row, so that many at the same time cannot pass it.
 * @returns undefined when the tariff allows no more cards
 */
export function takeCardNumber(db: CabinetDb): Promise<number | undefined> {
  return sql.takeCardNumber(db)
}

/** Others have taken the last cards of the plan at the same time (0591). @param error of a commit */
export const hasNoMoreCards = (error: unknown): boolean => conditionOf(error) === 'cabinets_cards_of_plan'

export { passCardNumbers, returnCards, takeCardNumbers } from './limits-sql.ts'
