import { describe, expect, it } from 'vitest'
import { partner } from '../../../contract/business/partner.ts'
import { addDays, DAY_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { charge, give, isSound, ledger, open, passDays, server, setUpFinance, today } from '../../../test/finance.ts'
import type { Shop } from '../../../test/people.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { bookPast } from './past.ts'

setUpFinance()

const DAYS = 7
const ago = (days: number) => new Date(server.now().getTime() - days * DAY_MS)
const money = (rows: readonly { event: string; amountMinor: number; balanceMinor: number; no: number }[]) =>
  rows.map(({ event, amountMinor, balanceMinor, no }) => [no, event, amountMinor, balanceMinor])

describe('the ledger of a past', () => {
  it('is what the charges of each day would have written', async () => {
    const lived = await open()
    await setPlan(server, lived.c, 'base')
    await give(lived, 50_00, 'top_up')
    await charge()
    for (let day = 1; day < DAYS; day++) {
      await passDays(1)
      await charge()
    }
    const other = await open()
    await setPlan(server, other.c, 'base')
    const since = addDays(today(), 1 - DAYS)
    await openForWork(server.app, other.c, (db) =>
      bookPast(db, { since, topUps: [{ at: ago(30), amountMinor: 50_00, note: '' }], now: server.now() }),
    )
    expect(money((await ledger(other)).data)).toEqual(money((await ledger(lived)).data))
    expect((await ledger(other)).data.map((row) => Date.parse(row.at) <= server.now().getTime())).not.toContain(false)
    await isSound(other.c)
    await charge()
    // What the plan came with, what was paid in, and the days.
    expect((await ledger(other)).data).toHaveLength(1 + 1 + DAYS)
  })

  it('is refused as a whole when the money would not have lasted', async () => {
    const shop = await open()
    await setPlan(server, shop.c, 'base')
    const before = (await ledger(shop)).data
    await expect(
      openForWork(server.app, shop.c, (db) =>
        bookPast(db, { since: addDays(today(), -1000), topUps: [], now: server.now() }),
      ),
    ).rejects.toThrow('does not last')
    expect((await ledger(shop)).data).toEqual(before)
  })

  it('brings both businesses what the code of one of them brings', async () => {
    const [agent, child] = [await open(), await open()]
    const { code } = await agent.owner.send(partner.activateReferral, { params: { c: agent.c } })
    await query(server, 'update cabinets set promo_code = $2 where id = $1', [child.c, code])
    const topUps = [40, 20].map((days) => ({ at: ago(days), amountMinor: 100_00, note: '' }))
    const past = { since: addDays(today(), -10), now: server.now() }
    await openForWork(server.app, child.c, (db) => bookPast(db, { ...past, topUps }))
    const invited = [{ childId: child.c, at: ago(40), amountMinor: 100_00 }]
    await openForWork(server.app, agent.c, (db) => bookPast(db, { ...past, topUps: [], invited }))
    const bonuses = async (shop: Shop) =>
      (await ledger(shop)).data.flatMap((row) => (row.event === 'bonus' ? [[row.bonusMinor, row.cause]] : []))
    expect(await bonuses(child)).toEqual([[5_00, 'welcome']])
    expect(await bonuses(agent)).toEqual([[5_00, 'invited']])
    await isSound(agent.c)
    await isSound(child.c)
  })
})
