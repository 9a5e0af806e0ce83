/**
 * Random histories of the money of two businesses: payments, bills, bonuses, corrections, plans, blocks, days and
 * months, in any order. A model that knows only the rules says what both balances must be after each step; what must
 * always hold of the ledger is checked row by row. The seed names a history, so that a failure can be repeated.
 */
import { expect } from 'vitest'
import { billing } from '../contract/business/billing.ts'
import { bills } from '../contract/business/bills.ts'
import { finance, type LedgerEvent } from '../contract/business/finance.ts'
import { operator } from '../contract/business/operator.ts'
import { payments } from '../contract/business/payments.ts'
import { MODULES, PROMO_MODULES } from '../contract/limits.ts'
import { marketplace, type ModuleId } from '../contract/reach/marketplace.ts'
import { addDays, DAY_MS, MINUTE_MS, moscowDay, moscowMidnight, nextMoscowDay, nextPeriod } from '../contract/time.ts'
import { makeActsOfMonths } from '../server/business/bills/jobs.ts'
import { book } from '../server/business/finance/finance.ts'
import { chargeTariffs } from '../server/business/finance/jobs.ts'
import { settlePaid } from '../server/business/payments/settle.ts'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { query } from './direct-access.ts'
import { type Account, checkActs, checkRows, provesSound, type World } from './money-checks.ts'
import {
  balanceOf,
  chargeModel,
  chargeModulesModel,
  MODULE_PRICES,
  moveModel,
  newModel,
  PLANS,
  refundModel,
  spendModel,
} from './money-model.ts'
import { SUPPLIER } from './papers.ts'
import { seeded } from './payment-storm.ts'
import { openShop, PASSWORD, type Person, signIn } from './people.ts'
import type { TestServer } from './server.ts'

const between = ({ random }: World, least: number, most: number) => least + Math.floor(random() * (most - least + 1))
const give = ({ server }: World, { shop }: Account, event: LedgerEvent, amountMinor: number) =>
  openForWork(server.app, shop.c, (db) => book(server.app, db, { event, amountMinor }))

async function charge({ server, accounts }: World, times = 1): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => chargeTariffs.handle(server.app, {})))
  for (const { model } of accounts) chargeModel(model, server.now())
}

async function jumpTo(world: World, at: Date): Promise<void> {
  const { server } = world
  server.passTime(Math.max(0, at.getTime() - server.now().getTime()))
  await query(server, 'update sessions set created_at = $1, last_used_at = $1', [server.now()])
}

/** Shortly before a Moscow midnight, and the second after it: the clock runs on while the day is charged. */
async function overMidnight(world: World, midnight: Date): Promise<void> {
  await jumpTo(world, new Date(midnight.getTime() - MINUTE_MS))
  await charge(world)
  await jumpTo(world, new Date(midnight.getTime() + 1000))
  await charge(world)
}

/** The 29th of February that comes next. */
function nextLeapDay(now: Date): Date {
  for (let year = now.getUTCFullYear(); ; year++) {
    const day = moscowMidnight(`${year}-02-29`)
    if (day.toISOString().slice(5, 10) === '02-28' && day > now) return day
  }
}

