/** Notices about shares that are not held any more: one a day, of what is left of them. */
import { describe, expect, it } from 'vitest'
import { partner } from '../../../contract/business/partner.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { addDays, DAY_MS, HOUR_MS, moscowDay, moscowMoment } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { open, server, setUpFinance } from '../../../test/finance.ts'
import type { Shop } from '../../../test/people.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { bookRefund } from '../finance/refunds.ts'
import { bookTopUp } from '../finance/top-ups.ts'
import { setAgent } from '../operator/operator.ts'
import { notifyReleased } from './released.ts'

setUpFinance()

const of = (shop: Shop) => ({ params: { c: shop.c } })
let no = 0

async function openPair(): Promise<{ agent: Shop; child: Shop }> {
  const [agent, child] = [await open(), await open()]
  await setAgent(server.app, agent.c, true)
  const { code } = await agent.owner.send(partner.activateReferral, of(agent))
  await query(server, 'update cabinets set promo_code = $2 where id = $1', [child.c, code])
  return { agent, child }
}
async function pay(shop: Shop, amountMinor: number): Promise<string> {
  const reference = `robokassa/${++no}`
  await openForWork(server.app, shop.c, (db) =>
    bookTopUp(server.app, db, { reference, no: String(no), amountMinor, userId: null, lang: null }),
  )
  await server.drainJobs()
  return reference
}
async function giveBack(shop: Shop, source: string, amountMinor: number): Promise<void> {
  const refund = {
    source,
    amountMinor,
    refundId: crypto.randomUUID(),
    reason: 'Asked',
    operatorId: crypto.randomUUID(),
  }
  await openForWork(server.app, shop.c, (db) => bookRefund(server.app, db, refund))
  await server.drainJobs()
}
/** The clock goes on to a time of a day in Moscow. */
function goTo(daysAhead: number, time: string): void {
  const until = moscowMoment(addDays(moscowDay(server.now()), daysAhead), time)
  server.passTime(until.getTime() - server.now().getTime())
}
async function round(): Promise<void> {
  // A job may run twice, and so may a worker beside another.
  await Promise.all([notifyReleased.handle(server.app, {}), notifyReleased.handle(server.app, {})])
  await server.drainJobs()
}
const noticesOf = async (shop: Shop) => {
  await query(server, 'update sessions set created_at = $1, last_used_at = $1', [server.now()])
  const { data } = await shop.owner.send(notifications.listNotifications, { ...of(shop), query: {} })
  return data.filter(({ type }) => type === 'shares_released').map(({ text }) => text.replaceAll('\u00A0', ' '))
}

describe('shares whose time is over', () => {
  it('are announced together in the morning after, once, also by email', async () => {
    const { agent, child } = await openPair()
    goTo(1, '10:00')
    for (const amount of [10_000, 5000, 2500]) await pay(child, amount)
    goTo(30, '23:00')
    await round()
    expect(await noticesOf(agent)).toEqual([])
    server.passTime(9 * HOUR_MS)
    await round()
    expect(await noticesOf(agent), 'not at eight').toEqual([])
    server.outside.smtp.mailbox.clear()
    server.passTime(HOUR_MS)
    await round()
    server.passTime(3 * DAY_MS)
    await round()
    expect(await noticesOf(agent)).toEqual([
      'Partner shares of 35.00 EUR are no longer held. They’re part of your next payout.',
    ])
    const mails = server.outside.smtp.mailbox.list()
    expect(mails.map(({ to }) => to)).toEqual([[agent.owner.email]])
    expect(await noticesOf(child)).toEqual([])
  })

  it('count less what was given back, and say nothing when nothing is left or was paid out already', async () => {
    const { agent, child } = await openPair()
    goTo(1, '10:00')
    const [first] = [await pay(child, 10_000), await pay(child, 5000)]
    await giveBack(child, first, 4000)
    const other = await openPair()
    await giveBack(other.child, await pay(other.child, 3000), 3000)
    const paid = await openPair()
    await pay(paid.child, 3000)
    await query(server, 'update partner_shares set payout_id = gen_random_uuid() where cabinet_id = $1', [paid.agent.c])
    goTo(31, '09:30')
    await round()
    expect(await noticesOf(agent)).toEqual([expect.stringContaining('22.00 EUR')])
    expect([await noticesOf(other.agent), await noticesOf(paid.agent)]).toEqual([[], []])
  })

  it('are each announced after days without a server', async () => {
    const { agent, child } = await openPair()
    goTo(1, '10:00')
    await pay(child, 10_000)
    goTo(1, '10:00')
    await pay(child, 20_000)
    goTo(34, '12:00')
    await round()
    expect(await noticesOf(agent)).toEqual([expect.stringContaining('40.00 EUR'), expect.stringContaining('20.00 EUR')])
  })
})
