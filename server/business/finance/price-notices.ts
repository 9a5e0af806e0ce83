/**
 * Businesses that have a module on are notified of its new price. A price that is put back within the hour was a
 * mistake, and nobody is bothered with it.
 */
import { addDays, moscowDay } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import * as cabinets from '../../platform/cabinets/cabinets.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import {
  activeSince,
  cabinetsWithModule,
  pricedModules,
  type PriceRow,
  setAnnounced,
  unannouncedPrices,
} from '../../reach/marketplace/marketplace.ts'
import { dayCharge } from './day-charge.ts'
import * as gifts from './gifts.ts'
import * as sql from './sql.ts'

/** The first day that is charged at the price; null: the business turned the module on at this price. */
async function startOf(db: CabinetDb, { id, price_minor: priceMinor }: PriceRow, today: string) {
  const { charged_on: chargedOn } = await cabinets.lockAccount(db)
  const until = (await gifts.freeModules(db, await pricedModules(db), today)).get(id)
  if (until !== undefined) return addDays(until, 1)
  const charged = (await sql.modulesChargedFor(db, today)).get(id) ?? 0
  const isNew = charged === dayCharge(priceMinor, today)
  const since = await activeSince(db, id)
  if (since !== null && moscowDay(since) === today && charged > 0 && isNew) return null
  return isNew || chargedOn !== today ? today : addDays(today, 1)
}

async function notifyOfPrice(app: App, db: CabinetDb, price: PriceRow): Promise<void> {
  const { tariff_key: key } = await cabinets.lockAccount(db)
  // It pays for no module now, and sees the price before it will.
  if (key === null || key === 'demo') return
  const startsOn = await startOf(db, price, moscowDay(app.clock.now()))
  if (startsOn === null) return
  const { id, announced_minor: fromMinor, price_minor: toMinor, version } = price
  await notify(app, db, {
    type: 'module_price',
    detail: { module: id, fromMinor, toMinor, startsOn },
    onceKey: `price|${id}|${version}`,
  })
}

/** One that fails is repeated; who was notified is not again. */
async function announce(app: App, price: PriceRow): Promise<void> {
  await cabinets.eachCabinet(
    app,
    (after, limit) => app.database.acrossCabinets((tx) => cabinetsWithModule(tx, price.id, after, limit)),
    (db) => notifyOfPrice(app, db, price),
  )
  await app.database.acrossCabinets((tx) => setAnnounced(tx, price.id, price.price_minor))
}

export const announcePrices: Job<Nothing> = defineJob({
  name: 'announce-module-prices',
  shape: Nothing,
  every: '27 * * * *',
  async handle(app) {
    for (const price of await app.database.acrossCabinets(unannouncedPrices)) await announce(app, price)
  },
})
