/**
 * Random histories of the money of two businesses: payments, bills, bonuses, corrections, plans, blocks, days and
 * months, in any order. A model that knows only the rules says what both balances must be after each step; what must
 * always hold of the ledger is checked row by row. The seed names a history, so that a failure can be repeated.
 */
import { expect } from 'vitest'
import { billing } from '../contract/business/billing.ts'
import { bills } from '../contract/business/bills.ts'
import { finance, type LedgerEvent, SPENDING_KINDS } from '../contract/business/finance.ts'
import { payments } from '../contract/business/payments.ts'
import { addDays, DAY_MS, MINUTE_MS, moscowDay, moscowMidnight, nextMoscowDay, nextPeriod } from '../contract/time.ts'
import { makeActsOfMonths } from '../server/business/bills/jobs.ts'
import { dayCharge } from '../server/business/finance/day-charge.ts'
import { book } from '../server/business/finance/finance.ts'
import { chargeTariffs } from '../server/business/finance/jobs.ts'
import { proveLedger } from '../server/business/finance/ledger-check.ts'
import { settlePaid } from '../server/business/payments/settle.ts'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { query } from './direct-access.ts'
import { SUPPLIER } from './papers.ts'
import { seeded } from './payment-storm.ts'
import { openShop, type Person, type Shop, signIn } from './people.ts'
import type { TestServer } from './server.ts'

const PRICES = {
  demo: [0, 0],
  base: [39_00, 10_00],
  advanced: [79_00, 8_00],
  expert: [149_00, 6_00],
} as const
type PlanKey = keyof typeof PRICES
const PLANS = Object.keys(PRICES) as PlanKey[]

/** What one business must have. */
type Model = {
  money: number
  bonus: number
  plan: PlanKey
  slots: number
  charged: { day: string; minor: number }
  /** End of the day of grace, in milliseconds; null: it has none. It counts only while money is owed. */
  grace: number | null
}
/** What has been read of its ledger, and what that adds up to. */
type Read = { no: number; money: number; bonus: number; spent: Map<string, number>; acts: readonly ActRow[] }
type Row = { no: number; event: LedgerEvent; amount: number; bonus: number; balance: number; at: Date }
type ActRow = { month: string; amount: number; no: number }
type Account = { shop: Shop; model: Model; read: Read }
type World = { server: TestServer; desk: Person; random: () => number; accounts: readonly Account[] }

const balanceOf = ({ money, bonus }: Pick<Model, 'money' | 'bonus'>) => money + bonus
const priceOf = ({ plan, slots }: Model) => PRICES[plan][0] + slots * PRICES[plan][1]

/** A day costs what its dearest plan does, and who owes is charged no further day. */
function chargeModel(model: Model, now: Date, isFirst = false): void {
  const day = moscowDay(now)
  if (model.charged.day !== day) model.charged = { day, minor: 0 }
  const due = dayCharge(priceOf(model), day) - model.charged.minor
  if (due <= 0 || balanceOf(model) < 0) return
  model.charged.minor += due
  spendModel(model, due, isFirst ? null : now)
}

/** Bonus money goes first. Below zero a day of grace begins, unless `now` is null. */
function spendModel(model: Model, amount: number, now: Date | null): void {
  if (balanceOf(model) >= 0 && balanceOf(model) < amount) model.grace = now && now.getTime() + DAY_MS
  const ofBonus = Math.min(model.bonus, amount)
  model.bonus -= ofBonus
  model.money -= amount - ofBonus
}

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

