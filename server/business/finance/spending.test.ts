/** What was spent over time adds up to the ledger, and how long the money lasts is what then happens. */
import { describe, expect, it } from 'vitest'
import { ledger as contract, type Spending } from '../../../contract/business/ledger.ts'
import { SPENDING_KINDS } from '../../../contract/business/finance.ts'
import { addDays, moscowMidnight } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import {
  charge,
  choose,
  current,
  give,
  ledger,
  open,
  passDays,
  server,
  setUpFinance,
  summary,
  today,
} from '../../../test/finance.ts'
import type { Shop } from '../../../test/people.ts'

setUpFinance()

const spending = (shop: Shop, ask: Record<string, string> = {}): Promise<Spending> =>
  shop.owner.send(contract.readSpending, { params: { c: shop.c }, query: ask })
const outlook = (shop: Shop) => shop.owner.send(contract.readOutlook, { params: { c: shop.c } })
const totalOf = ({ total }: Spending) => SPENDING_KINDS.reduce((sum, kind) => sum + total[kind], 0)

/** Moves a row to another moment: nobody waits for years. */
const date = (shop: Shop, no: number, at: Date) =>
  query(server, 'update transactions set at = $3 where cabinet_id = $1 and no = $2', [shop.c, no, at])

describe('spending over time', () => {
  it('is by kind and Moscow day from the first one, with days without any, and only of what is spending', async () => {
    const shop = await open()
    const [first, last] = [addDays(today(), -3), today()]
    await give(shop, 100_00, 'top_up')
    await date(shop, 1, moscowMidnight(first))
    for (const [event, amountMinor] of [
      ['tariff', -1_30],
      ['sms', -40],
      ['sms', 10],
      ['refund', -5_00],
      ['correction', -7_00],
    ] as const)
      await give(shop, amountMinor, event)
    // The last second of a day in Moscow.
    await date(shop, 2, new Date(moscowMidnight(addDays(first, 2)).getTime() - 1000))
    const read = await spending(shop)
    expect([read.step, read.from, read.to]).toEqual(['day', addDays(first, 1), last])
    expect(read.periods).toEqual([
      { start: addDays(first, 1), spent: { tariff: 1_30, slot: 0, sms: 0, module: 0 } },
      { start: addDays(first, 2), spent: { tariff: 0, slot: 0, sms: 0, module: 0 } },
      { start: last, spent: { tariff: 0, slot: 0, sms: 30, module: 0 } },
    ])
    expect(read.total).toEqual({ tariff: 1_30, slot: 0, sms: 30, module: 0 })
    expect((await spending(shop, { event: 'sms,top_up' })).total).toMatchObject({ tariff: 0, sms: 30 })
    expect(await spending(shop, { event: 'sms' })).toMatchObject({ from: last, to: last })
    expect(await spending(shop, { event: 'top_up' })).toMatchObject({ from: null, periods: [] })
    expect((await spending(shop, { from: last, to: '2999-01-01' })).periods).toHaveLength(1)
    expect(await spending(shop, { from: '2999-01-01' })).toMatchObject({ from: null, periods: [] })
  })

  it('is by week over months and by month over years, and always the sum of its rows', async () => {
    const shop = await open()
    for (let no = 1; no <= 40; no++) {
      await give(shop, -no, no % 2 === 0 ? 'sms' : 'module')
      await date(shop, no, moscowMidnight(addDays(today(), -no * 20)))
    }
    const [year, months] = [await spending(shop), await spending(shop, { from: addDays(today(), -100) })]
    expect([year.step, months.step]).toEqual(['month', 'week'])
    expect(new Date(months.periods[0]?.start ?? '').getUTCDay()).toBe(1)
    expect(year.periods.every(({ start }) => start.endsWith('-01'))).toBe(true)
    expect([totalOf(year), totalOf(months)]).toEqual([820, 1 + 2 + 3 + 4 + 5])
    for (const read of [year, months])
      for (const kind of SPENDING_KINDS)
        expect(read.periods.reduce((sum, { spent }) => sum + spent[kind], 0)).toBe(read.total[kind])
  })

  it('of an account that has spent nothing is nothing', async () => {
    const shop = await open()
    expect(await spending(shop)).toMatchObject({ from: null, periods: [] })
    await give(shop, 100_00, 'top_up')
    expect(await spending(shop)).toMatchObject({ from: null, periods: [] })
  })
})

describe('how long the money lasts', () => {
  it('is the last day that is then paid in full', async () => {
    const shop = await open()
    await give(shop, 130 * 6 + 60, 'top_up')
    await choose(shop, 'base', 1)
    const { lastsUntil, fixedMinor, smsMinor } = await outlook(shop)
    expect([fixedMinor, smsMinor]).toEqual([49_00, 0])
    expect(lastsUntil).toBe((await current(shop)).paidUntil)
    while (today() < (lastsUntil ?? '')) {
      await passDays(1)
      await charge()
    }
    expect((await current(shop)).balanceMinor).toBeGreaterThanOrEqual(0)
    await passDays(1)
    await charge()
    expect((await current(shop)).balanceMinor).toBeLessThan(0)
    expect((await outlook(shop)).lastsUntil).toBeNull()
  })

  it('counts SMS of the last 30 days, without today and what was taken back', async () => {
    const shop = await open()
    await give(shop, 1000_00, 'top_up')
    await choose(shop, 'base')
    for (const [amountMinor, daysAgo] of [
      [-50_00, 31],
      [-30_00, 30],
      [-10_00, 1],
      [1_00, 1],
      [-99_00, 0],
    ] as const) {
      await give(shop, amountMinor, 'sms')
      const no = (await ledger(shop)).data[0]?.no ?? 0
      await date(shop, no, moscowMidnight(addDays(today(), -daysAgo)))
    }
    const read = await outlook(shop)
    expect(read).toMatchObject({ fixedMinor: 39_00, smsMinor: 39_00 })
    const days = Math.floor((read.balanceMinor * 30) / 78_00)
    const off = Math.abs(Date.parse(read.lastsUntil ?? '') - Date.parse(addDays(today(), days))) / 86_400_000
    expect(off).toBeLessThanOrEqual(1)
  })

  it('is not known of a demo, which costs nothing', async () => {
    expect(await outlook(await open())).toMatchObject({ fixedMinor: 0, lastsUntil: null })
  })
})

describe('the totals', () => {
  it('have real money and bonus money apart', async () => {
    const shop = await open()
    await give(shop, 10_00, 'top_up')
    await give(shop, 3_00, 'bonus')
    await give(shop, -5_00, 'sms')
    expect(await summary(shop)).toEqual({
      count: 3,
      creditMinor: 13_00,
      creditBonusMinor: 3_00,
      debitMinor: 5_00,
      debitBonusMinor: 3_00,
      balanceMinor: 8_00,
      bonusMinor: 0,
    })
  })
})
