/** The months behind the demo: every figure is what the product itself counts, and work goes on from there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finance } from '../contract/business/finance.ts'
import { partner } from '../contract/business/partner.ts'
import { overview, OVERVIEW_PERIODS } from '../contract/business/overview.ts'
import { clients } from '../contract/people/clients.ts'
import { growth } from '../contract/people/growth.ts'
import { segments } from '../contract/people/segments.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { triggers } from '../contract/reach/triggers.ts'
import { seedDemo } from '../db/demo.ts'
import { proveLedger, readLedgerCheck } from '../server/business/finance/ledger-check.ts'
import { provePartners } from '../server/business/finance/partner-check.ts'
import { proveFigures } from '../server/people/figures/figures.ts'
import { wakeTriggers } from '../server/reach/triggers/jobs.ts'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { carryPhones, logInToDemo } from './demo-people.ts'
import { query } from './direct-access.ts'
import type { Person } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let anna: Person
let crowd: Awaited<ReturnType<typeof carryPhones>>
let ids: Record<string, number>
const DOMAINS = ['coffee-lab', 'salon-vera', 'hotel-sever'] as const
const rows = <T extends object>(sql: string, values: unknown[] = []) => query<T>(server, sql, values)

beforeAll(async () => {
  server = await startTestServer()
  const seeded = await seedDemo(server.app)
  if (!seeded) throw new Error('the demo was not added')
  anna = await logInToDemo(server, 'anna')
  const { data } = await anna.send(cabinets.listCabinets, { query: {} })
  ids = Object.fromEntries(data.map((one) => [one.domain, one.id]))
  // Before a trigger acts: a phone that Apple does not know yet is not notified again for a day.
  crowd = await carryPhones(server, seeded, 12)
})
afterAll(async () => {
  await crowd?.close()
  await server?.close()
})

it('the proof of the night finds nothing wrong in what agents are shown', async () => {
  expect(await provePartners(server.app)).toEqual({})
})

it('the coffee house has earned by the salon that came with its code', async () => {
  const agent = { params: { c: ids['coffee-lab'] as number } }
  const { data: children } = await anna.send(partner.listChildren, { ...agent, query: {} })
  expect(children).toMatchObject([{ tariff: 'advanced', paidMinor: 1_050_00, shareMinor: 210_00 }])
  expect(await anna.send(partner.sumShares, agent)).toEqual({ heldMinor: 30_00, readyMinor: 180_00, paidMinor: 0 })
  expect(await anna.send(partner.readReferral, agent)).toMatchObject({ people: 1, accounts: 1, bonusMinor: 20_00 })
  await proveLedger(server.app)
  expect((await readLedgerCheck(server.app))?.examples).toEqual([])
})

describe.each(DOMAINS)('of %s', (domain) => {
  const c = () => ids[domain] as number

  it('the recount of the night finds nothing to correct', async () => {
    expect(await openForWork(server.app, c(), proveFigures)).toEqual([])
    const [kept] = await rows<{ n: number }>('select count(*)::int as n from day_figures where cabinet_id = $1', [c()])
    expect(kept?.n).toBeGreaterThan(100)
  })

  it('each card that is counted as installed or removed leads to its client', async () => {
    const days = await rows<{ of: string; cards: number; clients: number | null }>(
      `select g.day || ' ' || g.event as of, sum(g.count)::int as cards, (select count(*)::int from wallet_days w
          where w.cabinet_id = $1 and w.day = g.day and w.event = g.event) as clients
        from growth_days g where g.cabinet_id = $1 and g.event ~ '^(installed|removed)_' group by g.day, g.event`,
      [c()],
    )
    expect(days.length).toBeGreaterThan(10)
    expect(days.filter(({ cards, clients }) => !clients || clients > cards)).toEqual([])
  })

  it('each amount of a client is the sum of its history, and each row says what it left', async () => {
    const wrong = await rows(
      `select c.id from clients c cross join lateral (values ('balance', c.balance_minor), ('bonus', c.bonus_minor),
          ('discount', c.discount_hundredths)) one(kind, amount)
        where c.cabinet_id = $1 and one.amount <> coalesce((select sum(delta) from balance_events e
          where e.cabinet_id = c.cabinet_id and e.client_id = c.id and e.kind = one.kind), 0)`,
      [c()],
    )
    expect(wrong).toEqual([])
    const gaps = await rows(
      `select 1 from (select after, sum(delta) over (partition by client_id, kind order by at, after - delta) as sum,
          at, count(*) over (partition by client_id, kind, at) as together
        from balance_events where cabinet_id = $1) e where together = 1 and (after <> sum or after < 0)`,
      [c()],
    )
    expect(gaps).toEqual([])
  })

  it('points for purchases are those of the programme, each with a row of history', async () => {
    const [earned] = await rows<{ events: string; history: string; wrong: number }>(
      `select coalesce(sum(earned_minor), 0)::text as events,
        (select coalesce(sum(delta), 0)::text from balance_events b
          where b.cabinet_id = $1 and b.source = 'purchase' and b.delta > 0) as history,
        count(*) filter (where earn_rate is not null
          and earned_minor <> floor(amount_minor::numeric * earn_rate / 10000))::int as wrong
      from external_events where cabinet_id = $1`,
      [c()],
    )
    expect(earned?.events).toBe(earned?.history)
    expect(earned?.wrong).toBe(0)
  })

  it('what is kept of purchases, wallets and clients is what a count finds', async () => {
    const bought = await rows(
      `select p.client_id from client_purchases p left join (
          select client_id, count(*)::int as n, sum(amount_minor)::bigint as spent from external_events
          where cabinet_id = $1 group by 1) e on e.client_id = p.client_id
        where p.cabinet_id = $1
          and (p.purchases, p.spent_minor) is distinct from (coalesce(e.n, 0), coalesce(e.spent, 0))`,
      [c()],
    )
    expect(bought).toEqual([])
    const wallets = await rows(
      `select w.client_id from client_wallets w where w.cabinet_id = $1 and (w.in_apple, w.in_google) is distinct from (
        select row(coalesce(bool_or(exists (select from registrations r where r.cabinet_id = p.cabinet_id
            and r.pass_id = p.id)), false), coalesce(bool_or(p.google_saved_at is not null), false))
        from passes p where p.cabinet_id = w.cabinet_id and p.client_id = w.client_id)`,
      [c()],
    )
    expect(wallets).toEqual([])
    const [people] = await rows<{ kept: number; cards: number; found: number }>(
      `select (select present from client_counts where cabinet_id = $1)::int as kept,
        (select cards from cabinets where id = $1)::int as cards,
        (select count(*)::int from clients where cabinet_id = $1) as found`,
      [c()],
    )
    expect(people).toEqual({ kept: people?.found, cards: people?.found, found: people?.found })
  })

  it('growth by day adds up to the cards, and to the funnel of the form', async () => {
    const [counted] = await rows<Record<string, number>>(
      `select coalesce(sum(count) filter (where event = 'issued'), 0)::int as issued,
        coalesce(sum(count) filter (where event in ('installed_apple', 'installed_google')), 0)::int as installed,
        coalesce(sum(count) filter (where event in ('removed_apple', 'removed_google')), 0)::int as removed,
        coalesce(sum(count) filter (where event = 'opened'), 0)::int as opened,
        coalesce(sum(count) filter (where event = 'filled'), 0)::int as filled
      from growth_days where cabinet_id = $1`,
      [c()],
    )
    const [found] = await rows<Record<string, number>>(
      `select count(*)::int as issued,
        count(*) filter (where p.google_saved_at is not null or p.google_removed_at is not null
          or p.apple_removed_at is not null or exists (select from registrations r where r.cabinet_id = p.cabinet_id
            and r.pass_id = p.id))::int as installed,
        count(*) filter (where coalesce(p.apple_removed_at, p.google_removed_at) is not null)::int as removed,
        (select sum(opened)::int from forms where cabinet_id = $1) as opened,
        (select sum(filled)::int from forms where cabinet_id = $1) as filled
      from passes p where p.cabinet_id = $1`,
      [c()],
    )
    expect(counted).toEqual(found)
    expect(counted?.['removed']).toBeGreaterThan(0)
  })

  it('every run of a push counts its messages, and each card carries its last one', async () => {
    const wrong = await rows(
      `select r.id from push_runs r cross join lateral (select count(*)::int as cards,
          count(*) filter (where channel = 'apple')::int as apple,
          count(*) filter (where channel = 'google')::int as google,
          count(*) filter (where state in ('sent', 'delivered'))::int as sent,
          count(*) filter (where state = 'not_sent')::int as failed
        from client_messages m where m.cabinet_id = r.cabinet_id and m.run_id = r.id) m
        where r.cabinet_id = $1 and ((r.cards, r.apple, r.google, r.sent, r.failed, r.unknown, r.waiting)
          is distinct from (m.cards, m.apple, m.google, m.sent, m.failed, 0, 0) or r.ended_at is null
          or r.cards <> (select sum(cardinality(c.passes)) from push_chunks c
            where c.cabinet_id = r.cabinet_id and c.run_id = r.id and c.done = cardinality(c.passes)))`,
      [c()],
    )
    expect(wrong).toEqual([])
    const cards = await rows(
      `select p.id from passes p join lateral (select text, pass_version, at from client_messages m
          where m.cabinet_id = p.cabinet_id and m.pass_id = p.id order by at desc limit 1) m on true
        where p.cabinet_id = $1 and (p.message <> m.text or p.version < m.pass_version or p.message_at <> m.at)`,
      [c()],
    )
    expect(cards).toEqual([])
  })

  it('the ledger adds up to the balance, a day costs once, and the account is not limited', async () => {
    const sum = await anna.send(finance.sumTransactions, { params: { c: c() }, query: {} })
    expect(sum.creditMinor - sum.debitMinor).toBe(sum.balanceMinor)
    expect(sum.balanceMinor).toBeGreaterThan(0)
    const days = await rows(
      `select substr(reference, 1, 10) from transactions where cabinet_id = $1 and event = 'tariff'
        group by 1 having count(*) > 1`,
      [c()],
    )
    expect(days).toEqual([])
    await server.drainJobs()
    const after = await anna.send(finance.sumTransactions, { params: { c: c() }, query: {} })
    expect(after).toEqual(sum)
  })

  it.each(OVERVIEW_PERIODS)('the overview of %s has figures', async (period) => {
    const read = await anna.send(overview.readOverview, { params: { c: c() }, query: { period } })
    if (period === '30' || period === '90')
      expect(read.now.total).toMatchObject({
        joined: expect.toSatisfy((n: number) => n > 0),
        purchases: expect.toSatisfy((n: number) => n > 0),
        returns: expect.toSatisfy((n: number) => n > 0),
      })
    expect(read.isEmpty).toBe(false)
    expect(read.sources.length).toBeGreaterThan(period === '90' ? 2 : -1)
    expect(read.pushes.length).toBe(3)
    expect(read.pushes.every((one) => one.sent > 0 && one.cards >= one.sent)).toBe(true)
  })
})

describe('the coffee house', () => {
  const c = () => ids['coffee-lab'] as number

  it('shows single lines of the last days in its feed, none of which is still to come', async () => {
    const { happenings } = await anna.send(overview.listHappenings, { params: { c: c() } })
    expect(happenings).toHaveLength(20)
    expect(happenings.filter((one) => one.client === null && one.push === null)).toEqual([])
    expect(new Set(happenings.map((one) => one.kind)).size).toBeGreaterThan(2)
    const future = happenings.filter((one) => Date.parse(one.at) > server.now().getTime())
    expect(future).toEqual([])
    const later = await rows(
      `select 1 from happenings where at > $1 union all select 1 from balance_events where at > $1
        union all select 1 from external_events where at > $1 union all select 1 from client_messages where at > $1
        union all select 1 from clients where created_at > $1 union all select 1 from transactions where at > $1
        union all select 1 from passes where created_at > $1 or message_at > $1`,
      [server.now()],
    )
    expect(later).toEqual([])
  })

  it('has months of growth, from every source', async () => {
    const read = await anna.send(growth.readGrowth, { params: { c: c() }, query: { days: '365', step: 'month' } })
    const busy = read.periods.filter((one) => (one.issued ?? 0) > 0 && (one.opened ?? 0) > 0)
    expect(busy.length).toBeGreaterThanOrEqual(9)
    expect(read.links.filter((one) => one.filled > 0).length).toBe(2)
    expect(read.sources.filter((one) => one.filled > 0).length).toBe(3)
  })

  it('has segments with people in them, and triggers that have acted', async () => {
    const { data } = await anna.send(segments.listSegments, { params: { c: c() }, query: {} })
    for (const one of data) expect(one.size, one.name).toBeGreaterThan(0)
    const list = await anna.send(triggers.listTriggers, { params: { c: c() } })
    for (const one of list.triggers) expect(one.lastRun?.clients, one.name).toBeGreaterThan(0)
  })

  it('does not repeat what its triggers have done', async () => {
    const acts = async () => {
      const all = await rows<{ of: string; n: number }>(
        `select trigger_id || ' ' || client_id as of, count(*)::int as n from trigger_acts
          where cabinet_id = $1 group by 1`,
        [c()],
      )
      return new Map(all.map(({ of, n }) => [of, n]))
    }
    const before = await acts()
    await query(server, 'update triggers set next_run_at = $1 where cabinet_id = $2 and is_active', [server.now(), c()])
    await wakeTriggers.handle(server.app, {})
    await server.drainJobs()
    // Early in a day somebody's birthday has only begun.
    const after = await acts()
    expect(before.size).toBeGreaterThan(100)
    expect([...before].filter(([of, n]) => after.get(of) !== n)).toEqual([])
    expect(after.size - before.size).toBeLessThan(5)
  })

  it('sends its next message to phones of its customers, which fetch it', async () => {
    const { data } = await anna.send(pushes.listPushes, { params: { c: c() }, query: { status: 'draft' } })
    const id = data[0]?.id ?? ''
    await anna.send(pushes.startSend, { params: { c: c(), pushUuid: id } })
    await expect
      .poll(
        async () => {
          // A phone that did not answer in time, on a busy machine, is asked again by a job.
          await server.drainJobs()
          const { runs } = await anna.send(pushes.statistics, { params: { c: c(), pushUuid: id } })
          return { unsent: (runs[0]?.cards ?? 1) - (runs[0]?.sent ?? 0), fetched: (runs[0]?.delivered ?? 0) > 0 }
        },
        { timeout: 180_000 },
      )
      .toEqual({ unsent: 0, fetched: true })
  })

  it('shows a client with purchases, points and messages', async () => {
    const { data } = await anna.send(clients.listClients, { params: { c: c() }, query: { o: 'bonus', d: 'desc' } })
    expect(data[0]?.bonusMinor).toBeGreaterThan(0)
    expect(data.length).toBeGreaterThan(20)
  })
})
