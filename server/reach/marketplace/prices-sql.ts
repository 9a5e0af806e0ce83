import type { ModuleId } from '../../../contract/reach/marketplace.ts'
import type { Db, Tx } from '../../base/db.ts'

type Tables = { module_prices: { id: ModuleId; price_minor: number; version: number; announced_minor: number } }
export type PriceRow = Tables['module_prices']

const tables = (db: Db | Tx) => db.withTables<Tables>()

export function allPrices(db: Db | Tx): Promise<PriceRow[]> {
  return tables(db).selectFrom('module_prices').selectAll().execute()
}

/** @returns false when somebody saved a newer version meanwhile */
export async function updateModulePrice(tx: Tx, id: string, version: number, priceMinor: number): Promise<boolean> {
  const done = await tables(tx)
    .updateTable('module_prices')
    .set((of) => ({ price_minor: priceMinor, version: of('version', '+', 1) }))
    .where('id', '=', id as ModuleId)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Prices that businesses do not know of yet. */
export function unannouncedPrices(tx: Tx): Promise<PriceRow[]> {
  return tables(tx).selectFrom('module_prices').selectAll().whereRef('price_minor', '<>', 'announced_minor').execute()
}

export async function setAnnounced(tx: Tx, id: ModuleId, priceMinor: number): Promise<void> {
  await tables(tx).updateTable('module_prices').set({ announced_minor: priceMinor }).where('id', '=', id).execute()
}