/** The second before a Moscow midnight, and the second after it. */
async function overMidnight(world: World, midnight: Date): Promise<void> {
  await jumpTo(world, new Date(midnight.getTime() - 1000))
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
    const period = world.random() < 0.4 ? periods[between(world, 0, periods.length - 1)] : undefined
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
    model.bonus += period?.bonusMinor ?? 0
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
    expect(statuses.toSorted()).toEqual([201, 409])
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

  async correction(world: World, account: Account) {
    const amount = between(world, -30_00, 30_00)
    if (amount === 0) return
    await give(world, account, 'correction', amount)
    if (amount > 0) account.model.money += amount
    else spendModel(account.model, -amount, world.server.now())
  },

  async refund(world: World, account: Account) {
    const most = Math.min(50_00, account.model.money)
    if (most < 1) return
    const amount = between(world, 1, most)
    await give(world, account, 'refund', -amount)
    account.model.money -= amount
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
const NAMES = Object.keys(STEPS) as Step[]

/** Each closed month has one act over what was spent in it, and an act never changes. */
async function checkActs({ server }: World, { shop, read }: Account): Promise<void> {
  const acts = await query<ActRow>(
    server,
    `select to_char(month, 'YYYY-MM') as month, amount_minor::int as amount, no from acts
       where cabinet_id = $1 order by month`,
    [shop.c],
  )
  expect(acts.slice(0, read.acts.length)).toEqual(read.acts)
  read.acts = acts
  const open = moscowDay(server.now()).slice(0, 7)
  const spent = [...read.spent].filter(([month, amount]) => month < open && amount > 0).toSorted()
  expect(acts.map(({ month, amount }) => [month, amount])).toEqual(spent)
}

/** Rows that came since the last look: numbered without gaps, and each says the balance after it. */
async function checkRows({ server }: World, { shop, model, read }: Account): Promise<void> {
  const rows = await query<Row>(
    server,
    `select no::int as no, event, amount_minor::int as amount, bonus_minor::int as bonus,
         balance_minor::int as balance, at from transactions where cabinet_id = $1 and no > $2 order by no`,
    [shop.c, read.no],
  )
  for (const row of rows) {
    const before = balanceOf(read)
    read.money += row.amount - row.bonus
    read.bonus += row.bonus
    expect([row.no, row.balance]).toEqual([read.no + 1, balanceOf(read)])
    read.no = row.no
    expect(read.bonus, 'bonus money is never below zero').toBeGreaterThanOrEqual(0)
    if (row.event === 'refund') expect(row.bonus, 'a bonus is never paid back').toBe(0)
    else if (row.amount < row.bonus) expect(read.bonus, 'bonus money is spent first').toBe(0)
    if (row.event === 'tariff') expect(before, 'a day is charged to nobody who owes').toBeGreaterThanOrEqual(0)
    const month = moscowDay(row.at).slice(0, 7)
    if ((SPENDING_KINDS as readonly string[]).includes(row.event))
      read.spent.set(month, (read.spent.get(month) ?? 0) - row.amount)
  }
  const [stored] = await query<{ money: number; bonus: number; no: number; grace: Date | null }>(
    server,
    `select (balance_minor - bonus_minor)::int as money, bonus_minor::int as bonus, ledger_no::int as no,
         grace_until as grace
       from cabinets where id = $1`,
    [shop.c],
  )
  const { grace, ...sums } = stored ?? { grace: null }
  expect(sums, 'the balance is the sum of its postings').toEqual({
    money: read.money,
    bonus: read.bonus,
    no: read.no,
  })
  expect({ money: read.money, bonus: read.bonus }, 'and what the rules say').toEqual({
    money: model.money,
    bonus: model.bonus,
  })
  if (balanceOf(model) >= 0) return
  // The clock of a test runs on while a step is on its way.
  const isSame = grace !== null && model.grace !== null && Math.abs(grace.getTime() - model.grace) < MINUTE_MS
  expect(isSame || grace === model.grace, 'a debt has one day of grace').toBe(true)
}

async function provesSound({ server }: World): Promise<void> {
  await proveLedger(server.app)
  const [row] = await query<{ differing: number }>(
    server,
    'select differing::int as differing from ledger_checks order by at desc, id limit 1',
  )
  expect(row?.differing).toBe(0)
}

async function openAccount(server: TestServer, name: string): Promise<Account> {
  return {
    shop: await openShop(server, name),
    model: { money: 0, bonus: 0, plan: 'demo', slots: 0, charged: { day: '', minor: 0 }, grace: null },
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
    return counts
  } catch (error) {
    const last = done.slice(-12).join('\n')
    throw new Error(`seed ${seed}, step ${done.length}:\n${last}\n${String(error)}`, { cause: error })
  }
}
