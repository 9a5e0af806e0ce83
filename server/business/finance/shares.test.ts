/** What codes bring: a bonus with the first payment to both, and the agent's share of what is paid. */
import { describe, expect, it } from 'vitest'
import { finance } from '../../../contract/business/finance.ts'
import { partner } from '../../../contract/business/partner.ts'
import { payments } from '../../../contract/business/payments.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import {
  charge,
  choose,
  current,
  isSound,
  ledger,
  open,
  passDays,
  server,
  setUpFinance,
} from '../../../test/finance.ts'
import { type Shop, signIn } from '../../../test/people.ts'
import { setAgent } from '../operator/operator.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { provePartners } from './partner-check.ts'
import { bookRefund } from './refunds.ts'
import { bookTopUp } from './top-ups.ts'

setUpFinance()

const of = (shop: Shop) => ({ params: { c: shop.c } })
let paymentNo = 0

async function pay(shop: Shop, amountMinor: number, no = ++paymentNo, part = ''): Promise<string> {
  const source = part === '' ? `robokassa/${no}` : `bill/2026-${no}`
  const reference = part === '' ? source : `${source}/${part}`
  await openForWork(server.app, shop.c, (db) =>
    bookTopUp(server.app, db, { reference, no: String(no), amountMinor, userId: null, lang: null }),
  )
  await server.drainJobs()
  return source
}
async function giveBack(shop: Shop, source: string, amountMinor: number) {
  const refund = {
    source,
    amountMinor,
    refundId: crypto.randomUUID(),
    reason: 'Asked',
    operatorId: crypto.randomUUID(),
  }
  const booked = await openForWork(server.app, shop.c, (db) => bookRefund(server.app, db, refund))
  await server.drainJobs()
  return booked
}
const codeOf = async (shop: Shop) => (await shop.owner.send(partner.activateReferral, of(shop))).code ?? ''
const comeWith = (shop: Shop, code: string) =>
  query(server, 'update cabinets set promo_code = $2 where id = $1', [shop.c, code])

async function openPair(isAgent: boolean): Promise<{ inviter: Shop; child: Shop }> {
  const [inviter, child] = [await open(), await open()]
  if (isAgent) await setAgent(server.app, inviter.c, true)
  await comeWith(child, await codeOf(inviter))
  return { inviter, child }
}
const bonuses = async (shop: Shop) =>
  (await ledger(shop)).data.filter(({ event }) => event === 'bonus').map((row) => [row.amountMinor, row.cause])
const sums = (agent: Shop) => agent.owner.send(partner.sumShares, of(agent))
const proven = async () => {
  server.passTime(2 * 3_600_000)
  return provePartners(server.app)
}

