import { describe, expect, it } from 'vitest'
import { finance } from '../../../contract/business/finance.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { addDays } from '../../../contract/time.ts'
import type { Shop } from '../../../test/people.ts'
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

  it('is nothing that a demo or an account with money enough is bothered with', async () => {
    const [demo, rich] = [await open(), await openPaid(40)]
    await give(demo, -1, 'correction')
    await charge()
    expect([await noticesOf(demo), await noticesOf(rich)]).toEqual([[], []])
    expect((await rich.owner.send(finance.currentTariff, { params: { c: rich.c } })).isLimited).toBe(false)
  })
})
