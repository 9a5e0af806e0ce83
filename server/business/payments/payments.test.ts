import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finance } from '../../../contract/business/finance.ts'
import { payments } from '../../../contract/business/payments.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { booked, callResult, listed, refusals, signedResult, start, stateOf } from '../../../test/payments.ts'
import { expectCreditedOnce, prepareStorm, runStorm, seeded } from '../../../test/payment-storm.ts'
import { openShop, type Shop, signIn } from '../../../test/people.ts'
import { startSecondServer } from '../../../test/second-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { askPayments } from './payments.ts'

let server: TestServer
let shop: Shop
let next = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Payer${++next}`)
})

const robokassa = () => server.outside.robokassa
const ask = () => askPayments.handle(server.app, {})

async function passTime(ms: number): Promise<void> {
  server.passTime(ms)
  await query(server, 'update sessions set created_at = $1, last_used_at = $1', [server.now()])
}

const resultOf = (link: string, change: Record<string, string> = {}, password2 = robokassa().shop.password2) =>
  signedResult(link, password2, change)

describe('a link', () => {
  it('asks for the amount and its fee, and shows the payment as waiting', async () => {
    const { url, payment } = await start(shop, 49.9)
    expect(payment).toMatchObject({ state: 'waiting', amountMinor: 4990, feeMinor: 145, totalMinor: 5135 })
    expect(new URL(url).searchParams.get('OutSum')).toBe('51.35')
    expect(robokassa().open(url)).toMatchObject({ number: String(payment.no), sum: '51.35' })
    expect(await listed(shop)).toEqual([payment])
    expect(await booked(server, shop.c)).toEqual([])
  })

  it.each([38.99, 10_000.01, 0, -39, 39.001, Number.NaN])('is not made for %d', async (amount) => {
    const answer = await shop.owner.ask(payments.generateLink, {
      params: { c: shop.c },
      body: { culture: 'en', amount, cid: '', ga_cid: '' },
    })
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, ['amount']])
  })

  it('is made for 39 and for 10 000, also while the business is read-only', async () => {
    await shop.owner.send(finance.endDemo, { params: { c: shop.c } })
    expect((await start(shop, 39)).payment.totalMinor).toBe(4013)
    expect((await start(shop, 10_000)).payment.totalMinor).toBe(1_029_000)
  })

  it('for months of the plan costs what the plan does, and a year brings one more month', async () => {
    await shop.owner.send(finance.chooseTariff, { params: { c: shop.c, tariffId: 'base' }, body: { slots: 0 } })
    const terms = await shop.owner.send(payments.readTerms, { params: { c: shop.c } })
    expect(terms.periods).toEqual([
      { months: 1, amountMinor: 3900, bonusMinor: 0, moduleDays: 0, telegramDays: 0 },
      { months: 3, amountMinor: 11_700, bonusMinor: 0, moduleDays: 0, telegramDays: 0 },
      { months: 6, amountMinor: 23_400, bonusMinor: 0, moduleDays: 0, telegramDays: 0 },
      { months: 12, amountMinor: 46_800, bonusMinor: 3900, moduleDays: 0, telegramDays: 0 },
    ])
    const wrong = await shop.owner.ask(payments.generateLink, {
      params: { c: shop.c },
      body: { culture: 'en', amount: 400, months: 12 },
    })
    expect(wrong.body.error?.code).toBe('period_price_changed')
    await robokassa().pay((await start(shop, 468, { months: 12 })).url)
    expect((await booked(server, shop.c)).slice(1)).toMatchObject([
      { event: 'top_up', amount: 46_800 },
      { event: 'bonus', amount: 3900 },
    ])
    const now = await shop.owner.send(finance.currentTariff, { params: { c: shop.c } })
    expect([now.moneyMinor, now.bonusMinor]).toEqual([46_800 - 130, 3900])
  })
})

describe('the signed call', () => {
  it('credits the amount without the fee, sends a receipt, and the business works again', async () => {
    await shop.owner.send(finance.chooseTariff, { params: { c: shop.c, tariffId: 'base' }, body: { slots: 0 } })
    expect((await shop.owner.send(finance.currentTariff, { params: { c: shop.c } })).isLimited).toBe(true)
    const { url, payment } = await start(shop, 100)
    await robokassa().pay(url)
    expect(await stateOf(shop, payment.no)).toBe('paid')
    expect(await shop.owner.send(finance.currentTariff, { params: { c: shop.c } })).toMatchObject({
      isLimited: false,
      balanceMinor: 10_000 - 130,
    })
    await server.drainJobs()
    const mail = server.outside.smtp.mailbox.list().find(({ subject }) => subject.includes(String(payment.no)))
    expect(mail?.to).toContain(shop.owner.email)
    expect(JSON.stringify(mail)).toContain('102.90 EUR')
  })

  it('of any number and order credits once, over POST and GET', async () => {
    const { url, payment } = await start(shop, 60)
    const fields = resultOf(url)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => callResult(server.url, fields, at % 2 === 0 ? 'POST' : 'GET')),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`200 OK${payment.no}`]))
    expect(await booked(server, shop.c)).toEqual([
      { event: 'top_up', amount: 6000, reference: `robokassa/${payment.no}` },
    ])
  })

  it('that is forged, changed, of another mode or another business credits nothing and is kept', async () => {
    const other = await openShop(server, `Other${next}`)
    const { url, payment } = await start(shop, 60)
    const before = (await refusals(server)).length
    const real = resultOf(url)
    const forged: [string, string, Record<string, string> | URLSearchParams][] = [
      ['another password', 'bad_signature', resultOf(url, {}, 'stale-password')],
      ['no signature', 'malformed', { ...real, SignatureValue: '' }],
      ['a cent', 'bad_signature', { ...real, OutSum: '0.01' }],
      ['a signed cent', 'wrong_amount', resultOf(url, { OutSum: '0.01' })],
      ['the amount without the fee', 'wrong_amount', resultOf(url, { OutSum: '60.00' })],
      ['parts of a cent', 'wrong_amount', resultOf(url, { OutSum: '61.740001' })],
      ['another business', 'unknown_payment', resultOf(url, { Shp_c: String(other.c) })],
      ['no business', 'unknown_payment', resultOf(url, { Shp_c: '12345' })],
      ['another number', 'unknown_payment', resultOf(url, { InvId: '2000000000' })],
      ['test mode', 'wrong_mode', { ...real, IsTest: '1' }],
      ['two amounts', 'malformed', new URLSearchParams([...Object.entries(real), ['OutSum', '9999.00']])],
      ['two letter cases', 'malformed', { ...real, outsum: '9999.00' }],
      ['an array', 'malformed', { 'OutSum[]': real.OutSum ?? '', InvId: '1', SignatureValue: 'x' }],
    ]
    for (const [what, , fields] of forged) {
      const answer = await callResult(server.url, fields)
      expect([what, answer.status, answer.text]).toEqual([what, 400, 'ERROR'])
    }
    expect((await refusals(server)).slice(before)).toEqual(forged.map(([, reason]) => reason))
    expect(await booked(server, shop.c)).toEqual([])
    expect(await booked(server, other.c)).toEqual([])
    expect(await stateOf(shop, payment.no)).toBe('waiting')
    const operator = await signIn(server, 'Boss')
    await query(server, 'update users set superuser = true where email = $1', [operator.email])
    const shown = await operator.send(payments.readSettings, {})
    expect(shown.refused[0]).toMatchObject({ reason: 'malformed', ip: '127.0.0.1' })
    expect((await callResult(server.url, real)).text).toBe(`OK${payment.no}`)
  })

  it('that comes after the payment was given up is still money', async () => {
    const { url, payment } = await start(shop, 60)
    await passTime(2 * DAY_MS)
    await ask()
    expect(await stateOf(shop, payment.no)).toBe('expired')
    await callResult(server.url, resultOf(url))
    expect(await stateOf(shop, payment.no)).toBe('paid')
    expect(await booked(server, shop.c)).toHaveLength(1)
  })

  it('is not replaced by the page to which the payer comes back', async () => {
    const { url, payment } = await start(shop, 60)
    const fields = new URLSearchParams(resultOf(url))
    for (const what of ['success', 'fail']) {
      const back = await fetch(`${server.url}/payments/robokassa/${what}?${fields}`, { redirect: 'manual' })
      expect([back.status, back.headers.get('location')]).toEqual([
        303,
        `/#/${shop.domain}/balance/payments?back=${what}`,
      ])
    }
    const lost = await fetch(`${server.url}/payments/robokassa/success?Shp_place=//evil.example`, {
      redirect: 'manual',
    })
    expect(lost.headers.get('location')).toBe('/')
    expect(await stateOf(shop, payment.no)).toBe('waiting')
    expect(await booked(server, shop.c)).toEqual([])
  })
})