describe('the first payment of a business that came with a code', () => {
  it('brings 5 % on top as bonus money, to both, once', async () => {
    const { inviter, child } = await openPair(false)
    expect((await child.owner.send(payments.readTerms, of(child))).welcome).toMatchObject({ percent: 5 })
    await Promise.all([pay(child, 10_000), pay(child, 4000), pay(child, 4000)])
    await pay(child, 8000)
    const [first] = await bonuses(child)
    expect([
      [500, 'welcome'],
      [200, 'welcome'],
    ]).toContainEqual(first)
    expect(await bonuses(child)).toHaveLength(1)
    expect(await bonuses(inviter)).toEqual([[first?.[0], 'invited']])
    expect(await current(inviter)).toMatchObject({ moneyMinor: 0, bonusMinor: first?.[0] })
    expect((await child.owner.send(payments.readTerms, of(child))).welcome).toBeNull()
    expect(await inviter.owner.send(partner.readReferral, of(inviter))).toMatchObject({
      accounts: 1,
      bonusMinor: first?.[0],
    })
    await Promise.all([isSound(child.c), isSound(inviter.c)])
  })

  it('without a code, or with one that nobody has any more, brings nothing', async () => {
    const shop = await open()
    await pay(shop, 10_000)
    const other = await open()
    await comeWith(other, 'ZZZZZZZZ')
    await pay(other, 10_000)
    expect([await bonuses(shop), await bonuses(other)]).toEqual([[], []])
  })

  it('that is given back takes the bonuses with it, as far as they are not spent', async () => {
    const { inviter, child } = await openPair(false)
    const source = await pay(child, 10_000)
    await pay(child, 10_000)
    expect(await giveBack(child, source, 5000)).toBe('booked')
    expect(await current(child)).toMatchObject({ moneyMinor: 15_000, bonusMinor: 250 })
    expect(await current(inviter)).toMatchObject({ bonusMinor: 250 })
    await openForWork(server.app, inviter.c, async (db) => {
      const { book } = await import('./finance.ts')
      await book(server.app, db, { event: 'sms', amountMinor: -200 })
    })
    await giveBack(child, source, 5000)
    expect(await current(child)).toMatchObject({ moneyMinor: 10_000, bonusMinor: 0 })
    expect(await current(inviter)).toMatchObject({ balanceMinor: 0, bonusMinor: 0 })
    expect((await bonuses(inviter)).map(([amount, cause]) => [amount, cause])).toEqual([
      [-50, 'taken_back'],
      [-250, 'taken_back'],
      [500, 'invited'],
    ])
    expect((await inviter.owner.send(partner.readReferral, of(inviter))).bonusMinor).toBe(200)
  })
})

describe('the share of an agent', () => {
  it('is 20 % of what is paid in real money, held for 30 days, and shown with what it comes from', async () => {
    const { inviter: agent, child } = await openPair(true)
    await pay(child, 10_001)
    expect(await sums(agent)).toEqual({ heldMinor: 2000, readyMinor: 0, paidMinor: 0 })
    const [child1] = (await agent.owner.send(partner.listChildren, { ...of(agent), query: {} })).data
    expect(child1).toMatchObject({ paidMinor: 10_001, shareMinor: 2000, spentMinor: 0 })
    await choose(child, 'base')
    await passDays(29)
    await charge()
    await server.drainJobs()
    expect(await sums(agent)).toMatchObject({ heldMinor: 2000, readyMinor: 0 })
    await passDays(1)
    expect(await sums(agent)).toMatchObject({ heldMinor: 0, readyMinor: 2000 })
    const [share] = (await agent.owner.send(partner.listShares, { ...of(agent), query: {} })).data
    expect(share).toMatchObject({ baseMinor: 10_001, shareMinor: 2000, state: 'ready' })
    const spent = await agent.owner.send(partner.sumSpent, { ...of(agent), query: {} })
    expect(spent.amountMinor).toBe(
      (await ledger(child)).data
        .filter(({ event }) => event === 'tariff')
        .reduce((sum, row) => sum - row.amountMinor, 0),
    )
    expect(await proven()).toEqual({})
  })

  it('is reversed by a refund, with no cent left behind, also of a bill in parts', async () => {
    const { inviter: agent, child } = await openPair(true)
    const source = await pay(child, 3333, ++paymentNo, '1')
    await pay(child, 3334, paymentNo, '2')
    expect(await sums(agent)).toMatchObject({ heldMinor: 1333 })
    await giveBack(child, source, 1111)
    expect(await sums(agent)).toMatchObject({ heldMinor: Math.floor(0.2 * (6667 - 1111)) })
    await passDays(31)
    await giveBack(child, source, 5556)
    expect(await sums(agent)).toEqual({ heldMinor: 0, readyMinor: 0, paidMinor: 0 })
    expect(await giveBack(child, source, 1)).toEqual({ left: 0 })
    expect(await proven()).toEqual({})
  })

  it('ends 24 months after the business was added; a refund of what counted still counts', async () => {
    const { inviter: agent, child } = await openPair(true)
    const created = new Date(server.now())
    created.setUTCMonth(created.getUTCMonth() - 24)
    await query(server, 'update cabinets set created_at = $2 where id = $1', [
      child.c,
      new Date(created.getTime() + DAY_MS),
    ])
    const source = await pay(child, 5000)
    await passDays(2)
    await pay(child, 7000)
    expect(await sums(agent)).toMatchObject({ heldMinor: 1000 })
    await giveBack(child, source, 2500)
    expect(await sums(agent)).toMatchObject({ heldMinor: 500 })
    expect(await proven()).toEqual({})
  })

  it('is nobody else’s: not of one that is no agent, and not seen by strangers', async () => {
    const { inviter, child } = await openPair(false)
    await pay(child, 5000)
    expect(await query(server, 'select * from partner_shares where cabinet_id = $1', [inviter.c])).toEqual([])
    for (const one of [partner.listShares, partner.sumShares])
      expect((await inviter.owner.ask(one, of(inviter) as never)).status).toBe(404)
    expect((await child.owner.ask(finance.listTransactions, { params: { c: inviter.c } })).status).toBe(404)
  })
})

