/**
 * Bonuses for months of the plan paid at once: for thirty days the dearer of the modules of codes and offers costs
 * nothing, or that of Telegram.
 */
import { GIFT_DAYS, GIFT_PERIOD, TELEGRAM_GIFT_PERIOD } from '../../../contract/business/payment-sums.ts'
import { PROMO_MODULES } from '../../../contract/limits.ts'
import { addDays, moscowDay } from '../../../contract/time.ts'
import type { ModuleId } from '../../../contract/reach/marketplace.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { modulePrices } from '../../reach/marketplace/marketplace.ts'
import * as sql from './sql.ts'

const MODULES_OF: Readonly<Record<sql.Gift, readonly ModuleId[]>> = {
  module_gifts: PROMO_MODULES,
  telegram_gifts: ['telegram'],
}
const GIFTS: readonly sql.Gift[] = ['module_gifts', 'telegram_gifts']
const GIFT_OF: Readonly<Partial<Record<number, sql.Gift>>> = {
  [GIFT_PERIOD]: 'module_gifts',
  [TELEGRAM_GIFT_PERIOD]: 'telegram_gifts',
}

/** What so many months bring; null: nothing. While its modules have no price, there is nothing to give. */
export async function giftFor(db: CabinetDb, months: number): Promise<sql.Gift | null> {
  const gift = GIFT_OF[months]
  if (gift === undefined) return null
  const isPriced = (await modulePrices(db.tx)).some((row) => row.price_minor > 0 && MODULES_OF[gift].includes(row.id))
  return isPriced ? gift : null
}

/** In the transaction that credits the payment. A second gift begins when the first one ends. */
export async function giveForPeriod(app: App, db: CabinetDb, months: number | null): Promise<void> {
  const gift = months === null ? null : await giftFor(db, months)
  if (gift === null) return
  const yesterday = addDays(moscowDay(app.clock.now()), -1)
  const until = await sql.giftUntil(db, gift)
  const after = until !== null && until > yesterday ? until : yesterday
  await sql.setGiftUntil(db, gift, addDays(after, GIFT_DAYS))
}

/** The last day of a gift that lasts that day; null: there is none. */
export async function giftOn(db: CabinetDb, gift: sql.Gift, day: string): Promise<string | null> {
  const until = await sql.giftUntil(db, gift)
  return until !== null && until >= day ? until : null
}

/** The modules that cost nothing that day, each with the last such day: of each gift the dearest that is on. */
export async function freeModules(
  db: CabinetDb,
  modules: readonly { id: ModuleId; priceMinor: number }[],
  day: string,
): Promise<Map<ModuleId, string>> {
  const free = new Map<ModuleId, string>()
  for (const gift of GIFTS) {
    const [dearest] = modules
      .filter(({ id }) => MODULES_OF[gift].includes(id))
      .toSorted((one, other) => other.priceMinor - one.priceMinor)
    const until = dearest && (await giftOn(db, gift, day))
    if (dearest && until) free.set(dearest.id, until)
  }
  return free
}
