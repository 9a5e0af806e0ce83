import { describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { finance } from '../../../contract/business/finance.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { setPlan } from '../../../test/direct-access.ts'
import { plainDesign, type Shop } from '../../../test/people.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { chargeToday } from './finance.ts'
import {
  charge,
  choose,
  codeOf,
  current,
  give,
  isSound,
  ledger,
  open,
  passDays,
  server,
  today,
  setUpFinance,
} from '../../../test/finance.ts'

setUpFinance()

describe('a day', () => {
  it('is charged once however often the clock strikes, and every day anew', async () => {
    const shop = await open()
    await give(shop, 5000)
    await choose(shop, 'base')
    await Promise.all([charge(), charge(), charge()])
    expect((await ledger(shop, { event: 'tariff' })).data).toHaveLength(1)
    await passDays(1)
    await charge()
    await charge()
    await Promise.all(
      Array.from({ length: 5 }, () => openForWork(server.app, shop.c, (db) => chargeToday(server.app, db))),
    )
    expect((await ledger(shop, { event: 'tariff' })).data.map((row) => row.amountMinor)).toEqual([-130, -130])
    expect(await current(shop)).toMatchObject({
      balanceMinor: 4740,
      perDayMinor: 130,
      paidUntil: new Date(Date.parse(today()) + 36 * DAY_MS).toISOString().slice(0, 10),
    })
    await isSound(shop.c)
  })

  it('that is not paid makes no greater debt, and nothing is charged for a demo', async () => {
    const [poor, demo] = [await open(), await open()]
    await give(poor, 100)
    await choose(poor, 'base')
    expect(await current(poor)).toMatchObject({
      balanceMinor: -30,
      isLimited: true,
      paidUntil: null,
      nextChargeAt: null,
    })
    await passDays(1)
    await charge()
    expect([(await current(poor)).balanceMinor, (await current(demo)).balanceMinor]).toEqual([-30, 0])
    await give(poor, 1000, 'top_up')
    await charge()
    expect(await current(poor)).toMatchObject({ balanceMinor: 840, isLimited: false })
  })
})

describe('a limited account', () => {
  const write = (shop: Shop) =>
    shop.owner.ask(templates.createTemplate, {
      params: { c: shop.c },
      body: { name: 'More', type: 'bonus', design: plainDesign(), birthdayEnabled: false, variables: {} },
    })
  const bar = async (shop: Shop) => (await shop.owner.send(cabinets.statusBar, { params: { c: shop.c } })).status

  it('is one whose demo was ended: it reads, does not write, and may take a tariff', async () => {
    const shop = await open()
    const ended = await shop.owner.send(finance.endDemo, { params: { c: shop.c } })
    expect(ended).toMatchObject({ key: 'demo', isLimited: true })
    const again = await shop.owner.send(finance.endDemo, { params: { c: shop.c } })
    expect(again.demoUntil).toBe(ended.demoUntil)
    expect([await bar(shop), codeOf(await write(shop))]).toEqual(['isNoBalance', [418, 'demo_over']])
    expect((await shop.owner.ask(templates.listTemplates, { params: { c: shop.c } })).status).toBe(200)
    await give(shop, 1000, 'top_up')
    expect(await bar(shop)).toBe('isNoBalance')
    expect((await choose(shop, 'base')).status).toBe(200)
    expect([await bar(shop), (await write(shop)).status]).toEqual(['ok', 201])
    expect(codeOf(await shop.owner.ask(finance.endDemo, { params: { c: shop.c } }))).toEqual([409, 'not_on_demo'])
    expect(codeOf(await choose(shop, 'demo'))).toEqual([406, 'tariff_cannot_go_lower'])
  })

  it('is one whose demo ran out, and one whose paid tariff owes money', async () => {
    const [over, owes] = [await open(), await open()]
    await setPlan(server, owes.c, 'advanced')
    await give(owes, -100_001, 'correction')
    await passDays(15)
    expect([await bar(over), codeOf(await write(over))]).toEqual(['isNoBalance', [418, 'demo_over']])
    expect([await bar(owes), codeOf(await write(owes))]).toEqual(['isNoBalance', [402, 'account_limited']])
    await give(owes, 1, 'top_up')
    expect([await bar(owes), (await write(owes)).status]).toEqual(['ok', 201])
  })
})