const STEPS = {
  async payment(world: World, account: Account) {
    const { shop, model } = account
    const { periods } = await shop.owner.send(payments.readTerms, { params: { c: shop.c } })
    const period = world.random() < 0.7 ? periods[between(world, 0, periods.length - 1)] : undefined
    const amountMinor = period?.amountMinor ?? between(world, 39_00, 300_00)
    const { payment } = await shop.owner.send(payments.generateLink, {
      params: { c: shop.c },
      body: { culture: 'en', amount: amountMinor / 100, months: period?.months ?? null },
    })
    const paid = { number: payment.no, totalMinor: payment.totalMinor, isTest: false, provider: 'robokassa' }
    const settle = () => openForWork(world.server.app, shop.c, (db) => settlePaid(world.server.app, db, paid))
    // The provider calls as often as it likes.
    await Promise.all(Array.from({ length: between(world, 1, 3) }, settle))
    model.money += amountMinor
    const bonus = period?.bonusMinor ?? 0
    model.bonus += bonus
    model.payments.push({ no: payment.no, paid: amountMinor, bonus, refunded: 0, takenBack: 0 })
    if (period?.months !== 3) return
    const yesterday = addDays(moscowDay(world.server.now()), -1)
    model.giftUntil = addDays(model.giftUntil > yesterday ? model.giftUntil : yesterday, 30)
  },

  async bill(world: World, { shop, model }: Account) {
    const amountMinor = between(world, 39_00, 200_00)
    const bill = await shop.owner.send(bills.createBill, { params: { c: shop.c }, body: { amountMinor } })
    const came = world.random() < 0.5 ? amountMinor : between(world, 1, 2 * amountMinor)
    const bookIt = () =>
      world.desk.ask(billing.bookPayment, {
        params: { cabinet: shop.c, billId: bill.id },
        body: { amountMinor: came, reason: 'Arrived', payments: 0 },
      })
    const statuses = (await Promise.all([bookIt(), bookIt()])).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409])
    model.money += came
  },

  async bonus(world: World, account: Account) {
    const amount = between(world, 1, 20_00)
    await give(world, account, 'bonus', amount)
    account.model.bonus += amount
  },

  async spending(world: World, account: Account) {
    const most = Math.min(5_00, balanceOf(account.model))
    if (most < 1) return
    const amount = between(world, 1, most)
    await give(world, account, world.random() < 0.5 ? 'sms' : 'module', -amount)
    spendModel(account.model, amount, world.server.now())
  },

  /** By the operator, of one kind of money; of bonus money never more than there is. */
  async correction(world: World, { shop, model }: Account) {
    const of = world.random() < 0.5 ? ('money' as const) : ('bonus' as const)
    const amountMinor = between(world, -30_00, 30_00)
    if (amountMinor === 0) return
    const body = { amountMinor, of, reason: 'Counted anew', id: crypto.randomUUID(), password: PASSWORD }
    const correct = () => world.desk.ask(operator.correctBalance, { params: { cabinet: shop.c }, body })
    const isTooMuch = of === 'bonus' && model.bonus + amountMinor < 0
    const { status } = await correct()
    expect(status).toBe(isTooMuch ? 409 : 200)
    if (isTooMuch) return
    await correct()
    moveModel(model, { [of]: amountMinor }, world.server.now())
  },

  /** Of a payment by card, twice at the same time; now and then more than is left of it. */
  async refund(world: World, { shop, model }: Account) {
    const withBonus = model.payments.filter((one) => one.bonus > 0 && one.refunded < one.paid)
    const among = withBonus.length > 0 && world.random() < 0.7 ? withBonus : model.payments
    const payment = among[between(world, 0, among.length - 1)]
    if (!payment) return
    const left = payment.paid - payment.refunded
    const amountMinor = world.random() < 0.3 ? Math.max(1, left) : between(world, 1, payment.paid)
    const refundId = `r-${crypto.randomUUID()}`
    const ask = () =>
      world.desk.ask(payments.refundPayment, {
        params: { cabinet: shop.c, no: payment.no },
        body: { amountMinor, refundId, reason: 'Asked for it', password: PASSWORD },
      })
    const statuses = (await Promise.all([ask(), ask()])).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual(amountMinor > left ? [409, 409] : [201, 409])
    if (amountMinor <= left) refundModel(model, payment, amountMinor, world.server.now())
  },

  async plan(world: World, { shop, model }: Account) {
    const plan = PLANS[between(world, 0, 3)] ?? 'base'
    const slots = plan === 'demo' ? 0 : between(world, 0, 3)
    const isSame = plan === model.plan
    const isLower =
      PLANS.indexOf(plan) < PLANS.indexOf(model.plan) || plan === 'demo' || (isSame && slots < model.slots)
    const { status } = await shop.owner.ask(finance.chooseTariff, {
      params: { c: shop.c, tariffId: plan },
      body: { slots },
    })
    if (isSame && slots === model.slots) return expect(status).toBe(200)
    expect(status).toBe(isLower ? 406 : 200)
    if (isLower) return
    const isFirst = model.plan === 'demo'
    Object.assign(model, { plan, slots })
    chargeModel(model, world.server.now(), isFirst)
  },

  async module(world: World, { shop, model }: Account) {
    const id = PROMO_MODULES[between(world, 0, PROMO_MODULES.length - 1)] as ModuleId
    const isActive = world.random() < 0.7
    const { version } = await shop.owner.send(marketplace.readModule, { params: { c: shop.c, moduleId: id } })
    const { status } = await shop.owner.ask(marketplace.saveModule, {
      params: { c: shop.c, moduleId: id },
      body: { isActive, promos: [], telegram: null, version },
    })
    // Not on a demo, not read-only, and not within thirty days.
    if (status !== 200) return expect([402, 403, 418, 425]).toContain(status)
    if (!isActive) return void model.modules.delete(id)
    model.modules.add(id)
    if (balanceOf(model) >= 0) chargeModulesModel(model, world.server.now())
  },

  async again(world: World) {
    await charge(world, between(world, 1, 3))
  },

  async minutes(world: World) {
    await jumpTo(world, new Date(world.server.now().getTime() + between(world, 1, 600) * MINUTE_MS))
  },

  async midnight(world: World) {
    await overMidnight(world, nextMoscowDay(world.server.now()))
  },

  async monthEnd(world: World) {
    await overMidnight(world, moscowMidnight(nextPeriod('month', `${moscowDay(world.server.now()).slice(0, 7)}-01`)))
  },

  /** The server is there every day. */
  async days(world: World) {
    for (let days = between(world, 1, 12); days > 0; days--) {
      await jumpTo(world, new Date(world.server.now().getTime() + DAY_MS))
      await charge(world)
    }
  },

  /** The server is away: the days between are charged to nobody. */
  async away(world: World) {
    await jumpTo(world, new Date(world.server.now().getTime() + between(world, 1, 45) * DAY_MS))
    await charge(world)
  },

  async acts(world: World) {
    await Promise.all([makeActsOfMonths.handle(world.server.app, {}), makeActsOfMonths.handle(world.server.app, {})])
    for (const account of world.accounts) await checkActs(world, account)
  },
}
type Step = keyof typeof STEPS
/** What moves most comes twice as often. */
const NAMES: readonly Step[] = [...(Object.keys(STEPS) as Step[]), 'payment', 'refund', 'correction']

