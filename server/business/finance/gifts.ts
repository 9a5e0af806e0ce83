/** A bonus for months of the plan paid at once: for thirty days the dearer module that is on costs nothing. */
import { GIFT_DAYS, GIFT_PERIOD } from '../../../contract/business/payment-sums.ts'
import { addDays, moscowDay } from '../../../contract/time.ts'
import type { ModuleId } from '../../../contract/reach/marketplace.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { modulePrices } from '../../reach/marketplace/marketplace.ts'
import * as sql from './sql.ts'

/** While no module has a price, there is nothing to give. */
export async function givesModule(db: CabinetDb): Promise<boolean> {
  return (await modulePrices(db.tx)).some((row) => row.price_minor > 0)
}

/** In the transaction that credits the payment. A second gift begins when the first one ends. */
export async function giveForPeriod(app: App, db: CabinetDb, months: number | null): Promise<void> {
  if (months !== GIFT_PERIOD || !(await givesModule(db))) return
  const yesterday = addDays(moscowDay(app.clock.now()), -1)
  const until = await sql.giftUntil(db)
  const after = until !== null && until > yesterday ? until : yesterday
  await sql.setGiftUntil(db, addDays(after, GIFT_DAYS))
}

/** The last day of a gift that lasts that day; null: there is none. */
export async function giftOn(db: CabinetDb, day: string): Promise<string | null> {
  const until = await sql.giftUntil(db)
  return until !== null && until >= day ? until : null
}

/** The module that costs nothing that day: the dearest of those that are on. */
export async function freeModule(
  db: CabinetDb,
  modules: readonly { id: ModuleId; priceMinor: number }[],
  day: string,
): Promise<ModuleId | null> {
  if ((await giftOn(db, day)) === null) return null
  return modules.toSorted((one, other) => other.priceMinor - one.priceMinor)[0]?.id ?? null
}
