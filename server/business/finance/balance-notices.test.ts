import { describe, expect, it } from 'vitest'
import { finance } from '../../../contract/business/finance.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { addDays, DAY_MS } from '../../../contract/time.ts'
import type { Shop } from '../../../test/people.ts'
import { remindDebtors } from './jobs.ts'
import { charge, choose, current, give, open, passDays, server, setUpFinance, today } from '../../../test/finance.ts'

setUpFinance()

const noticesOf = async (shop: Shop) =>
  (
    await shop.owner.send(notifications.listNotifications, {
      params: { c: shop.c },
      query: { type: 'balance_ends', limit: 100 },
    })
  ).data
    .map(({ title }) => title)
    .toReversed()

/** Emails that came about the balance, by their subject. */
const emailsOf = async (shop: Shop) => {
  await server.drainJobs()
  return server.outside.smtp.mailbox.list(shop.owner.email).filter(({ subject }) => /balance/i.test(subject))
}

const SOON = 'Your balance is running out'
const OVER = 'Your balance has run out'
const OWES = 'Your business is read-only'
const remind = () => remindDebtors.handle(server.app, {})

/** Base costs 130 a day. The first day is charged when it is chosen. */
async function openPaid(days: number): Promise<Shop> {
  const shop = await open()
  await give(shop, 130 * days, 'top_up')
  await choose(shop, 'base')
  return shop
}

describe('a balance that runs out', () => {
  it('is a notice and an email 14, 7, 3 and 1 days before and when it has, each once', async () => {
    const shop = await openPaid(17)
    expect((await current(shop)).paidUntil).toBe(addDays(today(), 16))
    const seen: [left: number, notices: number][] = []
    for (let left = 16; left >= -2; left--) {
      await charge()
      await charge()
      seen.push([left, (await noticesOf(shop)).length])
      await passDays(1)
    }
    const rises = seen.filter(([, count], i) => count > (seen[i - 1]?.[1] ?? 0))
    expect(rises).toEqual([
      [14, 1],
      [7, 2],
      [3, 3],
      [1, 4],
      [-1, 5],
    ])
    expect(await noticesOf(shop)).toEqual([SOON, SOON, SOON, SOON, OVER])
    expect(await emailsOf(shop)).toHaveLength(5)
    expect((await current(shop)).isLimited).toBe(true)
  })

  it('begins to count anew after a top-up and with another plan', async () => {
    const shop = await openPaid(4)
    await charge()
    expect(await noticesOf(shop)).toEqual([SOON])
    await give(shop, 130 * 20, 'top_up')
    const chargeDays = async (days: number) => {
      for (let day = 0; day < days; day++) {
        await passDays(1)
        await charge()
      }
    }
    await chargeDays(8)
    expect(await noticesOf(shop)).toEqual([SOON])
    await chargeDays(1)
    expect((await current(shop)).paidUntil).toBe(addDays(today(), 14))
    expect(await noticesOf(shop)).toEqual([SOON, SOON])
    await choose(shop, 'base', 1)
    expect(await noticesOf(shop)).toEqual([SOON, SOON, SOON])
  })

  it('is a notice at once when a correction takes it away, and each time that it runs out again', async () => {
    const shop = await openPaid(100)
    expect(await noticesOf(shop)).toEqual([])
    await give(shop, -130 * 100, 'correction')
    expect(await noticesOf(shop)).toEqual([OVER])
    await give(shop, -10, 'correction')
    expect(await noticesOf(shop)).toEqual([OVER])
    await give(shop, 130 * 100, 'top_up')
    await give(shop, -130 * 100, 'correction')
    expect(await noticesOf(shop)).toEqual([OVER, OVER])
  })

  it('leaves a day of grace, and reminds of what is owed once that is over, each time once', async () => {
    const shop = await openPaid(1)
    await give(shop, 60, 'top_up')
    await passDays(1)
    await charge()
    expect(await current(shop)).toMatchObject({ balanceMinor: -70, isLimited: false })
    const { graceUntil } = await current(shop)
    const leftMs = Date.parse(graceUntil ?? '') - server.now().getTime()
    expect(leftMs).toBeGreaterThan(DAY_MS - 60_000)
    expect(leftMs).toBeLessThanOrEqual(DAY_MS)
    server.passTime(leftMs - 60_000)
    await charge()
    await remind()
    expect(await current(shop)).toMatchObject({ balanceMinor: -70, isLimited: false })
    expect(await noticesOf(shop)).toEqual([SOON, OVER])
    server.passTime(60_000)
    expect(await current(shop)).toMatchObject({ balanceMinor: -70, isLimited: true, graceUntil: null })
    const seen: number[] = []
    for (let day = 0; day <= 40; day++) {
      await Promise.all([remind(), remind()])
      seen.push((await noticesOf(shop)).filter((title) => title === OWES).length)
      await passDays(1)
      await charge()
    }
    expect([seen[0], seen[6], seen[7], seen[29], seen[30], seen[40]]).toEqual([1, 1, 2, 2, 3, 3])
    expect((await current(shop)).balanceMinor).toBe(-70)
    await give(shop, 70, 'top_up')
    await remind()
    expect((await noticesOf(shop)).filter((title) => title === OWES)).toHaveLength(3)
    expect((await current(shop)).isLimited).toBe(false)
  })

  it('leaves no grace to whoever chooses a plan without money for its first day', async () => {
    const shop = await open()
    await give(shop, 129, 'top_up')
    await choose(shop, 'base')
    expect(await current(shop)).toMatchObject({ balanceMinor: -1, isLimited: true, graceUntil: null })
    expect(await noticesOf(shop)).toEqual([OVER])
  })

  it('is nothing that a demo or an account with money enough is bothered with', async () => {
    const [demo, rich] = [await open(), await openPaid(40)]
    await give(demo, -1, 'correction')
    await charge()
    expect([await noticesOf(demo), await noticesOf(rich)]).toEqual([[], []])
    expect((await rich.owner.send(finance.currentTariff, { params: { c: rich.c } })).isLimited).toBe(false)
  })
})
