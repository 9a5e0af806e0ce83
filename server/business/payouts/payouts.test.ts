import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finance } from '../../../contract/business/finance.ts'
import { partner } from '../../../contract/business/partner.ts'
import { payouts } from '../../../contract/business/payouts.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { textOfPdf } from '../../../test/papers.ts'
import { openShop, PASSWORD, pathOf, type Person, type Shop, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { bookRefund } from '../finance/refunds.ts'
import { bookTopUp } from '../finance/top-ups.ts'
import { setAgent } from '../operator/operator.ts'

let server: TestServer
let desk: Person
let agent: Shop
let child: Shop
let next = 0

beforeAll(async () => {
  server = await startTestServer()
  desk = await signIn(server, 'Olga')
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
})
afterAll(() => server?.close())
beforeEach(async () => {
  ;[agent, child] = await openAgent()
})

const of = (shop: Shop) => ({ params: { c: shop.c } })
const codeOf = ({ status, body }: Awaited<ReturnType<Person['ask']>>) => [status, body.error?.code]

async function openAgent(): Promise<[Shop, Shop]> {
  const [first, second] = [await openShop(server, `Agent${++next}`), await openShop(server, `Child${next}`)]
  await setAgent(server.app, first.c, true)
  const { code } = await first.owner.send(partner.activateReferral, of(first))
  await query(server, 'update cabinets set promo_code = $2 where id = $1', [second.c, code])
  return [first, second]
}
async function pay(shop: Shop, amountMinor: number): Promise<string> {
  const reference = `robokassa/${++next}`
  await openForWork(server.app, shop.c, (db) =>
    bookTopUp(server.app, db, { reference, no: reference, amountMinor, userId: null, lang: null }),
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
  expect(await openForWork(server.app, shop.c, (db) => bookRefund(server.app, db, refund))).toBe('booked')
  await server.drainJobs()
}
/** The clock goes forward and the sessions stay young. */
async function pass(ms: number): Promise<void> {
  server.passTime(ms)
  await query(server, 'update sessions set created_at = $1, last_used_at = $1', [server.now()])
}
const unpaid = async (shop: Shop = agent) =>
  (await desk.send(payouts.listUnpaidAgents, {})).find(({ cabinet }) => cabinet.id === shop.c)
const payOut = (amountMinor: number, more: object = {}) =>
  desk.ask(payouts.payOut, {
    body: { id: crypto.randomUUID(), agents: [{ cabinet: agent.c, amountMinor }], reason: 'March', ...more },
  })
const paidOf = async (...given: Parameters<typeof payOut>) =>
  (await payOut(...given)).body.data as { paid: { id: string; number: string }[]; leftOut: number[] }
const statements = async (shop: Shop = agent) =>
  (await shop.owner.send(payouts.listPayouts, { ...of(shop), query: {} })).data
const sums = (shop: Shop = agent) => shop.owner.send(partner.sumShares, of(shop))

async function pdf(path: string, person: Person, lang = ''): Promise<string> {
  const response = await fetch(`${server.url}${path}${lang && `?lang=${lang}`}`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return textOfPdf(Buffer.from(await response.arrayBuffer()))
}

describe('a payout', () => {
  it('is of what is due, once, with a statement in four languages and two movements of the ledger', async () => {
    await pay(child, 50_000)
    await pass(20 * DAY_MS)
    await pay(child, 10_000)
    await pass(10 * DAY_MS)
    expect(await unpaid()).toMatchObject({ readyMinor: 10_000, heldMinor: 2000, owner: agent.owner.email })
    const id = crypto.randomUUID()
    const both = await Promise.all([paidOf(10_000, { id }), paidOf(10_000, { id })])
    expect(new Set(both.map(({ paid }) => paid[0]?.number)).size).toBe(1)
    expect(await paidOf(10_000, { id })).toEqual(both[0])
    expect(await sums()).toEqual({ heldMinor: 2000, readyMinor: 0, paidMinor: 10_000 })
    const [statement, ...others] = await statements()
    expect([statement, others]).toEqual([expect.objectContaining({ amountMinor: 10_000, currency: 'EUR' }), []])
    const moves = (await agent.owner.send(finance.listTransactions, { ...of(agent), query: {} })).data
    expect(moves.filter(({ event }) => event === 'partner_share')).toMatchObject([
      { amountMinor: -10_000, bonusMinor: 0, cause: 'share_paid', subject: statement?.number, note: 'March' },
      { amountMinor: 10_000, bonusMinor: 0, cause: 'share_earned', subject: statement?.number },
    ])
    const path = pathOf(payouts.readPayout, { c: agent.c, payoutId: statement?.id ?? '' })
    for (const [lang, words] of [
      ['', 'One hundred euros'],
      ['ru', 'Сто евро'],
      ['de', 'Partnerabrechnung'],
      ['cz', 'Vyúčtování partnera'],
    ] as const) {
      const text = await pdf(path, agent.owner, lang)
      for (const part of [words, statement?.number ?? '', 'Chi•••', '500.00', '100.00 EUR', '20 %'])
        expect(text).toContain(part)
      expect(text).not.toContain(`Child${next}`)
    }
    const desks = pathOf(payouts.readAnyPayout, { cabinet: agent.c, payoutId: statement?.id ?? '' })
    expect(await pdf(desks, desk)).toContain(statement?.number ?? '?')
    expect((await desk.send(payouts.listAllPayouts, { query: {} })).data[0]).toMatchObject({
      batch: id,
      cabinet: { id: agent.c },
      reason: 'March',
    })
  })

  it('is announced once by email, in the language of each person who wants notices', async () => {
    await pay(child, 50_000)
    await pass(31 * DAY_MS)
    await query(server, `update users set lang = 'ru' where email = $1`, [agent.owner.email])
    const [id, { mailbox }] = [crypto.randomUUID(), server.outside.smtp]
    mailbox.clear()
    await Promise.all([payOut(10_000, { id }), payOut(10_000, { id })])
    await server.drainJobs()
    const [statement] = await statements()
    const mails = mailbox.list(agent.owner.email)
    expect(mails).toHaveLength(1)
    const mail = mailbox.get(mails[0]?.id ?? '')
    expect(mail?.subject).toContain('Выплата 100.00')
    expect(mail?.text).toContain(`Отчёт ${statement?.number}`)
    expect(mail?.text).toMatch(/#\/[\w-]+\/partner\/rewards/)
    expect(mail?.headers['list-unsubscribe']).toBeDefined()
    await pay(child, 20_000)
    await pass(31 * DAY_MS)
    await query(server, 'update accesses set is_notifications = false where cabinet_id = $1', [agent.c])
    mailbox.clear()
    expect((await paidOf(4000)).paid).toHaveLength(1)
    await server.drainJobs()
    expect(mailbox.list()).toEqual([])
    const { data } = await agent.owner.send(notifications.listNotifications, { ...of(agent), query: {} })
    expect(data.filter(({ type }) => type === 'payout_booked')).toHaveLength(2)
  })

  it('of several agents pays each what was seen, and leaves out whose amount has changed', async () => {
    await pay(child, 10_000)
    const [other, otherChild] = await openAgent()
    const source = await pay(otherChild, 20_000)
    await pass(31 * DAY_MS)
    const agents = [
      { cabinet: agent.c, amountMinor: 2000 },
      { cabinet: other.c, amountMinor: 4000 },
      { cabinet: 987_654, amountMinor: 100 },
    ]
    await giveBack(otherChild, source, 5000)
    const done = await paidOf(1, { agents })
    expect([done.paid.length, done.leftOut]).toEqual([1, [other.c, 987_654]])
    expect(await sums(other)).toMatchObject({ readyMinor: 3000, paidMinor: 0 })
    expect(await statements(other)).toEqual([])
    const gaps = await query(
      server,
      `select 1 from (select no, row_number() over (partition by year order by no) as at from payouts) n
        where no <> at`,
    )
    expect(gaps).toEqual([])
  })

  it('that a refund comes after is set off against the next one', async () => {
    const source = await pay(child, 10_000)
    await pass(31 * DAY_MS)
    await payOut(2000)
    await giveBack(child, source, 10_000)
    expect(await unpaid()).toMatchObject({ readyMinor: -2000 })
    expect((await payOut(2000)).body.data).toMatchObject({ paid: [], leftOut: [agent.c] })
    await pay(child, 30_000)
    await pass(31 * DAY_MS)
    expect(await unpaid()).toMatchObject({ readyMinor: 4000 })
    expect((await paidOf(4000)).paid).toHaveLength(1)
    expect(await sums()).toEqual({ heldMinor: 0, readyMinor: 0, paidMinor: 6000 })
    expect(await unpaid()).toBeUndefined()
  })

  it('needs the password, and is nobody else’s', async () => {
    await pay(child, 10_000)
    await pass(31 * DAY_MS)
    server.passTime(11 * MINUTE_MS)
    expect(codeOf(await payOut(2000))).toEqual([403, 'password_needed'])
    expect(await statements()).toEqual([])
    expect((await paidOf(2000, { password: PASSWORD })).paid).toHaveLength(1)
    const [statement] = await statements()
    expect((await agent.owner.ask(payouts.payOut, { body: {} as never })).status).toBe(404)
    expect((await child.owner.ask(payouts.listPayouts, { ...of(child), query: {} })).status).toBe(404)
    const [other] = await openAgent()
    const stolen = { params: { c: other.c, payoutId: statement?.id ?? '' }, query: {} }
    expect((await other.owner.ask(payouts.readPayout, stolen)).status).toBe(404)
    const trail = await query<{ call: string }>(server, `select call from audit_log where call = 'payouts.payOut'`)
    expect(trail.length).toBeGreaterThan(0)
  })
})
