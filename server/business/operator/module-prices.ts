/** Prices of modules: rows that the operator edits. */
import { modulePrices as contract, type ModulePrice } from '../../../contract/business/module-prices.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { modulePrices, type PriceRow, updateModulePrice } from '../../reach/marketplace/marketplace.ts'

const refuse = refusals(contract)
const reply = ({ id, price_minor: priceMinor, version }: PriceRow): ModulePrice => ({ id, priceMinor, version })

export async function listModulePrices(app: App): Promise<ModulePrice[]> {
  return (await app.database.asOperator(modulePrices)).map(reply)
}

/** @throws Refusal module_not_found, version_conflict */
export function saveModulePrice(
  app: App,
  id: string,
  { priceMinor, version }: { priceMinor: number; version: number },
): Promise<ModulePrice> {
  return app.database.asOperator(async (tx) => {
    if (!(await modulePrices(tx)).some((row) => row.id === id)) throw refuse('module_not_found')
    if (!(await updateModulePrice(tx, id, version, priceMinor))) throw refuse('version_conflict')
    const saved = (await modulePrices(tx)).find((row) => row.id === id)
    if (!saved) throw refuse('module_not_found')
    return reply(saved)
  })
}
