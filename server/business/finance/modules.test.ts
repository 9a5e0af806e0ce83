/** Modules with a price: charged by the day, shown before they are turned on, and free as a bonus for three months. */
import { beforeAll, describe, expect, it } from 'vitest'
import { modulePrices } from '../../../contract/business/module-prices.ts'
import { ledger as ledgerContract } from '../../../contract/business/ledger.ts'
import { payments } from '../../../contract/business/payments.ts'
import { marketplace, type ModuleId } from '../../../contract/reach/marketplace.ts'
import { addDays } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import {
  charge,
  choose,
  current,
  give,
  isSound,
  ledger,
  open,
  passDays,
  server,
  setUpFinance,
  today,
} from '../../../test/finance.ts'
import { start } from '../../../test/payments.ts'
import { type Person, type Shop, signIn } from '../../../test/people.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { settlePaid } from '../payments/settle.ts'
import { dayCharge } from './day-charge.ts'

setUpFinance()

let desk: Person
beforeAll(async () => {
  desk = await signIn(server, 'Olga')
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
})

const pricesNow = () => desk.send(modulePrices.listModulePrices, {})
const savePrice = async (id: ModuleId, priceMinor: number, version?: number) => {
  const saved = (await pricesNow()).find((one) => one.id === id)
  return desk.ask(modulePrices.saveModulePrice, {
    params: { moduleId: id },
    body: { priceMinor, version: version ?? saved?.version ?? 0 },
  })
}
const read = (shop: Shop, moduleId: ModuleId) =>
  shop.owner.send(marketplace.readModule, { params: { c: shop.c, moduleId } })
async function turn(shop: Shop, moduleId: ModuleId, isActive: boolean) {
  const { version } = await read(shop, moduleId)
  return shop.owner.ask(marketplace.saveModule, {
    params: { c: shop.c, moduleId },
    body: { isActive, promos: [], version },
  })
}
const daysOf = async (shop: Shop) =>
  (await ledger(shop, { event: 'module' })).data.map(({ module, amountMinor }) => [module, amountMinor])
async function liveDays(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await passDays(1)
    await Promise.all([charge(), charge()])
  }
}
async function openPaid(): Promise<Shop> {
  const shop = await open()
  await give(shop, 1000_00, 'top_up')
  await choose(shop, 'base')
  return shop
}
/** Both modules as they were made: included. */
const withoutPrices = () => query(server, 'update module_prices set price_minor = 0')

