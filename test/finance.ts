/** What the tests of finance share. */
import { afterAll, beforeAll, expect } from 'vitest'
import { type CurrentTariff, finance, type LedgerEvent } from '../contract/business/finance.ts'
import { DAY_MS } from '../contract/time.ts'
import { query } from './direct-access.ts'
import { openShop, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { dayCharge } from '../server/business/finance/day-charge.ts'
import { book } from '../server/business/finance/finance.ts'
import { chargeTariffs } from '../server/business/finance/jobs.ts'

export let server: TestServer

export let next = 0

export const open = () => openShop(server, `Money${++next}`)

export const give = (shop: Shop, amountMinor: number, event: LedgerEvent = 'bonus') =>
  openForWork(server.app, shop.c, (db) => book(server.app, db, { event, amountMinor }))

export const current = (shop: Shop): Promise<CurrentTariff> =>
  shop.owner.send(finance.currentTariff, { params: { c: shop.c } })

export const choose = (shop: Shop, tariffId: string, slots = 0) =>
  shop.owner.ask(finance.chooseTariff, { params: { c: shop.c, tariffId }, body: { slots } })

export const ledger = (shop: Shop, filter: Record<string, string> = {}) =>
  shop.owner.send(finance.listTransactions, { params: { c: shop.c }, query: { ...filter, limit: 100 } })

export const summary = (shop: Shop) => shop.owner.send(finance.sumTransactions, { params: { c: shop.c }, query: {} })

export const codeOf = (response: Awaited<ReturnType<typeof choose>>) => [response.status, response.body.error?.code]

export const today = () => new Date(server.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10)

export const priceToday = (priceMinor: number) => dayCharge(priceMinor, today())

export const charge = () => chargeTariffs.handle(server.app, {})

/** The clock goes forward and the sessions stay young. */
export async function passDays(days: number): Promise<void> {
  server.passTime(days * DAY_MS)
  await query(server, 'update sessions set created_at = $1, last_used_at = $1', [server.now()])
}

export async function isSound(c: number): Promise<boolean> {
  const [row] = await query<{ balance: number; sum: number; rows: number; no: number; broken: number }>(
    server,
    `
    select c.balance_minor::int as balance, c.ledger_no::int as no,
      coalesce(sum(t.amount_minor), 0)::int as sum, count(t.no)::int as rows,
      (select count(*)::int from (
        select balance_minor - sum(amount_minor) over (order by no) as gap from transactions where cabinet_id = c.id
      ) g where gap <> 0) as broken
    from cabinets c left join transactions t on t.cabinet_id = c.id where c.id = $1 group by c.id`,
    [c],
  )
  expect(row).toMatchObject({ balance: row?.sum, no: row?.rows, broken: 0 })
  return true
}

/** Call it first in a test file about finance. */
export function setUpFinance(): void {
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())
}