describe('the nightly proof', () => {
  it('stays on the operator’s page until the next one is clean', async () => {
    const desk = await signIn(server, 'Olga')
    await query(server, 'update users set superuser = true where email = $1', [desk.email])
    const shown = async () => (await desk.send(payments.readSettings, {})).shares
    await query(server, 'delete from partner_checks')
    expect(await shown()).toBeNull()
    const { child } = await openPair(true)
    await pay(child, 5000)
    await query(server, 'update partner_shares set share_minor = share_minor + 1 where child_id = $1', [child.c])
    await proven()
    const checkedAt = expect.stringMatching(server.now().toISOString().slice(0, 13)) as string
    expect(await shown()).toEqual({ checkedAt, faults: [{ kind: 'uncopied', cabinets: [child.c] }] })
    await query(server, `update partner_checks set faults = '{"newer_kind": [7]}'`)
    expect((await shown())?.faults).toEqual([{ kind: 'unknown', cabinets: [7] }])
    await query(server, 'update partner_shares set share_minor = share_minor - 1 where child_id = $1', [child.c])
    await proven()
    expect((await shown())?.faults).toEqual([])
  })

  it('finds what is missing, changed or made up, wherever it is', async () => {
    const { inviter: agent, child } = await openPair(true)
    const source = await pay(child, 5000)
    await giveBack(child, source, 1000)
    await choose(child, 'base')
    await server.drainJobs()
    expect(await proven()).toEqual({})
    const faults: [string, string[], string][] = [
      [
        'partner_reports',
        ['unreported', 'uncopied'],
        'delete from partner_reports where cabinet_id = $1 and base_minor > 0',
      ],
      [
        'partner_reports',
        ['unreversed', 'uncopied'],
        'delete from partner_reports where cabinet_id = $1 and base_minor < 0',
      ],
      [
        'partner_reports',
        ['unfounded', 'uncopied'],
        'update partner_reports set base_minor = 5001 where cabinet_id = $1 and base_minor > 0',
      ],
      ['partner_shares', ['uncopied'], 'delete from partner_shares where child_id = $1'],
      ['partner_shares', ['uncopied'], 'update partner_shares set share_minor = share_minor + 1 where child_id = $1'],
      ['partner_spending', ['unseen'], 'delete from partner_spending where child_id = $1'],
      [
        'partner_spending',
        ['uncharged'],
        'update partner_spending set amount_minor = amount_minor + 1 where child_id = $1',
      ],
    ]
    for (const [table, kinds, plant] of faults) {
      await query(server, `create table kept as select * from ${table}`)
      await query(server, plant, [child.c])
      const found = await proven()
      expect([plant, Object.keys(found).toSorted()]).toEqual([plant, kinds.toSorted()])
      expect(new Set(Object.values(found).flat())).toEqual(new Set([child.c]))
      await query(server, `delete from ${table}`)
      await query(server, `insert into ${table} select * from kept`)
      await query(server, 'drop table kept')
    }
    expect(await proven()).toEqual({})
    expect(agent.c).not.toBe(child.c)
  })
})