describe('a module', () => {
  it('without a price is never charged, and the operator alone sets one, in turn with others', async () => {
    const shop = await openPaid()
    await turn(shop, 'welcome', true)
    await liveDays(2)
    expect(await daysOf(shop)).toEqual([])
    expect(await read(shop, 'welcome')).toMatchObject({ priceMinor: 0 })
    const { data } = (await savePrice('welcome', 9_00)).body as { data: { version: number } }
    expect(data).toMatchObject({ id: 'welcome', priceMinor: 9_00 })
    expect((await savePrice('welcome', 8_00, data.version - 1)).body.error?.code).toBe('version_conflict')
    expect((await savePrice('welcome', -1)).status).toBe(422)
    expect((await savePrice('nothing' as ModuleId, 1)).status).toBe(404)
    expect((await shop.owner.ask(modulePrices.listModulePrices, {})).status).toBe(404)
    await withoutPrices()
  })

  it('with a price costs its first day at once and every day once, by its own name, until it is off', async () => {
    await savePrice('welcome', 9_00)
    const shop = await openPaid()
    expect(await read(shop, 'welcome')).toMatchObject({ priceMinor: 9_00, isActive: false })
    await turn(shop, 'welcome', true)
    const first = dayCharge(9_00, today())
    expect(await daysOf(shop)).toEqual([['welcome', -first]])
    await turn(shop, 'welcome', true)
    await charge()
    expect(await daysOf(shop)).toHaveLength(1)
    await liveDays(29)
    const rows = await daysOf(shop)
    expect(rows).toHaveLength(30)
    expect(rows.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(-9_00)
    await passDays(1)
    await turn(shop, 'welcome', false)
    await charge()
    await liveDays(2)
    expect(await daysOf(shop)).toHaveLength(30)
    await isSound(shop.c)
    await withoutPrices()
  })

  it('that becomes dearer costs more from the next day, and is part of how long the money lasts', async () => {
    await savePrice('referral', 30_00)
    const shop = await openPaid()
    const without = (await current(shop)).paidUntil
    await turn(shop, 'referral', true)
    await savePrice('referral', 60_00)
    await charge()
    expect(await daysOf(shop)).toEqual([['referral', -1_00]])
    const now = await current(shop)
    expect(now).toMatchObject({ priceMinor: 39_00, modulesMinor: 60_00, perDayMinor: 1_30 + 2_00 })
    expect(Date.parse(now.paidUntil ?? '')).toBeLessThan(Date.parse(without ?? ''))
    const outlook = await shop.owner.send(ledgerContract.readOutlook, { params: { c: shop.c } })
    expect(outlook).toMatchObject({ fixedMinor: 99_00, lastsUntil: now.paidUntil })
    await liveDays(1)
    expect(await daysOf(shop)).toEqual([
      ['referral', -2_00],
      ['referral', -1_00],
    ])
    await withoutPrices()
  })

  it('is charged to nobody who owes, also when it is turned on in the day of grace', async () => {
    await savePrice('welcome', 30_00)
    await savePrice('referral', 15_00)
    const shop = await openPaid()
    await turn(shop, 'welcome', true)
    await give(shop, -(await current(shop)).balanceMinor - 1, 'correction')
    expect((await turn(shop, 'referral', true)).status).toBe(200)
    await liveDays(2)
    expect(await daysOf(shop)).toHaveLength(1)
    expect((await current(shop)).balanceMinor).toBe(-1)
    await withoutPrices()
  })
})

describe('three months paid at once', () => {
  const pay = async (shop: Shop, months: number) => {
    const { periods } = await shop.owner.send(payments.readTerms, { params: { c: shop.c } })
    const { amountMinor = 0, moduleDays } = periods.find((one) => one.months === months) ?? {}
    const { payment } = await start(shop, amountMinor / 100, { months })
    const paid = { number: payment.no, totalMinor: payment.totalMinor, isTest: false, provider: 'robokassa' }
    const settle = () => openForWork(server.app, shop.c, (db) => settlePaid(server.app, db, paid))
    await Promise.all([settle(), settle()])
    return moduleDays
  }

  it('bring the dearer module for thirty days, once for each payment', async () => {
    await savePrice('welcome', 30_00)
    await savePrice('referral', 15_00)
    const shop = await openPaid()
    expect([await pay(shop, 3), await pay(shop, 1)]).toEqual([30, 0])
    expect((await current(shop)).moduleFreeUntil).toBe(addDays(today(), 29))
    await turn(shop, 'referral', true)
    await turn(shop, 'welcome', true)
    expect(await daysOf(shop)).toEqual([['referral', -50]])
    await liveDays(29)
    expect((await daysOf(shop)).filter(([id]) => id === 'welcome')).toEqual([])
    expect((await daysOf(shop)).filter(([id]) => id === 'referral')).toHaveLength(30)
    await liveDays(1)
    expect((await current(shop)).moduleFreeUntil).toBeNull()
    expect((await daysOf(shop)).filter(([id]) => id === 'welcome')).toEqual([['welcome', -1_00]])
    await withoutPrices()
  })

  it('or six, which bring Telegram', async () => {
    await savePrice('telegram', 30_00)
    await savePrice('welcome', 60_00)
    const shop = await openPaid()
    expect(await pay(shop, 6)).toBe(0)
    expect(await current(shop)).toMatchObject({ telegramFreeUntil: addDays(today(), 29), moduleFreeUntil: null })
    const token = server.outside.telegramService.makeBot({ name: 'Gift', username: 'gift_bot' })
    const { version } = await shop.owner.send(marketplace.readModule, { params: { c: shop.c, moduleId: 'telegram' } })
    await shop.owner.send(marketplace.saveModule, {
      params: { c: shop.c, moduleId: 'telegram' },
      body: { isActive: true, promos: [], version, telegram: { token, greeting: '', linkText: '' } },
    })
    await turn(shop, 'welcome', true)
    await liveDays(29)
    expect((await daysOf(shop)).filter(([id]) => id === 'telegram')).toEqual([])
    expect((await daysOf(shop)).filter(([id]) => id === 'welcome')).toHaveLength(30)
    await liveDays(1)
    expect((await daysOf(shop)).filter(([id]) => id === 'telegram')).toEqual([['telegram', -1_00]])
    await withoutPrices()
  })

  it('bring nothing, and promise nothing, while no module has a price', async () => {
    const shop = await openPaid()
    expect(await pay(shop, 3)).toBe(0)
    expect(await query(server, 'select 1 from module_gifts where cabinet_id = $1', [shop.c])).toEqual([])
  })
})
