/** What businesses learn of a new price of a module, and when they learn nothing. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { modulePrices } from '../../../contract/business/module-prices.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { marketplace, type ModuleId } from '../../../contract/reach/marketplace.ts'
import { addDays } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { charge, choose, give, ledger, open, passDays, server, setUpFinance, today } from '../../../test/finance.ts'
import { type Person, type Shop, signIn } from '../../../test/people.ts'
import { dayText } from '../../base/moment-text.ts'
import { announcePrices } from './price-notices.ts'

setUpFinance()

let desk: Person
beforeAll(async () => {
  desk = await signIn(server, 'Olga')
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
})
afterEach(() => query(server, 'update module_prices set price_minor = 0, announced_minor = 0'))

async function setPrice(id: ModuleId, priceMinor: number): Promise<void> {
  const saved = (await desk.send(modulePrices.listModulePrices, {})).find((one) => one.id === id)
  await desk.send(modulePrices.saveModulePrice, {
    params: { moduleId: id },
    body: { priceMinor, version: saved?.version ?? 0 },
  })
}
async function turnOn(shop: Shop, moduleId: ModuleId): Promise<Shop> {
  const params = { c: shop.c, moduleId }
  const { version } = await shop.owner.send(marketplace.readModule, { params })
  await shop.owner.send(marketplace.saveModule, { params, body: { isActive: true, promos: [], version } })
  return shop
}
async function openPaid(): Promise<Shop> {
  const shop = await open()
  await give(shop, 1000_00, 'top_up')
  await choose(shop, 'base')
  return shop
}
async function round(): Promise<void> {
  await Promise.all([announcePrices.handle(server.app, {}), announcePrices.handle(server.app, {})])
  await announcePrices.handle(server.app, {})
  await server.drainJobs()
}
const newsOf = async (shop: Shop) => {
  const { data } = await shop.owner.send(notifications.listNotifications, { params: { c: shop.c }, query: {} })
  return data.filter(({ type }) => type === 'module_price').map(({ text }) => text.replaceAll('\u00A0', ' '))
}
const dated = (day: string) => dayText('en', new Date(day)).replaceAll('\u00A0', ' ')

describe('a new price of a module', () => {
  it('is announced once with the old one and the day it begins, also by email', async () => {
    await setPrice('welcome', 9_00)
    await round()
    const shop = await turnOn(await openPaid(), 'welcome')
    await setPrice('welcome', 12_00)
    await server.drainJobs()
    server.outside.smtp.mailbox.clear()
    await round()
    const tomorrow = addDays(today(), 1)
    expect(await newsOf(shop)).toEqual([
      `From ${dated(tomorrow)}, “Welcome promo codes” costs 12.00 EUR for 30 days. Until then it costs 9.00 EUR.`,
    ])
    expect(server.outside.smtp.mailbox.list().map(({ to }) => to)).toEqual([[shop.owner.email]])
    await passDays(1)
    await charge()
    expect((await ledger(shop, { event: 'module' })).data.map((row) => row.amountMinor)).toEqual([-40, -30])
    await setPrice('welcome', 0)
    await round()
    const [latest] = await newsOf(shop)
    expect(latest).toContain('you no longer pay for “Welcome promo codes”. Until then it costs 12.00 EUR')
  })

  it('that was part of the plan begins tomorrow; changed before the day is charged, it begins today', async () => {
    const [shop, night] = [await turnOn(await openPaid(), 'referral'), await turnOn(await openPaid(), 'referral')]
    await passDays(1)
    await charge()
    await query(server, 'update cabinets set charged_on = $2 where id = $1', [night.c, addDays(today(), -1)])
    await setPrice('referral', 6_00)
    await round()
    expect(await newsOf(shop)).toEqual([
      expect.stringMatching(new RegExp(`^From ${dated(addDays(today(), 1))}, .*plan`)),
    ])
    expect(await newsOf(night)).toEqual([expect.stringMatching(new RegExp(`^From ${dated(today())}, .*plan`))])
  })

  it('begins after the days on which the module is free', async () => {
    await setPrice('welcome', 9_00)
    await round()
    const shop = await turnOn(await openPaid(), 'welcome')
    const until = addDays(today(), 20)
    await query(server, 'insert into module_gifts (cabinet_id, until) values ($1, $2)', [shop.c, until])
    await passDays(1)
    await charge()
    await setPrice('welcome', 10_00)
    await round()
    expect(await newsOf(shop)).toEqual([expect.stringContaining(dated(addDays(until, 1)))])
  })

  it('is no news where nothing changes: off, a demo, turned on at this price, or put back in time', async () => {
    await setPrice('welcome', 9_00)
    await round()
    const [off, demo, on] = [await openPaid(), await turnOn(await openPaid(), 'welcome'), await openPaid()]
    await query(server, `update cabinets set tariff_key = 'demo' where id = $1`, [demo.c])
    await turnOn(on, 'referral')
    const before = await turnOn(await openPaid(), 'welcome')
    await setPrice('welcome', 90_00)
    await setPrice('welcome', 9_00)
    await round()
    expect(await newsOf(before)).toEqual([])
    await setPrice('welcome', 15_00)
    const late = await turnOn(await openPaid(), 'welcome')
    await round()
    const quiet = await Promise.all([off, demo, on, late].map(newsOf))
    expect(quiet).toEqual([[], [], [], []])
    expect(await newsOf(before)).toHaveLength(1)
  })
})
