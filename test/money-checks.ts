/** What must always hold of the ledger of a random history, row by row, month by month. */
import { expect } from 'vitest'
import { type LedgerEvent, SPENDING_KINDS } from '../contract/business/finance.ts'
import { MINUTE_MS, moscowDay } from '../contract/time.ts'
import { proveLedger } from '../server/business/finance/ledger-check.ts'
import { query } from './direct-access.ts'
import { balanceOf, type Model } from './money-model.ts'
import type { Person, Shop } from './people.ts'
import type { TestServer } from './server.ts'

/** What has been read of its ledger, and what that adds up to. */
type Read = { no: number; money: number; bonus: number; spent: Map<string, number>; acts: readonly ActRow[] }
type Row = { no: number; event: LedgerEvent; amount: number; bonus: number; balance: number; at: Date }
type ActRow = { month: string; amount: number; no: number }
export type Account = { shop: Shop; model: Model; read: Read }
export type World = { server: TestServer; desk: Person; random: () => number; accounts: readonly Account[] }

/** Each closed month has one act over what was spent in it, and an act never changes. */
export async function checkActs({ server }: World, { shop, read }: Account): Promise<void> {
  const acts = await query<ActRow>(
    server,
    `select to_char(month, 'YYYY-MM') as month, amount_minor::int as amount, no from acts
       where cabinet_id = $1 order by month`,
    [shop.c],
  )
  expect(acts.slice(0, read.acts.length)).toEqual(read.acts)
  read.acts = acts
  const open = moscowDay(server.now()).slice(0, 7)
  const spent = [...read.spent]
    .filter(([month, amount]) => month < open && amount > 0)
    .toSorted(([one], [other]) => one.localeCompare(other))
  expect(acts.map(({ month, amount }) => [month, amount])).toEqual(spent)
}

/** Rows that came since the last look: numbered without gaps, and each says the balance after it. */
export async function checkRows({ server }: World, { shop, model, read }: Account): Promise<void> {
  const rows = await query<Row>(
    server,
    `select no::int as no, event, amount_minor::int as amount, bonus_minor::int as bonus,
         balance_minor::int as balance, at from transactions where cabinet_id = $1 and no > $2 order by no`,
    [shop.c, read.no],
  )
  for (const row of rows) {
    const before = balanceOf(read)
    read.money += row.amount - row.bonus
    read.bonus += row.bonus
    expect([row.no, row.balance]).toEqual([read.no + 1, balanceOf(read)])
    read.no = row.no
    expect(read.bonus, 'bonus money is never below zero').toBeGreaterThanOrEqual(0)
    if (row.event === 'refund') expect(row.bonus, 'a bonus is never paid back').toBe(0)
    else if (row.event === 'correction') expect([0, row.amount], 'of one kind of money').toContain(row.bonus)
    else if (row.amount < row.bonus) expect(read.bonus, 'bonus money is spent first').toBe(0)
    if (row.event === 'tariff') expect(before, 'a day is charged to nobody who owes').toBeGreaterThanOrEqual(0)
    const month = moscowDay(row.at).slice(0, 7)
    if ((SPENDING_KINDS as readonly string[]).includes(row.event))
      read.spent.set(month, (read.spent.get(month) ?? 0) - row.amount)
  }
  const [stored] = await query<{ money: number; bonus: number; no: number; grace: Date | null }>(
    server,
    `select (balance_minor - bonus_minor)::int as money, bonus_minor::int as bonus, ledger_no::int as no,
         grace_until as grace
       from cabinets where id = $1`,
    [shop.c],
  )
  const { grace, ...sums } = stored ?? { grace: null }
  expect(sums, 'the balance is the sum of its postings').toEqual({
    money: read.money,
    bonus: read.bonus,
    no: read.no,
  })
  expect({ money: read.money, bonus: read.bonus }, 'and what the rules say').toEqual({
    money: model.money,
    bonus: model.bonus,
  })
  if (balanceOf(model) >= 0) return
  // The clock of a test runs on while a step is on its way.
  const isSame = grace !== null && model.grace !== null && Math.abs(grace.getTime() - model.grace) < MINUTE_MS
  expect(isSame || grace === model.grace, 'a debt has one day of grace').toBe(true)
}

export async function provesSound({ server }: World): Promise<void> {
  await proveLedger(server.app)
  const [row] = await query<{ differing: number }>(
    server,
    'select differing::int as differing from ledger_checks order by at desc, id limit 1',
  )
  expect(row?.differing).toBe(0)
}
