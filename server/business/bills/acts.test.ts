import { afterAll, beforeAll, expect, it } from 'vitest'
import { crc32 } from 'node:zlib'
import { billing } from '../../../contract/business/billing.ts'
import { bills } from '../../../contract/business/bills.ts'
import { finance, type LedgerEvent } from '../../../contract/business/finance.ts'
import { moscowMoment } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, pathOf, type Shop, signIn } from '../../../test/people.ts'
import { SUPPLIER, textOfPdf } from '../../../test/papers.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { book } from '../finance/finance.ts'
import { closedMonth, makeActs } from './acts.ts'
import { makeActsOfMonths } from './jobs.ts'

let server: TestServer
let next = 0
const open = () => openShop(server, `Act${++next}`)

beforeAll(async () => {
  server = await startTestServer()
  const desk = await signIn(server, 'Olga')
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
  await desk.send(billing.saveSupplier, { body: { ...SUPPLIER, version: 0 } })
})
afterAll(() => server?.close())

/** A movement at a moment of the ledger, which is what the month is counted by. */
async function move(shop: Shop, amountMinor: number, at: Date, event: LedgerEvent = 'tariff'): Promise<void> {
  const { no } = await openForWork(server.app, shop.c, (db) => book(server.app, db, { event, amountMinor }))
  await query(server, 'update transactions set at = $3 where cabinet_id = $1 and no = $2', [shop.c, no, at])
}
const run = () => makeActsOfMonths.handle(server.app, {})
const actsOf = async (shop: Shop) =>
  (await shop.owner.send(bills.listActs, { params: { c: shop.c }, query: {} })).data.map(
    ({ month, amountMinor }) => [month, amountMinor] as const,
  )
