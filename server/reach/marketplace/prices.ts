/** What modules cost for thirty days: one row each, of the whole installation. */
import { MODULES } from '../../../contract/limits.ts'
import type { ModuleId } from '../../../contract/reach/marketplace.ts'
import type { CabinetDb, Db, Tx } from '../../base/db.ts'
import * as sql from './prices-sql.ts'
import { allModules } from './sql.ts'

export type { PriceRow } from './prices-sql.ts'
export { setAnnounced, unannouncedPrices, updateModulePrice } from './prices-sql.ts'

/** In the order of the marketplace. A module without a row costs nothing. */
export async function modulePrices(db: Db | Tx): Promise<sql.PriceRow[]> {
  const rows = new Map((await sql.allPrices(db)).map((row) => [row.id, row]))
  return MODULES.map((id) => rows.get(id) ?? { id, price_minor: 0, version: 0, announced_minor: 0 })
}

/** Modules that are on and cost something. */
export async function pricedModules(db: CabinetDb): Promise<{ id: ModuleId; priceMinor: number }[]> {
  const priced = (await modulePrices(db.tx)).filter((row) => row.price_minor > 0)
  if (priced.length === 0) return []
  const active = new Set((await allModules(db)).filter((row) => row.is_active).map((row) => row.id))
  return priced.filter(({ id }) => active.has(id)).map(({ id, price_minor: priceMinor }) => ({ id, priceMinor }))
}

/** Since when a module is on; null while it is off. */
export async function activeSince(db: CabinetDb, id: ModuleId): Promise<Date | null> {
  const row = (await allModules(db)).find((one) => one.id === id)
  return row?.is_active ? row.since : null
}