async function openAccount(server: TestServer, name: string): Promise<Account> {
  return {
    shop: await openShop(server, name),
    model: newModel(),
    read: { no: 0, money: 0, bonus: 0, spent: new Map(), acts: [] },
  }
}

/** An operator with bank details, without whom there are neither bills nor acts. */
async function openDesk(server: TestServer, seed: number): Promise<Person> {
  const desk = await signIn(server, `Olga${seed}`)
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
  const { version } = await desk.send(billing.readSupplier, {})
  await desk.send(billing.saveSupplier, { body: { ...SUPPLIER, version } })
  return desk
}

/** @throws Error that names the seed, the step and the steps before it */
export async function runHistory(server: TestServer, seed: number, steps: number): Promise<Record<string, number>> {
  const random = seeded(seed)
  const accounts = [await openAccount(server, `First${seed}`), await openAccount(server, `Second${seed}`)]
  for (const id of MODULES)
    await query(server, 'update module_prices set price_minor = $2 where id = $1', [id, MODULE_PRICES[id]])
  const world: World = { server, desk: await openDesk(server, seed), random, accounts }
  const done: string[] = []
  const counts: Record<string, number> = {}
  try {
    for (let step = 0; step < steps; step++) {
      const name = NAMES[between(world, 0, NAMES.length - 1)] as Step
      const account = accounts[between(world, 0, 1)] as Account
      done.push(`${name} of ${account.shop.domain} at ${server.now().toISOString()}`)
      counts[name] = (counts[name] ?? 0) + 1
      await STEPS[name](world, account)
      // Once in a history February has 29 days.
      if (step === Math.floor(steps / 3)) {
        const leap = nextLeapDay(server.now())
        done.push(`leap day ${moscowDay(leap)}`)
        await overMidnight(world, leap)
        await overMidnight(world, moscowMidnight(addDays(moscowDay(leap), 1)))
      }
      for (const each of accounts) await checkRows(world, each)
      if (step % 50 === 49) await provesSound(world)
    }
    await STEPS.acts(world)
    await provesSound(world)
    const takenBack = accounts.flatMap(({ model }) => model.payments.map((one) => one.takenBack))
    return { ...counts, takenBack: takenBack.reduce((sum, one) => sum + one, 0) }
  } catch (error) {
    const last = done.slice(-12).join('\n')
    throw new Error(`seed ${seed}, step ${done.length}:\n${last}\n${String(error)}`, { cause: error })
  }
}
