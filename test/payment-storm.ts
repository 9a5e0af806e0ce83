/** Many payments, each called for several times in any order over several processes: what must be true afterwards. */
import { expect } from 'vitest'
import { payments } from '../contract/business/payments.ts'
import { proveLedger } from '../server/business/finance/ledger-check.ts'
import { query } from './direct-access.ts'
import { callResult, signedResult, start } from './payments.ts'
import { openShop, type Shop } from './people.ts'
import type { TestServer } from './server.ts'

/** Of one business in a day. */
const OF_A_SHOP = 90
const AT_ONCE = 12

export type Call = { no: number; fields: Readonly<Record<string, string>> }
export type Storm = { shops: Shop[]; calls: Call[]; amountOf: ReadonlyMap<number, number> }

/** @param random 0 to 1 */
export async function prepareStorm(server: TestServer, count: number, random: () => number): Promise<Storm> {
  const shops: Shop[] = []
  const calls: Call[] = []
  const amountOf = new Map<number, number>()
  for (let made = 0; made < count; made++) {
    if (made % OF_A_SHOP === 0) shops.push(await openShop(server, `Storm${shops.length}`))
    const amount = Math.round(3900 + random() * 90_000) / 100
    const { url, payment } = await start(shops.at(-1) as Shop, amount)
    amountOf.set(payment.no, payment.amountMinor)
    const fields = signedResult(url, server.outside.robokassa.shop.password2)
    for (let time = 0; time < 1 + Math.floor(random() * 4); time++) calls.push({ no: payment.no, fields })
  }
  // Any order, so that calls of one payment meet.
  for (let at = calls.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[calls[at], calls[other]] = [calls[other] as Call, calls[at] as Call]
  }
  return { shops, calls, amountOf }
}

/**
 * Each call is repeated until it is understood, as the service does.
 * @param urls the ones to choose from now @param gate waits until the call of this place may be made
 */
export async function runStorm(
  { calls }: Storm,
  urls: () => readonly string[],
  random: () => number,
  gate?: (at: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const one = async () => {
    for (let at = next++; at < calls.length; at = next++) {
      await gate?.(at)
      const { no, fields } = calls[at] as Call
      for (;;) {
        const known = urls()
        const url = known[Math.floor(random() * known.length)] as string
        const answer = await callResult(url, fields, random() < 0.5 ? 'GET' : 'POST').catch(() => undefined)
        if (answer?.text === `OK${no}`) break
        if (answer && answer.status < 500) throw new Error(`${no}: ${answer.status} ${answer.text}`)
        await new Promise((resume) => setTimeout(resume, 50))
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

export async function expectCreditedOnce(server: TestServer, { shops, amountOf }: Storm): Promise<void> {
  const rows = await query<{ reference: string; amount: number }>(
    server,
    `select reference, amount_minor::int as amount from transactions
       where event = 'top_up' and reference like 'robokassa/%' order by length(reference), reference`,
  )
  const wanted = [...amountOf].map(([no, amount]) => ({ reference: `robokassa/${no}`, amount }))
  expect(rows).toEqual(wanted)
  for (const shop of shops) {
    const { data, meta } = await shop.owner.send(payments.listPayments, {
      params: { c: shop.c },
      query: { limit: 100 },
    })
    expect([data.length, new Set(data.map(({ state }) => state))]).toEqual([meta.total, new Set(['paid'])])
    const [row] = await query<{ balance: number }>(
      server,
      'select balance_minor::int as balance from cabinets where id = $1',
      [shop.c],
    )
    expect(row?.balance).toBe(data.reduce((sum, one) => sum + one.amountMinor, 0))
  }
  await proveLedger(server.app)
  expect(await query(server, 'select differing::int from ledger_checks order by at desc limit 1')).toEqual([
    { differing: 0 },
  ])
  const receipts = await query<{ count: number }>(
    server,
    "select count(*)::int as count from pgboss.job where name = 'send-letter' and data->>'kind' = 'payment_receipt'",
  )
  expect(receipts[0]?.count).toBe(amountOf.size)
}

/** The same numbers every time. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