describe('a payment that waits', () => {
  it('is asked about after 15 minutes, and its money is found though the call was lost', async () => {
    const { url, payment } = await start(shop, 60)
    await robokassa().pay(url, 'wrong_signature')
    await ask()
    expect(await stateOf(shop, payment.no)).toBe('waiting')
    await passTime(16 * MINUTE_MS)
    await Promise.all([ask(), ask()])
    expect(await stateOf(shop, payment.no)).toBe('paid')
    expect(await booked(server, shop.c)).toHaveLength(1)
  })

  it('ends as cancelled, failed or expired, and stays while it is still being paid', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => start(shop, 60)))
    const [cancelled, returned, never, held, small, opened] = made.map(({ payment }) => payment.no) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (const [at, { url }] of made.entries()) if (at !== 2) robokassa().open(url)
    robokassa().setState(cancelled, 10)
    robokassa().setState(returned, 60)
    robokassa().setState(held, 50)
    await robokassa().pay(made[4]?.url ?? '', 'wrong_amount')
    await passTime(HOUR_MS)
    await ask()
    const states = async () => Object.fromEntries((await listed(shop)).map(({ no, state }) => [no, state]))
    const ended = { [cancelled]: 'cancelled', [returned]: 'failed', [small]: 'failed' }
    expect(await states()).toEqual({ ...ended, [never]: 'waiting', [held]: 'waiting', [opened]: 'waiting' })
    for (let day = 0; day < 6; day++) {
      await passTime(DAY_MS)
      await ask()
    }
    expect(await states()).toEqual({ ...ended, [never]: 'expired', [held]: 'expired', [opened]: 'expired' })
    expect(await booked(server, shop.c)).toEqual([])
    // Held for days and paid in the end.
    robokassa().setState(held, 100)
    const order = robokassa()
      .orders()
      .find(({ number }) => number === String(held))
    expect(await robokassa().callShop(order as NonNullable<typeof order>)).toBe(`OK${held}`)
    expect(await booked(server, shop.c)).toHaveLength(1)
  })

  it('waits on while the service is away', async () => {
    const { url, payment } = await start(shop, 60)
    robokassa().open(url)
    robokassa().setState(payment.no, 100)
    robokassa().setTrouble({ status500: true })
    await passTime(16 * MINUTE_MS)
    await ask()
    expect(await stateOf(shop, payment.no)).toBe('waiting')
    robokassa().setTrouble({ status500: false })
    await passTime(HOUR_MS)
    await ask()
    expect(await stateOf(shop, payment.no)).toBe('paid')
  })
})

it('60 payments, each called for 1 to 4 times in any order over two processes, are credited once each', async () => {
  const busy = await startTestServer()
  const second = await startSecondServer(busy)
  try {
    const random = seeded(14)
    const storm = await prepareStorm(busy, 60, random)
    await runStorm(storm, () => [busy.url, second.url], random)
    await expectCreditedOnce(busy, storm)
  } finally {
    await second.close()
    await busy.close()
  }
})
