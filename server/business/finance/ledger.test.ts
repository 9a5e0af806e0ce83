/** Histories of any order: real money and bonus money always add up, and the nightly check finds what does not. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { charge, choose, current, give, ledger, open, server, setUpFinance } from '../../../test/finance.ts'
import type { Shop } from '../../../test/people.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { book, bonusOf } from './finance.ts'
import { proveLedger } from './ledger-check.ts'

setUpFinance()

type Purses = { money: number; bonus: number }

const purses = async (shop: Shop): Promise<Purses> => {
  const now = await current(shop)
  expect(now.moneyMinor + now.bonusMinor).toBe(now.balanceMinor)
  return { money: now.moneyMinor, bonus: now.bonusMinor }
}

const latest = async () => {
  await proveLedger(server.app)
  const [row] = await query<{ differing: number; examples: string[]; money: number; bonus: number }>(
    server,
    `select differing::int, examples, money_minor::int as money, bonus_minor::int as bonus
       from ledger_checks order by at desc limit 1`,
  )
  return row
}

describe('real money and bonus money', () => {
  it('are apart: a bonus is spent first and never paid out', async () => {
    const shop = await open()
    await give(shop, 5000, 'top_up')
    await give(shop, 1000, 'bonus')
    expect(await purses(shop)).toEqual({ money: 5000, bonus: 1000 })
    await give(shop, -300, 'sms')
    expect(await purses(shop)).toEqual({ money: 5000, bonus: 700 })
    await give(shop, -2000, 'refund')
    expect(await purses(shop)).toEqual({ money: 3000, bonus: 700 })
    await give(shop, -900, 'correction')
    expect(await purses(shop)).toEqual({ money: 2800, bonus: 0 })
    expect((await ledger(shop)).data.map((row) => row.bonusMinor)).toEqual([-700, 0, -300, 1000, 0])
  })

  it('a rule of two purses agrees with a purse of single coins', () => {
    const event = fc.constantFrom('top_up', 'bonus', 'correction', 'refund', 'sms', 'tariff', 'partner_share')
    const step = fc.record({ event, amount: fc.integer({ min: -30, max: 30 }).filter((one) => one !== 0) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let held: Purses = { money: 0, bonus: 0 }
        const coins: Purses = { money: 0, bonus: 0 }
        for (const { event: of, amount } of steps) {
          const moved = bonusOf({ event: of as never, amountMinor: amount }, held.bonus)
          held = { money: held.money + amount - moved, bonus: held.bonus + moved }
          for (let coin = 0; coin < Math.abs(amount); coin++)
            if (amount > 0) coins[of === 'bonus' ? 'bonus' : 'money']++
            else coins[coins.bonus > 0 && of !== 'refund' && of !== 'partner_share' ? 'bonus' : 'money']--
          expect(held).toEqual(coins)
        }
      }),
    )
  })

  it('add up after 300 steps of any kind, over months and a leap day, and no day goes deeper into debt', async () => {
    const [first, second] = [await open(), await open()]
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('give' as const),
        event: fc.constantFrom('top_up', 'bonus'),
        amount: fc.nat(9000),
      }),
      fc.record({
        kind: fc.constant('take' as const),
        event: fc.constantFrom('refund', 'correction', 'sms', 'module'),
        amount: fc.integer({ min: 1, max: 800 }),
      }),
      fc.record({ kind: fc.constant('plan' as const), key: fc.constantFrom('base', 'advanced', 'expert') }),
      fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 0, max: 45 }) }),
      fc.record({ kind: fc.constant('twice' as const) }),
    )
    const steps = fc.sample(step, { numRuns: 300, seed: 14 })
    for (const [at, one] of steps.entries()) {
      const shop = at % 2 === 0 ? first : second
      if (one.kind === 'give' && one.amount > 0) await give(shop, one.amount, one.event as 'bonus')
      if (one.kind === 'take') await give(shop, -one.amount, one.event as 'refund')
      if (one.kind === 'plan') await choose(shop, one.key)
      if (one.kind === 'days') {
        server.passTime(one.days * DAY_MS)
        await query(server, 'update sessions set created_at = $1, last_used_at = $1', [server.now()])
        const before = [await purses(first), await purses(second)]
        await Promise.all([charge(), charge()])
        for (const [place, each] of [first, second].entries()) {
          const [was, is] = [before[place] as Purses, await purses(each)]
          if (was.money + was.bonus < 0) expect(is).toEqual(was)
        }
      }
      if (one.kind === 'twice') await charge()
    }
    expect(await latest()).toMatchObject({ differing: 0 })
    for (const shop of [first, second]) {
      const sums = await query<{ money: number; bonus: number }>(
        server,
        `select sum(amount_minor - bonus_minor)::int as money, sum(bonus_minor)::int as bonus
           from transactions where cabinet_id = $1`,
        [shop.c],
      )
      expect(sums[0]).toEqual(await purses(shop))
    }
  })
})

describe('the nightly check', () => {
  it('finds a balance, a bonus and a row that do not agree, and names the cabinet', async () => {
    const shop = await open()
    await give(shop, 700, 'top_up')
    expect(await latest()).toMatchObject({ differing: 0, examples: [] })
    const c = String(shop.c)
    for (const [spoil, restore] of [
      ['update cabinets set balance_minor = balance_minor + 1 where id = $1', '- 1'],
      ['update cabinets set bonus_minor = bonus_minor + 1 where id = $1', '- 1'],
      ['update cabinets set ledger_no = ledger_no + 1 where id = $1', '- 1'],
    ] as const) {
      await query(server, spoil, [shop.c])
      expect(await latest()).toMatchObject({ differing: 1, examples: [c] })
      await query(server, spoil.replace('+ 1', restore), [shop.c])
    }
    expect(await latest()).toMatchObject({ differing: 0 })
  })

  it('does not mistake movements of the same moment for a difference', async () => {
    const shop = await open()
    const move = (amountMinor: number) =>
      openForWork(server.app, shop.c, (db) => book(server.app, db, { event: 'bonus', amountMinor }))
    const [row] = await Promise.all([latest(), ...Array.from({ length: 12 }, (_, i) => move(i % 3 === 2 ? -7 : 11))])
    expect(row).toMatchObject({ differing: 0 })
    expect(await latest()).toMatchObject({ differing: 0 })
  })
})