/** Months before the open one, as the day they begin on: 1 is the last closed one. */
function monthBack(back: number): string {
  let month = `${new Date(server.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 7)}-01`
  for (let i = 0; i < back; i++) month = closedMonth(moscowMoment(month, '12:00'))
  return month
}
async function download(shop: Shop, path: string) {
  const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${shop.owner.token}` } })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

it.each([
  ['2026-11-30T20:59:59Z', '2026-10-01'],
  ['2026-11-30T21:00:00Z', '2026-11-01'],
  ['2028-02-29T20:59:59Z', '2028-01-01'],
  ['2028-02-29T21:00:00Z', '2028-02-01'],
  ['2026-12-31T21:00:00Z', '2026-12-01'],
])('at %s the last closed month is that of %s', (now, month) => expect(closedMonth(new Date(now))).toBe(month))

it('every closed month with spending has one act over exactly its spending, to the second in Moscow', async () => {
  const shop = await open()
  const [first, second, third] = [monthBack(3), monthBack(2), monthBack(1)]
  const start = moscowMoment(third, '00:00')
  await move(shop, 500_00, moscowMoment(first, '10:00'), 'top_up')
  await move(shop, -1_30, moscowMoment(first, '10:01'))
  await move(shop, -2_60, new Date(start.getTime() - 1))
  await move(shop, -3_90, start)
  await move(shop, -5_20, moscowMoment(monthBack(0), '00:00'))
  await move(shop, -100_00, moscowMoment(third, '12:00'), 'correction')
  await run()
  expect(await actsOf(shop)).toEqual([
    [third, 3_90],
    [second, 2_60],
    [first, 1_30],
  ])
  await Promise.all([run(), run(), run()])
  expect(await actsOf(shop)).toHaveLength(3)
})

it('a month without spending has no act, and a business without a ledger has none', async () => {
  const [shop, empty] = [await open(), await open()]
  await move(shop, 50_00, moscowMoment(monthBack(5), '10:00'), 'top_up')
  await move(shop, -1_00, moscowMoment(monthBack(2), '10:00'))
  await run()
  expect(await actsOf(shop)).toEqual([[monthBack(2), 1_00]])
  expect(await actsOf(empty)).toEqual([])
})

it('after months away all are made at once, in their order; without bank details they wait', async () => {
  const shop = await open()
  const details = await query<{ details: object }>(server, 'delete from bill_supplier returning details, version')
  for (let back = 14; back >= 1; back--) await move(shop, -back * 100, moscowMoment(monthBack(back), '10:00'))
  await run()
  // The details may be gone between the question and the work.
  await openForWork(server.app, shop.c, (db) => makeActs(server.app, db))
  expect(await actsOf(shop)).toEqual([])
  await query(server, 'insert into bill_supplier values (true, $1, 1, now())', [details[0]?.details])
  await run()
  const acts = await actsOf(shop)
  expect(acts).toHaveLength(14)
  expect(acts.toReversed().map(([month]) => month)).toEqual(acts.map(([month]) => month).toSorted())
  expect(acts.at(-1)).toEqual([monthBack(14), 14_00])
})

it('the sum of all acts is what was spent by the end of the last closed month', async () => {
  for (let i = 0; i < 2; i++) {
    const shop = await open()
    const { c, owner } = shop
    for (let back = 6; back >= 0; back--)
      for (let day = 1; day <= 28; day += 9)
        await move(
          shop,
          -(back * 7 + day),
          moscowMoment(monthBack(back).replace(/01$/, String(day).padStart(2, '0')), '23:59'),
        )
    await run()
    const sum = await owner.send(finance.sumTransactions, {
      params: { c },
      query: {
        event: 'tariff',
        to: new Date(moscowMoment(monthBack(0), '00:00').getTime() - 1).toISOString().slice(0, 10),
      },
    })
    expect((await actsOf(shop)).reduce((all, [, amount]) => all + amount, 0)).toBe(sum.debitMinor)
  }
})

it('numbers of a year have no gaps, over all businesses', async () => {
  const rows = await query<{ year: number; count: number; last: number }>(
    server,
    'select year, count(*)::int as count, max(no) as last from acts group by year',
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { count, last } of rows) expect(last).toBe(count)
})

it('is downloaded alone and with its year, never changes, and is not found by others', async () => {
  const [shop, other] = [await open(), await open()]
  const month = monthBack(1)
  await move(shop, -39_00, moscowMoment(month, '10:00'))
  await run()
  const { data } = await shop.owner.send(bills.listActs, { params: { c: shop.c }, query: {} })
  const [act] = data
  expect(act).toMatchObject({ supplier: SUPPLIER.name, currency: 'EUR', purpose: expect.stringContaining('services') })
  const path = pathOf(bills.readAct, { c: shop.c, actId: act?.id ?? '' })
  const one = await download(shop, path)
  expect(await textOfPdf(one.bytes)).toContain(`Statement of services No. ${act?.number}`)
  expect((await download(shop, path)).bytes.equals(one.bytes)).toBe(true)
  expect((await download(other, pathOf(bills.readAct, { c: other.c, actId: act?.id ?? '' }))).status).toBe(404)
  const year = Number(month.slice(0, 4))
  const { bytes } = await download(shop, `${pathOf(bills.readActs, { c: shop.c })}?year=${year}`)
  const at = bytes.indexOf(`act-${act?.number}.pdf`) + `act-${act?.number}.pdf`.length
  expect([bytes.readUInt32LE(0), bytes.readUInt32LE(14)]).toEqual([0x04034b50, crc32(one.bytes)])
  expect(bytes.subarray(at, at + one.bytes.length).equals(one.bytes)).toBe(true)
  expect((await download(shop, `${pathOf(bills.readActs, { c: shop.c })}?year=2001`)).status).toBe(404)
  await expect(
    openForWork(server.app, shop.c, ({ tx }) =>
      tx.withTables<{ acts: { amount_minor: number } }>().updateTable('acts').set({ amount_minor: 1 }).execute(),
    ),
  ).rejects.toThrow('permission denied')
})
