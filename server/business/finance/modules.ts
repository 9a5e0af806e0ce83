/** Modules with a price are charged by the day, as plans are: a day once, at the price it had. */
import { moscowDay } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as cabinets from '../../platform/cabinets/cabinets.ts'
import { pricedModules } from '../../reach/marketplace/marketplace.ts'
import { dayCharge } from './day-charge.ts'
import { book } from './book.ts'
import * as gifts from './gifts.ts'
import * as sql from './sql.ts'

/**
 * Charges what of today is not charged yet.
 * @param isDayBegun the plan of this day has just been charged: the day is given as a whole, whatever it left
 */
export async function chargeModules(app: App, db: CabinetDb, isDayBegun: boolean): Promise<void> {
  const modules = await pricedModules(db)
  if (modules.length === 0) return
  const { tariff_key: key, balance_minor: balanceMinor } = await cabinets.lockAccount(db)
  if (key === null || key === 'demo' || (balanceMinor < 0 && !isDayBegun)) return
  const day = moscowDay(app.clock.now())
  const charged = await sql.modulesChargedFor(db, day)
  const free = await gifts.freeModules(db, modules, day)
  for (const { id, priceMinor } of modules) {
    const amountMinor = dayCharge(priceMinor, day)
    if (amountMinor === 0 || free.has(id) || charged.has(id)) continue
    await book(app, db, { event: 'module', amountMinor: -amountMinor, reference: `${day}/${id}` })
  }
}
