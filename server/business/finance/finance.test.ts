import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { finance } from '../../../contract/business/finance.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { fillForm } from '../../../test/phones.ts'
import { signIn } from '../../../test/people.ts'
import { insideCabinet } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { book } from './finance.ts'
import { readTree } from '../../../test/imports.ts'
import {
  choose,
  codeOf,
  current,
  give,
  isSound,
  ledger,
  next,
  open,
  passDays,
  priceToday,
  server,
  summary,
  today,
  setUpFinance,
} from '../../../test/finance.ts'

setUpFinance()

describe('the ledger', () => {
  it('adds up to the balance after any movements, also many at the same time and with some rolled back', async () => {
    const shop = await open()
    const amount = fc.integer({ min: -20_000, max: 20_000 }).filter((value) => value !== 0)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ amount, isUndone: fc.boolean() }), { minLength: 1, maxLength: 15 }),
        async (moves) => {
          const before =
            (
              await query<{ balance: number }>(
                server,
                'select balance_minor::int as balance from cabinets where id = $1',
                [shop.c],
              )
            )[0]?.balance ?? 0
          await Promise.allSettled(
            moves.map(({ amount: amountMinor, isUndone }) =>
              insideCabinet(server.app.database, shop.c, async (db) => {
                await book(server.app, db, { event: amountMinor > 0 ? 'top_up' : 'correction', amountMinor })
                if (isUndone) throw new Error('undone')
              }),
            ),
          )
          const kept = moves.filter(({ isUndone }) => !isUndone).reduce((sum, move) => sum + move.amount, 0)
          const [after] = await query<{ balance: number }>(
            server,
            'select balance_minor::int as balance from cabinets where id = $1',
            [shop.c],
          )
          return after?.balance === before + kept && isSound(shop.c)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('takes one event of one reference once', async () => {
    const shop = await open()
    const pay = () =>
      openForWork(server.app, shop.c, (db) =>
        book(server.app, db, { event: 'top_up', amountMinor: 5000, reference: 'payment 1' }),
      ).then(
        () => 'booked',
        () => 'refused',
      )
    expect((await Promise.all(Array.from({ length: 8 }, pay))).sort()).toEqual([
      'booked',
      ...Array<string>(7).fill('refused'),
    ])
    expect((await summary(shop)).balanceMinor).toBe(5000)
    await isSound(shop.c)
  })

  it('cannot be changed afterwards by the server itself', async () => {
    const shop = await open()
    await give(shop, 100)
    const rewrite = (text: string) =>
      openForWork(server.app, shop.c, async (db) =>
        db.tx.executeQuery({
          sql: text,
          parameters: [],
          query: { kind: 'RawNode' } as never,
          queryId: { queryId: 'x' } as never,
        }),
      )
    await expect(rewrite('update transactions set amount_minor = 1')).rejects.toThrow('permission denied')
    await expect(rewrite('delete from transactions')).rejects.toThrow('permission denied')
  })

  it('is the one place that moves a balance', () => {
    const movers = [...readTree()]
      .filter(
        ([file, text]) =>
          // What a client has at a business is another balance.
          /^server\/(?!people\/)/.test(file) &&
          !file.endsWith('.test.ts') &&
          /moveBalance\(|set\([^)]*balance_minor/.test(text),
      )
      .map(([file]) => file)
    expect(movers.sort()).toEqual([
      'server/business/finance/book.ts',
      'server/platform/cabinets/money-sql.ts',
      'server/platform/cabinets/money.ts',
    ])
  })

  it('is listed from the latest, by event and by Moscow days, and summed the same way', async () => {
    const shop = await open()
    await give(shop, 4000, 'top_up')
    await give(shop, -500, 'correction')
    await passDays(2)
    await give(shop, 1000, 'top_up')
    const { data, meta } = await ledger(shop)
    expect(data.map((row) => [row.no, row.event, row.amountMinor, row.balanceMinor])).toEqual([
      [3, 'top_up', 1000, 4500],
      [2, 'correction', -500, 3500],
      [1, 'top_up', 4000, 4000],
    ])
    expect(meta.total).toBe(3)
    expect((await ledger(shop, { event: 'top_up' })).data.map((row) => row.no)).toEqual([3, 1])
    expect((await ledger(shop, { from: today(), to: today() })).data.map((row) => row.no)).toEqual([3])
    expect(
      (await ledger(shop, { to: new Date(Date.parse(today()) - DAY_MS).toISOString().slice(0, 10) })).data.map(
        (row) => row.no,
      ),
    ).toEqual([2, 1])
    expect(await summary(shop)).toEqual({
      count: 3,
      creditMinor: 5000,
      creditBonusMinor: 0,
      debitMinor: 500,
      debitBonusMinor: 0,
      balanceMinor: 4500,
      bonusMinor: 0,
    })
    expect(
      (await shop.owner.ask(finance.listTransactions, { params: { c: shop.c }, query: { from: '2026-02-30' } })).status,
    ).toBe(422)
  })
})

describe('a tariff', () => {
  it('is shown with every price, limit and what it opens, and whether it may be taken', async () => {
    const shop = await open()
    const plans = await shop.owner.send(finance.listTariffs, { params: { c: shop.c } })
    expect(
      plans.map((one) => [
        one.key,
        one.priceMinor,
        one.slotPriceMinor,
        one.limits.cards,
        one.limits.apiPerHour,
        one.choice,
      ]),
    ).toEqual([
      ['demo', 0, null, 50, 100, 'current'],
      ['base', 3900, 1000, 500, 1000, 'free'],
      ['advanced', 7900, 800, 2000, 5000, 'free'],
      ['expert', 14_900, 600, 5000, 20_000, 'free'],
    ])
    expect(plans.at(-1)?.features).toContain('beacons')
  })

  it('is in force immediately, with its slots, and costs the first day', async () => {
    const shop = await open()
    await give(shop, 10_000)
    expect((await choose(shop, 'base', 2)).status).toBe(200)
    const now = await current(shop)
    expect(now).toMatchObject({
      key: 'base',
      slots: 2,
      priceMinor: 5900,
      usage: {
        cards: { used: 0, limit: 1500 },
        templates: { used: 1, limit: 2 },
        forms: { used: 1, limit: 3 },
        users: { used: 1, limit: 3 },
      },
    })
    expect(now.balanceMinor).toBe(10_000 - priceToday(5900))
    expect(now.perDayMinor).toBe(priceToday(5900))
    expect((await shop.owner.send(cabinets.openCabinet, { params: { domain: shop.domain } })).tariff).toMatchObject({
      key: 'base',
      slots: 2,
      limits: { cards: 1500 },
    })
    const days = (await ledger(shop)).data.slice(0, 2)
    expect(days).toMatchObject([
      { event: 'slot', tariff: 'base', slots: 2, amountMinor: -(priceToday(5900) - priceToday(3900)) },
      { event: 'tariff', tariff: 'base', slots: null, amountMinor: -priceToday(3900) },
    ])
    expect(
      (await shop.owner.send(notifications.listNotifications, { params: { c: shop.c }, query: {} })).data,
    ).toMatchObject([{ type: 'changing_tariff', text: 'Your plan changed from Demo to Base.' }])
  })

  it('only goes up; on the way up the day costs the difference', async () => {
    const shop = await open()
    await give(shop, 10_000)
    await choose(shop, 'base')
    await choose(shop, 'advanced', 1)
    expect((await current(shop)).balanceMinor).toBe(10_000 - priceToday(8700))
    const lower = [choose(shop, 'base'), choose(shop, 'demo'), choose(shop, 'advanced', 0)]
    for (const response of await Promise.all(lower)) expect(codeOf(response)).toEqual([406, 'tariff_cannot_go_lower'])
    expect(codeOf(await choose(shop, 'gold'))).toEqual([404, 'tariff_not_found'])
    expect((await choose(shop, 'advanced', 101)).status).toBe(422)
    expect(await current(shop)).toMatchObject({ key: 'advanced', slots: 1 })
    await query(server, 'update cabinets set cards = 5400 where id = $1', [shop.c])
    expect(codeOf(await choose(shop, 'expert'))).toEqual([406, 'tariff_cannot_go_lower'])
    expect((await choose(shop, 'expert', 1)).status).toBe(200)
  })

  it('that is archived is kept by its accounts and taken by no other', async () => {
    const [has, wants] = [await open(), await open()]
    await give(has, 10_000)
    await choose(has, 'advanced')
    await query(server, `update tariffs set is_archived = true where key = 'advanced'`)
    try {
      expect(codeOf(await choose(wants, 'advanced'))).toEqual([426, 'tariff_archived'])
      expect(codeOf(await choose(has, 'advanced', 3))).toEqual([426, 'tariff_archived'])
      expect((await choose(has, 'advanced')).status).toBe(200)
      expect(await current(has)).toMatchObject({ key: 'advanced', isArchived: true })
    } finally {
      await query(server, `update tariffs set is_archived = false where key = 'advanced'`)
    }
  })

  it('is chosen by the owner alone', async () => {
    const shop = await open()
    const member = await signIn(server, `Member${next}`)
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
      [shop.c, member.email],
    )
    expect(
      (await member.ask(finance.chooseTariff, { params: { c: shop.c, tariffId: 'base' }, body: { slots: 0 } })).status,
    ).toBe(404)
    expect((await member.ask(finance.endDemo, { params: { c: shop.c } })).status).toBe(404)
    expect((await member.ask(finance.currentTariff, { params: { c: shop.c } })).status).toBe(200)
  })

  it('of twenty parallel changes charges once', async () => {
    const shop = await open()
    await give(shop, 50_000)
    // All wait for one row: on a busy machine some are asked to come again.
    const chosen = async (): Promise<number> => {
      const { status } = await choose(shop, 'expert', 1)
      return status === 503 ? chosen() : status
    }
    expect(tally(await Promise.all(Array.from({ length: 20 }, chosen)))).toEqual({ 200: 20 })
    expect((await ledger(shop, { event: 'tariff' })).data).toHaveLength(1)
    expect((await current(shop)).balanceMinor).toBe(50_000 - priceToday(15_500))
    const mixed = await open()
    await give(mixed, 50_000)
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => choose(mixed, ['base', 'advanced', 'expert'][i % 3] ?? '', i % 2)),
    )
    const now = await current(mixed)
    expect([now.key, now.balanceMinor]).toEqual(['expert', 50_000 - priceToday(now.priceMinor)])
    await isSound(mixed.c)
  })

  it('gives room for cards with its slots, and no card more', async () => {
    const shop = await open()
    await give(shop, 10_000)
    await choose(shop, 'base')
    await query(server, 'update cabinets set cards = 499 where id = $1', [shop.c])
    const fill = (tel: string) =>
      fillForm(server, shop.formUrl, { name: 'Guest', surname: 'One', tel, email: '' }).then(
        (response) => response.status,
        () => 0,
      )
    await fill('+420601700001')
    await fill('+420601700002')
    const cards = async () => (await current(shop)).usage.cards
    expect(await cards()).toEqual({ used: 500, limit: 500 })
    await choose(shop, 'base', 1)
    await fill('+420601700003')
    expect(await cards()).toEqual({ used: 501, limit: 1000 })
  })
})
